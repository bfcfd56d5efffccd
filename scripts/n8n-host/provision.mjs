import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedInstall, installedFolder } from '../cached-install.mjs';
import { installedNode, nodePackage, ownMajor } from './node.mjs';
import { provideSqlite } from './sqlite.mjs';

/** The folder with the pinned package.json and package-lock.json of n8n. */
const pinFolder = fileURLToPath(new URL('.', import.meta.url));
const pin = JSON.parse(readFileSync(join(pinFolder, 'package.json'), 'utf8'));

/** The Node version that the pinned n8n asks for. An older one stays the user's own; n8n then gets one from the npm registry. */
const NODE_MAJOR_OF_N8N = 24;

/**
 * The versions of n8n that the package is run in, whole; `node` is the major version of Node that it runs on.
 *
 * @type {Array<{ n8n: string, node: number }>}
 */
export const N8N_VERSIONS = JSON.parse(readFileSync(join(pinFolder, 'versions.json'), 'utf8'));

/** @returns {string} the Node that the pinned n8n runs on */
function nodeOf(folder) {
	return ownMajor >= NODE_MAJOR_OF_N8N ? process.execPath : installedNode(folder, NODE_MAJOR_OF_N8N);
}

const programOf = (node, folder) => ({ node, n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') });

/**
 * Makes sure that the pinned n8n is in the user's cache folder, see `cachedInstall`.
 *
 * @param {(line: string) => void} [log] gets a line per phase and one every 15 seconds
 * @returns {Promise<{ node: string, n8n: string }>} absolute paths: the Node to run it with, and n8n's start script
 * @throws {Error} that says what to install when the SQLite driver cannot be had or no Node fits
 */
export async function provisionN8n(log = console.log) {
	const phase = 'Installing n8n (about 3 minutes and 3 GB, once)';
	const target = await cachedInstall(pinFolder, phase, log, async (folder) => await provideSqlite(folder, nodeOf(folder), log));
	return programOf(nodeOf(target), target);
}

/**
 * Makes sure that one of N8N_VERSIONS is in the user's cache folder. Any but the pinned one is installed without a lock
 * file, so that a line of the table is all that a version takes.
 *
 * @param {{ n8n: string, node: number }} version
 * @param {(line: string) => void} [log]
 * @returns {Promise<{ node: string, n8n: string }>} as `provisionN8n`
 */
export async function provisionVersion(version, log = console.log) {
	if (version.n8n === pin.dependencies.n8n) return await provisionN8n(log);
	const isOwn = ownMajor === version.node;
	const wanted = {
		name: 'n8n-whole',
		version: version.n8n,
		private: true,
		dependencies: { n8n: version.n8n, ...(isOwn ? {} : { [nodePackage]: `${version.node}.x` }) },
		optionalDependencies: { 'sqlite3-prebuilt': pin.optionalDependencies['sqlite3-prebuilt'] },
		overrides: pin.overrides,
	};
	const folder = mkdtempSync(join(tmpdir(), 'support-inbox-versions-'));
	try {
		writeFileSync(join(folder, 'package.json'), JSON.stringify(wanted, null, '\t'));
		const node = (place) => (isOwn ? process.execPath : installedNode(place, version.node));
		const phase = `Installing n8n ${version.n8n} (about 3 minutes and 2 GB, once)`;
		const target = await cachedInstall(folder, phase, log, async (place) => await provideSqlite(place, node(place), log));
		return programOf(node(target), target);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** @returns {{ node: string, modules: string } | undefined} the Node and the node_modules of the pinned n8n, when it is in the cache folder already */
export function installedN8n() {
	const folder = installedFolder(pinFolder);
	return folder && { node: nodeOf(folder), modules: join(folder, 'node_modules') };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
	console.log(JSON.stringify(await provisionN8n((line) => console.error(line))));
}
