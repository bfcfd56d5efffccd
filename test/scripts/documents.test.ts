import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scripts } from '../../package.json';

const ROOT = join(__dirname, '../..');
/** The pages that say what to type and what to read. */
const PAGES = [
	...['README.md', 'README.ja.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
	...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
	...readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' }).map((name) => `examples/${name}`),
].filter((path) => path.endsWith('.md'));
/** npm's own commands, which are no scripts of the package. */
const OF_NPM = ['test'];

/** All matches of a pattern's first group in a page. */
function named(page: string, pattern: RegExp): string[] {
	return [...readFileSync(join(ROOT, page), 'utf8').matchAll(pattern)].map((match) => match[1] as string);
}

describe.each(PAGES)('%s', (page) => {
	it('names scripts that exist', () => {
		const unknown = named(page, /\bnpm run ([a-z][\w:-]*)/g).filter((name) => !(name in scripts) && !OF_NPM.includes(name));
		expect(unknown).toEqual([]);
	});

	it('names tests and files that exist', () => {
		const paths = named(page, /[\s`(]((?:test|scripts|nodes|docs|examples)\/[\w./-]*\w)(?=[\s`),:])/g);
		expect(paths.filter((path) => !exists(path))).toEqual([]);
	});

	it('links to pages and headings that exist', () => {
		const links = named(page, /\]\(((?!https?:|mailto:)[^)\s]+)\)/g);
		const broken = links.filter((link) => !leadsSomewhere(page, link));
		expect(broken).toEqual([]);
	});
});

it('configurations name files that exist', () => {
	const files = ['stryker.config.json', 'jest.mutation.config.js', 'eslint.config.mjs', 'knip.json', 'tsconfig.json', 'test/tsconfig.json'];
	const paths = files.flatMap((file) => named(file, /['"](?:<rootDir>\/)?((?:test|scripts|nodes|credentials)\/[\w./-]*\w)['"/]/g));
	expect(paths.length).toBeGreaterThan(10);
	// Where a run writes pictures of what failed.
	expect(paths.filter((path) => !exists(path) && path !== 'test/e2e/output')).toEqual([]);
});

/** A test may be named without its ending, as jest takes it. */
function exists(path: string): boolean {
	return [path, `${path}.test.ts`, `${path}.ts`].some((name) => existsSync(join(ROOT, name)));
}

function leadsSomewhere(page: string, link: string): boolean {
	const [path, heading] = link.split('#') as [string, string?];
	const target = path ? join(dirname(page), path) : page;
	if (!existsSync(join(ROOT, target))) return false;
	if (!heading) return true;
	return named(target, /^#+ (.+)$/gm).some((text) => anchorOf(text) === heading);
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
	return heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replace(/ /g, '-');
}
