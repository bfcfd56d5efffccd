// npm run check:package: what n8n's reviewers and npm's users get to see, checked on the source and on the packed tarball.
// npm run check:package -- FILE leaves the tarball there.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, posix, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedInstall } from './cached-install';
import { withPackedPackage, type Packed } from './pack';
import { exitWith, output, ROOT } from './run';

/** The most that the tarball may weigh, in bytes. */
const MAX_BYTES = 250_000;
/** What `n8n-node lint` gets to see: what is shipped, and what its rules read beside it. */
const LINTED = ['credentials', 'icons', 'nodes', 'package.json', 'README.md', 'tsconfig.json'];
/** With `n8n.strict` set, `n8n-node lint` accepts these lines and no others. */
const CONFIG_OF_N8N = "import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n";
/** npm takes every README along. */
const REQUIRED = ['CHANGELOG.md', 'LICENSE', 'README.ja.md', 'README.md', 'package.json'];
const SHIPPED = /^dist\/((nodes|credentials|icons)\/.+\.(js|node\.json|svg|png)|nodes\/.+\/__schema__\/.+\.json)$/;
/** The grounds on which n8n shows an icon, by its theme, and the least contrast of each part to them (WCAG 2.2, 1.4.11). */
const GROUNDS = { light: ['#ffffff', '#f5f5f5'], dark: ['#2d2e2e', '#414244'] };
const MIN_CONTRAST = 3;
const LEFT_BEHIND = /\.(test|spec)\.js$|(^|\/)(test|tests|__tests__)\//;

/** A file of the package: its path as npm packs it, with forward slashes, and its text. */
export interface PackedFile {
	path: string;
	text: string;
}

interface Manifest {
	dependencies?: object;
	optionalDependencies?: object;
	bundledDependencies?: unknown;
	bundleDependencies?: unknown;
	n8n?: { nodes?: string[]; credentials?: string[] };
}

/** The part of n8n's scanner that works on a folder. */
interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(folder: string, patterns: string[]): Promise<{ passed: boolean; message?: string; details?: string }>;
}

/**
 * What does not belong into the package, or is missing from it.
 *
 * @param files everything the tarball holds
 * @returns one line per finding
 */
export function contentFindings(files: PackedFile[]): string[] {
	const paths = new Set(files.map(({ path }) => path));
	const missing = REQUIRED.filter((path) => !paths.has(path)).map((path) => `${path} is missing`);
	const foreign = [...paths]
		.filter((path) => !REQUIRED.includes(path) && (!SHIPPED.test(path) || LEFT_BEHIND.test(path)))
		.map((path) => `${path} does not belong into the package`);
	return [...missing, ...foreign];
}

/**
 * Whether everything that the package refers to is in it: the nodes and credentials that package.json declares, and the
 * icons that they name.
 *
 * @returns one line per finding
 */
