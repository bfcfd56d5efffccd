/** The canvas of each example can be read on a screen, says beside each step what to fill in, and is on the example's page. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { laidOut } from '../../scripts/canvases';
import { EXAMPLES, exampleNames, MOST_PICTURE_BYTES, noteRows, readExample, STICKY_NOTE, type ExampleNode } from '../../scripts/demo/workflow';

const MOST_IN_ROW = 7;
/** A node, and two lines of its name. */
const NODE = { width: 100, height: 160 };
/** From a note to the nodes that it is about, at most. */
const BESIDE = 40;

interface Box {
	name: string;
	left: number;
	right: number;
	top: number;
	bottom: number;
}

function boxOf({ name, position, parameters }: ExampleNode): Box {
	const [left, top] = position as [number, number];
	const { width, height } = { ...NODE, ...parameters } as typeof NODE;
	return { name, left, right: left + width, top, bottom: top + height };
}

const meet = (one: Box, other: Box) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

describe.each(exampleNames())('the canvas of %s', (file) => {
	const { nodes } = readExample(file);
	const steps = nodes.filter(({ type }) => type !== STICKY_NOTE).map(boxOf);
	const [head, ...notes] = nodes.filter(({ type }) => type === STICKY_NOTE);

	it('is as `npx tsx scripts/canvases.ts` lays it out', () => {
		expect(readExample(file)).toEqual(laidOut(file));
	});

	it(`has rows of at most ${MOST_IN_ROW} nodes`, () => {
		const rows = steps.map(({ top }) => steps.filter((other) => other.top === top).map(({ name }) => name));
		expect(rows.filter((row) => row.length > MOST_IN_ROW)).toEqual([]);
	});

	it('has nothing on top of anything', () => {
		const boxes = [...steps, ...[head!, ...notes].map(boxOf)];
		expect(boxes.flatMap((one, place) => boxes.slice(place + 1).filter((other) => meet(one, other)).map((other) => `${one.name} / ${other.name}`))).toEqual([]);
	});

	it('says what the page says, beside each node that it says it of', () => {
		const said = notes.map((note) => ({ ...boxOf(note), content: String(note.parameters.content) }));
		const isBeside = (step: Box, note: Box) => meet({ ...step, top: step.top - BESIDE, bottom: step.bottom + BESIDE }, { ...note, left: -Infinity, right: Infinity });
		const asked = noteRows(file).flatMap(({ nodes: names }) => names);
		expect(asked.filter((name) => !said.some((note) => note.content.includes(name) && isBeside(steps.find((step) => step.name === name)!, note)))).toEqual([]);
	});

	it(`is a picture of at most ${MOST_PICTURE_BYTES} bytes on the page`, () => {
		expect(statSync(join(EXAMPLES, 'images', `${file}.webp`)).size).toBeLessThanOrEqual(MOST_PICTURE_BYTES);
		expect(readFileSync(join(EXAMPLES, `${file}.md`), 'utf8')).toContain(`](images/${file}.webp)`);
	});
});
