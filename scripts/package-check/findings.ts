import { dirname, posix } from 'node:path';

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

const REQUIRED = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
const SHIPPED = /^dist\/((nodes|credentials|icons)\/.+\.(js|node\.json|svg|png)|nodes\/.+\/__schema__\/.+\.json)$/;
const LEFT_BEHIND = /\.(test|spec)\.js$|(^|\/)(test|tests|__tests__)\//;

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
