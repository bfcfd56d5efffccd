/** The pictures in docs/maintainers/architecture.md are the rule of which folder imports which: this holds the code to them. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/maintainers/architecture.md'), 'utf8');
const PICTURES = [...PAGE.matchAll(/```mermaid\ngraph TD\n([^`]*)```/g)].map((match) => arrowsIn(match[1]));
const LEVELS = ['nodes/SupportInbox', 'nodes/SupportInbox/transport', 'nodes/SupportInbox/trigger'];

/** From what to what: folders, and files beside them without their ending. */
type Arrow = readonly [string, string];

describe.each(LEVELS.map((level, place) => [level, PICTURES[place]] as const))('%s', (level, picture) => {
	const imports = importsIn(level);
	const folders = readdirSync(join(ROOT, level), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name !== '__schema__')
		.map(({ name }) => name);

	it('imports as its picture shows', () => {
		const shown = new Set([...folders, ...picture.flat()]);
		const between = imports.filter(([from, to]) => shown.has(from) && shown.has(to));
		expect(between.map(textOf).sort()).toEqual(picture.map(textOf).sort());
	});

	it('has every folder in its picture', () => {
		expect(picture.flat()).toEqual(expect.arrayContaining(folders));
	});

	it('has no circle of folders and the files beside them', () => {
		expect(circlesIn(imports)).toEqual([]);
	});
});

it('has no circle of files', () => {
	const files = importsIn('nodes/SupportInbox', (path) => path.replace(/(\/index)?(\.ts)?$/, ''));
	expect(files.length).toBeGreaterThan(100);
	expect(circlesIn(files)).toEqual([]);
});

it('has one file of the trigger that the resources import', () => {
	const files = importsIn('nodes/SupportInbox', (path) => path.replace(/\.ts$/, ''));
	const used = files.filter(([from, to]) => from.startsWith('resources/') && to.startsWith('trigger/')).map(([, to]) => to);
	expect([...new Set(used)]).toEqual(['trigger/pastItems']);
});

it('finds a circle', () => {
	expect(circlesIn([['a', 'b'], ['b', 'c'], ['c', 'b'], ['c', 'd']])).toEqual(['b', 'c']);
});

/** @returns the arrows of a picture whose lines are `from --> to & to` */
function arrowsIn(picture: string): Arrow[] {
	return picture.trim().split('\n').flatMap((line) => {
		const [from, to] = line.trim().split(' --> ');
		return to.split(' & ').map((one) => [from, one] as const);
	});
}

/** @returns which folder or file of a level, by its name, imports which, each once */
function importsIn(level: string, nameOf = roomOf): Arrow[] {
	const top = join(ROOT, level);
	const files = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
	const arrows = files.flatMap((path) => {
		const targets = [...readFileSync(join(top, path), 'utf8').matchAll(/from '(\.[^']+)'/g)];
		return targets.map(([, target]) => [nameOf(path), nameOf(relative(top, join(top, dirname(path), target)))] as const);
	});
	const between = arrows.filter(([from, to]) => from !== to && to !== '..');
	return [...new Map(between.map((arrow) => [textOf(arrow), arrow])).values()];
}

function roomOf(path: string): string {
	return path.split('/')[0].replace(/\.ts$/, '');
}

function textOf([from, to]: Arrow): string {
	return `${from} --> ${to}`;
}

/** @returns what is on a circle, or between two: what is left after taking away, again and again, whatever imports nothing or is imported by nothing */
function circlesIn(arrows: readonly Arrow[]): string[] {
	const left = arrows.filter(([from, to]) => arrows.some(([other]) => other === to) && arrows.some(([, other]) => other === from));
	if (left.length === arrows.length) return [...new Set(left.flat())].sort();
	return circlesIn(left);
}
