import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { progress } from './progress.mjs';
import { ROOT } from './run.mjs';

/**
 * Builds the package and packs it as `npm publish` would, for as long as `work` needs it.
 *
 * @template T
 * @param {(tarball: string) => Promise<T>} work gets the absolute path of the tarball, which is removed afterwards
 * @returns {Promise<T>} what `work` returns
 * @throws {Error} with the output of the build when it fails
 */
export async function withPackedPackage(work) {
	await progress('Building the package', execa('npm', ['run', 'build'], { cwd: ROOT }));
	const folder = mkdtempSync(join(tmpdir(), 'support-inbox-pack-'));
	try {
		const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
		const { stdout } = await progress('Packing the package', execa('npm', args, { cwd: ROOT }));
		const [{ filename }] = JSON.parse(stdout);
		return await work(join(folder, filename));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
