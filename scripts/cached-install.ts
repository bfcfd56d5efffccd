import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { check, lock } from 'proper-lockfile';
import { output, progress } from './run';

/** Another process may be installing the same for minutes; one that says nothing for one minute is gone. */
const LOCK = { realpath: false, stale: 60_000 };
const WAITING = { forever: true, factor: 1, minTimeout: 2_000 };
/** The lock file may be missing; then the newest versions that fit are installed. */
const LOCK_FILE = 'package-lock.json';
const pinsOf = (folder: string) => ['package.json', LOCK_FILE].filter((file) => existsSync(join(folder, file)));

/** The user's cache folder, where every clone and CI find the same tools. */
function cacheFolder(): string {
	const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
	if (XDG_CACHE_HOME) return XDG_CACHE_HOME;
	if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
	if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
	return join(homedir(), '.cache');
}

/** The name changes with the pinned files and the platform, so that what has it is never half right. */
function cachedFolder(pinFolder: string): string {
	const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
	for (const file of pinsOf(pinFolder)) hash.update(readFileSync(join(pinFolder, file), 'utf8').replaceAll('\r\n', '\n'));
	const { name, version } = JSON.parse(readFileSync(join(pinFolder, 'package.json'), 'utf8')) as { name: string; version: string };
	return join(cacheFolder(), 'n8n-nodes-support-inbox', `${name}-${version}-${hash.digest('hex').slice(0, 12)}`);
}

/** Half-made folders of processes that were ended on the way. */
function removeLeftovers(target: string): void {
	for (const name of readdirSync(dirname(target))) {
		if (name.startsWith(`${basename(target)}.partial-`)) {
			rmSync(join(dirname(target), name), { recursive: true, force: true });
		}
	}
}

/**
 * Makes sure that what a package.json and, where there is one, its package-lock.json ask for is installed in the user's
 * cache folder, apart from the package's own node_modules. It is made beside its place and moved there when complete;
 * processes that want it at the same time wait for the first.
 *
 * @param pinFolder the folder with these files
 * @param phase what is going on, as the user should read it
 * @param finish what remains to be done in the folder before it counts as complete
 * @returns the folder that holds node_modules
 * @throws with npm's output when the installation fails
 */
export async function cachedInstall(pinFolder: string, phase: string, finish = async (_folder: string) => {}): Promise<string> {
	const target = cachedFolder(pinFolder);
	if (existsSync(target)) return target;
	mkdirSync(dirname(target), { recursive: true });
	const isBusy = await check(target, LOCK);
	const locked = lock(target, { ...LOCK, retries: WAITING });
	const unlock = await (isBusy ? progress(`${phase}: waiting for another process that does the same`, locked) : locked);
	try {
		if (existsSync(target)) return target;
		removeLeftovers(target);
		const partial = `${target}.partial-${process.pid}`;
		mkdirSync(partial);
		const pins = pinsOf(pinFolder);
		for (const file of pins) copyFileSync(join(pinFolder, file), join(partial, file));
		const command = pins.includes(LOCK_FILE) ? 'ci' : 'install';
		await progress(phase, output('npm', [command, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: partial }));
		await finish(partial);
		renameSync(partial, target);
		return target;
	} finally {
		await unlock();
	}
}
