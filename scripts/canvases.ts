/**
 * The canvases of the examples: where each node is, and the notes beside them. Both follow from the connections and from
 * the tables on the example's page.
 *
 *     npx tsx scripts/canvases.ts [name ...]    lays them out anew; without a name, all of them
 *     UPDATE_PICTURES=1 npm run test:e2e -- test/e2e/examples.test.ts -t canvas    then makes the pictures of the pages anew
 */
import { lanesOf } from './demo/lanes';
import { exampleNames, noteRows, readExample, STICKY_NOTE, writeExample, type Example } from './demo/workflow';

/** The most nodes of a row: more are too small to read on a screen. */
const ROW = 7;
/** In pixels of the canvas at its full size. n8n puts nodes on a grid of 20. */
const GRID = 20;
const NODE = 100;
/** A node with a model or tools below it is wider. */
const WIDE_NODE = 260;
const GAP = 140;
/** From one row to the next: a node and two lines of its name. */
const LANE = 220;
/** Between the first note and what is below it. */
const SPACE = 60;
/** Between a node and the note about it. */
const BESIDE = 30;
const NOTE = { widest: 460, headWidth: 700, character: 6.6, line: 20, padding: 40 };

/** Nodes side by side, from left to right. */
type Row = Array<{ name: string; x: number }>;

interface Note {
	name: string;
	content: string;
	x: number;
	width: number;
	height: number;
}

/** @returns the example with its nodes in rows, each note above or below the nodes that it is about */
export function laidOut(file: string): Example {
	const workflow = readExample(file);
	const places = new Map<string, [number, number]>();
	const notes: Example['nodes'] = [];
	const write = ({ name, content, x, width, height }: Note, y: number) =>
		notes.push({ id: `${file}/${name}`, name, type: STICKY_NOTE, typeVersion: 1, position: [x, y], parameters: { content, width, height } });
	const place = (row: Row, y: number) => row.forEach(({ name, x }) => places.set(name, [x, y]));
	const head = headOf(workflow);
	write(head, 0);
	let y = head.height + SPACE;
	for (const row of rowsOf(workflow)) {
		const above = notesFor(file, row);
		y += highest(above, BESIDE);
		for (const note of above) write(note, y - BESIDE - note.height);
		place(row, y);
		y += LANE;
		for (let level = hangingFrom(workflow, row, places); level.length > 0; level = hangingFrom(workflow, level, places)) {
			place(level, y);
			y += LANE;
			const below = notesFor(file, level);
			for (const note of below) write(note, y - 2 * GRID);
			y += highest(below, 0);
		}
	}
	const nodes = withoutNotes(workflow).map((node) => ({ ...node, position: places.get(node.name) }));
	return { ...workflow, nodes: [...notes, ...nodes] };
}

const withoutNotes = ({ nodes }: Example) => nodes.filter(({ type }) => type !== STICKY_NOTE);
/** @returns how much room notes take, with a space; nothing without notes */
const highest = (notes: Note[], space: number) => Math.max(0, ...notes.map(({ height }) => height + space));
const numbersTo = (end: number) => Array.from({ length: end }, (_, number) => number);

/** The first note: what the example does. */
function headOf({ nodes }: Example): Note {
	const { content } = nodes.find(({ type }) => type === STICKY_NOTE)!.parameters;
	const [about = ''] = String(content).split('**To replace**');
	const text = `${about.trimEnd()}\n\n**To replace**: see the notes beside the nodes.`;
	return { name: 'Read me first', content: text, x: -GRID, width: NOTE.headWidth, height: heightOf(text, NOTE.headWidth) };
}

/** @returns the rows of the canvas: each part that is connected goes on below where its lanes are longer than a row */
function rowsOf(workflow: Example): Row[] {
	return lanesOf(workflow, withoutNotes(workflow)).flatMap((part) => {
		const [columns, lanes] = [Math.max(...part.map(({ column }) => column)) + 1, Math.max(...part.map(({ lane }) => lane)) + 1];
		const length = Math.ceil(columns / Math.ceil(columns / ROW));
		const widths = numbersTo(columns).map((column) => (part.some((spot) => spot.column === column && subNodesOf(workflow, spot.name).length > 0) ? WIDE_NODE : NODE) + GAP);
		const xOf = (column: number) => widths.slice(column - (column % length), column).reduce((sum, width) => sum + width, 0);
		return numbersTo(Math.ceil(columns / length)).flatMap((band) => numbersTo(lanes).map((lane) => {
			const spots = part.filter((spot) => spot.lane === lane && Math.floor(spot.column / length) === band);
			return spots.map(({ name, column }) => ({ name, x: xOf(column) })).sort((one, other) => one.x - other.x);
		})).filter((row) => row.length > 0);
	});
}

/** @returns the models and tools of the nodes of a row that have no place yet, each below the first node that uses it */
function hangingFrom(workflow: Example, row: Row, places: ReadonlyMap<string, unknown>): Row {
	const placed = new Set(places.keys());
	let free = 0;
	return row.flatMap(({ name, x }) => {
		const subs = subNodesOf(workflow, name).filter((sub) => !placed.has(sub));
		for (const sub of subs) placed.add(sub);
		const begin = x + (WIDE_NODE + GAP - subs.length * (NODE + GAP)) / 2;
		return subs.map((sub, place) => {
			const own = Math.max(free, begin + place * (NODE + GAP));
			free = own + NODE + GAP;
			return { name: sub, x: own };
		});
	});
}

/** @returns a note for each node of a row with something to fill in, or for the first of several with the same, side by side */
function notesFor(file: string, row: Row): Note[] {
	const texts = new Map<string, string[]>();
	for (const { nodes, what } of noteRows(file)) {
		const own = row.map(({ name }) => name).filter((name) => nodes.includes(name));
		const [first] = own;
		if (first) texts.set(first, [...(texts.get(first) ?? []), `**${own.join(', ')}**\n${what.replace(/\[([^\]]+)\]\([^)]*\)/g, '*$1*')}`]);
	}
	const begun = row.filter(({ name }) => texts.has(name));
	return begun.map(({ name, x }, place) => {
		const end = begun[place + 1]?.x ?? row.at(-1)!.x + NODE + GAP;
		const width = Math.min(NOTE.widest, end - x - GRID);
		const content = texts.get(name)!.join('\n\n');
		return { name: `About ${name}`, content, x: x - GRID, width, height: heightOf(content, width) };
	});
}

function heightOf(content: string, width: number): number {
	const perLine = (width - NOTE.padding) / NOTE.character;
	const lines = content.split('\n').reduce((sum, line) => sum + Math.max(0.5, Math.ceil(line.length / perLine)) + (line.startsWith('#') ? 0.5 : 0), 0);
	return Math.ceil((lines * NOTE.line + NOTE.padding) / GRID) * GRID;
}

function subNodesOf({ connections }: Example, parent: string): string[] {
	return Object.entries(connections as Record<string, Record<string, Array<Array<{ node: string }>>>>)
		.filter(([, outputs]) => Object.entries(outputs).some(([kind, targets]) => kind !== 'main' && targets.flat().some(({ node }) => node === parent)))
		.map(([name]) => name);
}

if (require.main === module) {
	const asked = process.argv.slice(2);
	for (const file of asked.length > 0 ? asked : exampleNames()) writeExample(file, laidOut(file));
}
