import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { output, progress } from './run';

/** What `npm pack` says of the tarball that it made. */
export interface Packed {
	/** absolute path */
	tarball: string;
	/** in bytes, packed */
	size: number;
	/** `sha512-...` */
	integrity: string;
}

/**
 * Builds the package and packs it as `npm publish` would, for as long as `work` needs it.
 *
 * @param work gets the tarball, which is removed afterwards
 * @returns what `work` returns
 * @throws with the output of the build when it fails
 */
export async function withPackedPackage<T>(work: (packed: Packed) => Promise<T>): Promise<T> {
	await progress('Building the package', output('npm', ['run', 'build']));
	const folder = mkdtempSync(join(tmpdir(), 'support-inbox-pack-'));
	try {
		const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
		const said = await progress('Packing the package', output('npm', args));
		const [{ filename, ...about }] = JSON.parse(said) as Array<Omit<Packed, 'tarball'> & { filename: string }>;
		return await work({ ...about, tarball: join(folder, filename) });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
