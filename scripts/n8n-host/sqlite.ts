import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { output, progress } from '../run';

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
export async function provideSqlite(folder: string, node: string, log: (line: string) => void): Promise<void> {
	const place: Place = { folder, env: npmEnvironment(node) };
	let failure: unknown;
	for (const { title, take } of WAYS) {
		try {
			await progress(title, take(place), log);
			await output(node, ['-e', TRIAL], { cwd: folder });
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
			(failure as Error).message,
		{ cause: failure },
	);
}
