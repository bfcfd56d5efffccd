import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the package and packs it as `npm publish` would, into a new temporary folder.
 *
 * @param {(line: string) => void} [log]
 * @returns {Promise<string>} the absolute path of the tarball; the caller removes its folder
 * @throws {Error} with the last lines of the build when it fails
 */
export async function packPackage(log = console.log) {
	await runCommand('Building the package', 'npm', ['run', 'build'], { cwd: root, log });
	const folder = mkdtempSync(join(tmpdir(), 'support-inbox-pack-'));
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const [{ filename }] = JSON.parse(await runCommand('Packing the package', 'npm', args, { cwd: root, log }));
	return join(folder, filename);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
	console.log(await packPackage((line) => console.error(line)));
}
