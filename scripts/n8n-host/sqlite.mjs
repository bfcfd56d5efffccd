import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { progress } from '../progress.mjs';

const TRIAL = 'new (require("sqlite3").Database)(":memory:", (e) => { if (e) throw e; })';

/** The environment for npm inside `folder`: its Node first, and that Node's own headers for the compiler. */
function npmEnvironment(node) {
	const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
	const headersRoot = dirname(dirname(node));
	// Without this, node-gyp downloads the headers from nodejs.org.
	if (existsSync(join(headersRoot, 'include', 'node', 'node.h'))) env.npm_config_nodedir = headersRoot;
	return env;
}

/** The file that the driver's makers publish beside their releases, not in the npm registry. */
async function takeFromMakers({ folder, env }) {
	const program = join(folder, 'node_modules', 'prebuild-install', 'bin.js');
	await execa('node', [program, '--runtime=napi'], { cwd: join(folder, 'node_modules', 'sqlite3'), env });
}

/** The file that a fork of the driver ships inside its npm package, for the driver's own JavaScript. */
async function takeFromRegistry({ folder }) {
	const modules = join(folder, 'node_modules');
	const find = createRequire(join(modules, 'sqlite3-prebuilt', 'package.json'))('node-gyp-build');
	const release = join(modules, 'sqlite3', 'build', 'Release');
	await mkdir(release, { recursive: true });
	await copyFile(find.path(join(modules, 'sqlite3-prebuilt')), join(release, 'node_sqlite3.node'));
}

async function compile({ folder, env }) {
	await execa('npm', ['rebuild', 'sqlite3'], { cwd: folder, env });
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
 * @param {string} folder with n8n in its node_modules, installed without scripts
 * @param {string} node the Node that n8n runs on
 * @param {(line: string) => void} log
 * @throws {Error} that says what to install when there is no other way than to compile, and it fails
 */
export async function provideSqlite(folder, node, log) {
	const place = { folder, env: npmEnvironment(node) };
	let failure;
	for (const { title, take } of WAYS) {
		try {
			await progress(title, take(place), log);
			await execa(node, ['-e', TRIAL], { cwd: folder });
			return;
		} catch (error) {
			log(`${title}: not here`);
			failure = error;
		}
	}
	throw new Error(
		'The SQLite driver of n8n could not be had. No prebuilt file fits here, and compiling it needs a C++ compiler, make and Python 3:\n' +
			'  Debian, Ubuntu: apt-get install g++ make python3\n' +
			'  macOS:          xcode-select --install\n' +
			'  Windows:        the "Desktop development with C++" workload of Visual Studio, and Python 3\n\n' +
			failure.message,
		{ cause: failure },
	);
}
