import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with the pinned package.json and package-lock.json of n8n. */
export const pinFolder = fileURLToPath(new URL('.', import.meta.url));

/** The user's cache folder, where every clone and CI find the same n8n. */
function cacheFolder() {
	const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
	if (XDG_CACHE_HOME) return XDG_CACHE_HOME;
	if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
	if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
	return join(homedir(), '.cache');
}

/** Where the pinned n8n lives: its name changes with the lock file and the platform, so that it is never half right. */
export function n8nFolder() {
	const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
	for (const file of ['package.json', 'package-lock.json']) {
		hash.update(readFileSync(join(pinFolder, file), 'utf8').replaceAll('\r\n', '\n'));
	}
	const { version } = JSON.parse(readFileSync(join(pinFolder, 'package.json'), 'utf8'));
	const name = `n8n-${version}-${hash.digest('hex').slice(0, 12)}`;
	return join(cacheFolder(), 'n8n-nodes-support-inbox', name);
}