export function referenceFindings(files: PackedFile[]): string[] {
	const paths = new Set(files.map(({ path }) => path));
	const { n8n = {} } = manifestOf(files);
	const declared = [...(n8n.nodes ?? []), ...(n8n.credentials ?? [])];
	const undeclaredFindings = [...paths]
		.filter((path) => /\.(node|credentials)\.js$/.test(path) && !declared.includes(path))
		.map((path) => `${path} is not declared in package.json`);
	const missing = declared
		.filter((path) => !paths.has(path))
		.map((path) => `${path} is declared in package.json, but not in the package`);
	const icons = files.flatMap(({ path, text }) =>
		[...text.matchAll(/['"`]file:([^'"`]+)['"`]/g)]
			.filter(() => path.endsWith('.js'))
			.filter(([, icon]) => !paths.has(posix.join(dirname(path), icon)))
			.map(([, icon]) => `${path} names the icon ${icon}, which is not there`),
	);
	return [...missing, ...undeclaredFindings, ...icons];
}

/** @returns one line for each part of an icon that is hard to see on what n8n shows it on */
export function contrastFindings(files: PackedFile[]): string[] {
	return files.filter(({ path }) => path.endsWith('.svg')).flatMap(({ path, text }) => {
		const grounds = GROUNDS[path.endsWith('.dark.svg') ? 'dark' : 'light'];
		return [...text.matchAll(/fill="(#[0-9a-f]{6})"/g)].flatMap(([, fill]) =>
			grounds.filter((ground) => contrast(fill, ground) < MIN_CONTRAST).map((ground) => `${path}: ${fill} is hard to see on ${ground}`));
	});
}

/** @returns the contrast ratio of two colors, 1 to 21 (WCAG 2.2) */
function contrast(...colors: [string, string]): number {
	const [dark, light] = colors.map(luminanceOf).sort((one, other) => one - other);
	return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
	const [red, green, blue] = [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** n8n installs a community package without trusting others: it must bring no runtime dependency. */
export function dependencyFindings(files: PackedFile[]): string[] {
	const { dependencies, optionalDependencies, bundledDependencies, bundleDependencies } = manifestOf(files);
	const lists = { dependencies, optionalDependencies, bundledDependencies, bundleDependencies };
	return Object.entries(lists)
		.filter(([, list]) => list !== undefined && Object.keys(list as object).length > 0)
		.map(([name]) => `package.json has ${name}`);
}

/**
 * Whether a file names this machine's folders, or a registry that others may not have.
 *
 * @param folders absolute paths with a slash at their end, such as the folder of the project
 * @returns one line per finding, with the place
 */
export function traceFindings(files: PackedFile[], folders: string[]): string[] {
	const isTrace = (line: string) => folders.some((folder) => line.includes(folder)) || /"resolved"\s*:|\/\/registry\./.test(line);
	return files.flatMap(({ path, text }) =>
		text.split('\n').flatMap((line, index) => (isTrace(line) ? [`${path}:${index + 1} names a machine or a registry`] : [])),
	);
}

function manifestOf(files: PackedFile[]): Manifest {
	const manifest = files.find(({ path }) => path === 'package.json');
	return JSON.parse(manifest?.text ?? '{}') as Manifest;
}

const read = (folder: string, path: string): PackedFile => ({
	path: path.split(sep).join('/'),
	text: readFileSync(join(folder, path), 'utf8'),
});

function filesIn(folder: string): PackedFile[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => read(folder, relative(folder, join(entry.parentPath, entry.name))));
}

function trackedFiles(): PackedFile[] {
	const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
	return listed
		.split('\0')
		.filter((path) => path && statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile())
		.map((path) => read(ROOT, path));
}

async function scannerIn(tools: string, work: string): Promise<Scanner> {
	// The scanner makes a temporary folder when it is loaded, and leaves it behind.
	process.env.TMPDIR = work;
	const entry = join(tools, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
	return (await import(pathToFileURL(entry).href)) as Scanner;
}

async function scan(scanner: Scanner, folder: string, patterns: string[]): Promise<string[]> {
	const { passed, message = '', details } = await scanner.analyzePackage(folder, patterns);
	return passed ? [] : (details ?? message).trim().split('\n');
}

/** n8n's own command with n8n's own configuration, in a copy of what is shipped: it would lint tests and scripts as well. */
async function lintAsN8n(tools: string, folder: string): Promise<string[]> {
	mkdirSync(folder);
	for (const name of LINTED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
	writeFileSync(join(folder, 'eslint.config.mjs'), CONFIG_OF_N8N);
	symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'), 'junction');
	const command = join(tools, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
	return await output(process.execPath, [command, 'lint'], { cwd: folder, env: { NO_COLOR: '1', FORCE_COLOR: '0' } }).then(
		() => [],
		(error: Error) => error.message.split('\n'),
	);
}

function report(title: string, findings: string[]): boolean {
	console.log(`${findings.length === 0 ? 'ok    ' : 'FAILED'}  ${title}`);
	for (const finding of findings) console.log(`          ${finding}`);
	return findings.length === 0;
}

async function check({ tarball, size, integrity }: Packed, again: Packed, tools: string, work: string): Promise<boolean[]> {
	const scanner = await scannerIn(tools, work);
	execFileSync('tar', ['-xzf', tarball, '-C', work]);
	const unpacked = join(work, 'package');
	const packed = filesIn(unpacked);
	const machine = [ROOT, homedir()].map((folder) => join(folder, sep));

	console.log('\n== Package check');
	return [
		report("n8n's scanner on the source", await scan(scanner, ROOT, scanner.SOURCE_FILE_PATTERNS)),
		report("n8n's scanner on the tarball", await scan(scanner, unpacked, ['**/*.js', 'package.json'])),
		report('n8n-node lint on what is shipped', await lintAsN8n(tools, join(work, 'source'))),
		report(`Tarball: ${packed.length} files, nothing missing, nothing foreign`, contentFindings(packed)),
		report('Tarball: nodes, credentials and icons resolve', referenceFindings(packed)),
		report('Tarball: icons can be seen in light and dark', contrastFindings(packed)),
		report('Tarball: no runtime dependencies', dependencyFindings(packed)),
		report(`Tarball: ${(size / 1000).toFixed(1)} kB`, size < MAX_BYTES ? [] : [`the limit is ${MAX_BYTES} bytes`]),
		report(`Tarball: a second build gives the same bytes, ${integrity.slice(0, 24)}...`, again.integrity === integrity ? [] : [`now ${again.integrity}`]),
		report('Tarball: no trace of a machine', traceFindings(packed, machine)),
		report('Tracked files: no trace of a machine', traceFindings(trackedFiles(), machine)),
	];
}

async function main([file]: string[]): Promise<number> {
	const tools = await cachedInstall(join(__dirname, 'package-check'), "Installing n8n's package scanner and its lint command (300 MB, once)");
	const work = mkdtempSync(join(tmpdir(), 'support-inbox-check-'));
	try {
		const results = await withPackedPackage(
			async (packed) => await withPackedPackage(async (again) => {
				if (file !== undefined) copyFileSync(packed.tarball, file);
				return await check(packed, again, tools, work);
			}),
		);
		const passed = results.filter(Boolean).length;
		console.log(`\n${passed} passed, ${results.length - passed} failed`);
		return passed === results.length ? 0 : 1;
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

if (require.main === module) exitWith(async () => await main(process.argv.slice(2)));
