/**
 * The canvases of the examples: where each node is, and the notes beside them. Both follow from the connections and from
 * the tables on the example's page.
 *
 *     npx tsx scripts/canvases.ts [name ...]    lays them out anew; without a name, all of them
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, exampleNames, noteRows, readExample, type Example, type ExampleNode } from './demo/workflow';
import { lanesOf } from './demo/lanes';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';
/** The most nodes of a row: more are too small to read on a screen. */
export const ROW = 7;
/** In pixels of the canvas at its full size. n8n puts nodes on a grid of 20. */
const GRID = 20;
const NODE = 100;
/** A node with a model or tools below it is wider. */
const WIDE_NODE = 260;
const GAP = 140;
/** From one row to the next: a node and two lines of its name. */
const LANE = 220;
/** Between what belongs together and what does not. */
const SPACE = 60;
/** Between a node and the note about it. */
const BESIDE = 30;
const NOTE = { narrowest: 220, widest: 460, headWidth: 700, character: 7.6, line: 22, padding: 40 };

interface Place {
	x: number;
	y: number;
}

interface Note extends Place {
	name: string;
	content: string;
	width: number;
	height: number;
}

/** @returns the example with its nodes in rows, each note above or below the nodes that it is about */
export function laidOut(file: string, workflow: Example = readExample(file)): Example {
	const nodes = workflow.nodes.filter(({ type }) => type !== STICKY_NOTE);
	const head = headOf(workflow);
	const places = new Map<string, Place>();
	const notes: Note[] = [head];
	let y = head.y + head.height + SPACE;
	for (const band of bandsOf(workflow, nodes)) y = placeBand(band, y, { file, workflow, places, notes });
	const written = notes.map(({ name, content, width, height, x, y: top }) => {
		const old = workflow.nodes.find((node) => node.name === name);
		return { id: old?.id ?? idOf(file, name), name, type: STICKY_NOTE, typeVersion: 1, position: [x, top], parameters: { content, width, height } };
	});
	return { ...workflow, nodes: [...written, ...nodes.map((node) => ({ ...node, position: [places.get(node.name)!.x, places.get(node.name)!.y] }))] };
}

/** The first note: what the example does. */
function headOf({ nodes }: Example): Note {
	const { content } = nodes.find(({ type }) => type === STICKY_NOTE)!.parameters;
	const [about = ''] = String(content).split('**To replace**');
	const text = `${about.trimEnd()}\n\n**To replace**: what the notes beside the nodes say.`;
	return { name: 'Read me first', content: text, x: -GRID, y: 0, width: NOTE.headWidth, height: heightOf(text, NOTE.headWidth) + GRID };
}

/** Columns from left to right that are in one row of the canvas. */
type Band = Array<Array<{ name: string; lane: number }>>;

/** @returns the rows of the canvas: each part that is connected, in as many rows of the same length as it needs */
function bandsOf(workflow: Example, nodes: ExampleNode[]): Band[] {
	return lanesOf(workflow, nodes).flatMap((part) => {
		const columns = Math.max(...part.map(({ column }) => column)) + 1;
		const length = Math.ceil(columns / Math.ceil(columns / ROW));
		return Array.from({ length: Math.ceil(columns / length) }, (_, row) =>
			Array.from({ length: Math.min(length, columns - row * length) }, (_column, place) => part.filter(({ column }) => column === row * length + place)),
		);
	});
}

interface Canvas {
	file: string;
	workflow: Example;
	places: Map<string, Place>;
	notes: Note[];
}

/** @returns where the next row begins */
function placeBand(band: Band, top: number, { file, workflow, places, notes }: Canvas): number {
	const subs = (name: string) => subNodesOf(workflow, name);
	const lanes = [...new Set(band.flat().map(({ lane }) => lane))].sort((one, other) => one - other);
	const names = band.flat().map(({ name }) => name);
	let x = 0;
	const xOf = new Map<string, number>();
	for (const column of band) {
		for (const { name } of column) xOf.set(name, x);
		x += (column.some(({ name }) => subs(name).length > 0) ? WIDE_NODE : NODE) + GAP;
	}
	const above = notesFor(file, names, xOf, x, 'above');
	const y = top + Math.max(0, ...above.map(({ height }) => height + BESIDE));
	notes.push(...above.map((note) => ({ ...note, y: y - BESIDE - note.height })));
	for (const { name, lane } of band.flat()) places.set(name, { x: xOf.get(name)!, y: y + lanes.indexOf(lane) * LANE });
	let bottom = y + lanes.length * LANE;
	// What hangs below a node, and what hangs below that.
	const below: string[] = [];
	for (let level = names; level.some((name) => subs(name).length > 0); level = level.flatMap(subs)) {
		let free = -Infinity;
		for (const parent of level) {
			for (const [place, name] of subs(parent).entries()) {
				free = Math.max(free, xOf.get(parent)! - (level === names ? GAP : 0) + place * (NODE + GAP));
				places.set(name, { x: free, y: bottom });
				xOf.set(name, free);
				below.push(name);
				free += NODE + GAP;
			}
		}
		bottom += LANE;
	}
	const under = notesFor(file, below, xOf, Infinity, 'below');
	notes.push(...under.map((note) => ({ ...note, y: bottom - GRID })));
	return bottom + Math.max(0, ...under.map(({ height }) => height)) + SPACE;
}

/** @returns a note for each column with something to fill in, side by side; their height on the canvas is still to be set */
function notesFor(file: string, names: string[], xOf: Map<string, number>, end: number, side: string): Note[] {
	const texts = new Map<number, string[]>();
	for (const { nodes, what } of noteRows(file)) {
		const own = names.filter((name) => nodes.includes(name)).sort((one, other) => xOf.get(one)! - xOf.get(other)!);
		if (own.length === 0) continue;
		const x = xOf.get(own[0]!)!;
		texts.set(x, [...(texts.get(x) ?? []), `**${own.join(', ')}**\n${what.replace(/\[([^\]]+)\]\([^)]*\)/g, '*$1*')}`]);
	}
	const starts = [...texts.keys()].sort((one, other) => one - other);
	return starts.map((x, place) => {
		const room = (starts[place + 1] ?? Math.max(end, x + NOTE.narrowest + GRID)) - x - GRID;
		const width = Math.max(NOTE.narrowest, Math.min(NOTE.widest, room));
		const content = texts.get(x)!.join('\n\n');
		return { name: `Note ${side} ${names.find((name) => xOf.get(name) === x)}`, content, x: x - GRID, y: 0, width, height: heightOf(content, width) };
	});
}

function heightOf(content: string, width: number): number {
	const perLine = (width - NOTE.padding) / NOTE.character;
	const lines = content.split('\n').reduce((sum, line) => sum + Math.max(0.6, Math.ceil(line.length / perLine)) + (line.startsWith('#') ? 1 : 0), 0);
	return Math.ceil((lines * NOTE.line + NOTE.padding) / GRID) * GRID;
}

function subNodesOf({ connections }: Example, parent: string): string[] {
	return Object.entries(connections as Record<string, Record<string, Array<Array<{ node: string }>>>>)
		.filter(([, outputs]) => Object.entries(outputs).some(([kind, targets]) => kind !== 'main' && targets.flat().some(({ node }) => node === parent)))
		.map(([name]) => name);
}

/** @returns an id that is the same each time */
function idOf(file: string, name: string): string {
	return `${file}/${name}`;
}

if (require.main === module) {
	const asked = process.argv.slice(2);
	for (const file of asked.length > 0 ? asked : exampleNames()) writeFileSync(join(EXAMPLES, `${file}.json`), `${JSON.stringify(laidOut(file), null, '\t')}\n`);
}
