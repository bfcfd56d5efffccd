import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';
import { EXAMPLES, exampleNames, MOST_PICTURE_BYTES, readExample, toReplace, type Example } from '../../scripts/demo/workflow';
import type { N8nPage, Box } from './browser';
import { trials } from './examples';
import { typeOf, unknownParameters } from './examples/parameters';
import { Stage, startSurroundings, type Surroundings } from './examples/stage';
import { inBrowser } from './inBrowser';
import type { World } from './world';

const files = exampleNames();
const PICTURES = join(EXAMPLES, 'images');
/** The pictures of the pages change a little with every run, so that they are only renewed on demand. */
const MADE = process.env.UPDATE_PICTURES ? PICTURES : join(__dirname, 'output');

let world: World;
let page: N8nPage;
let around: Surroundings;
let types: INodeTypeDescription[];
/** by example: what its canvas looks like */
const canvases = new Map<string, Promise<Canvas>>();

interface Canvas {
	/** what covers what */
	overlaps: string[];
	/** a picture of it, as WebP */
	picture: Buffer;
}

inBrowser(async (entered, opened) => {
	[world, page] = [entered, opened];
	around = await startSurroundings(world);
	types = await world.api.nodeTypes('');
	// One after the other in the one page, while the trials wait for n8n's polls.
	let last: Promise<unknown> = Promise.resolve();
	for (const file of files) {
		const looked = last.then(async () => await lookAtCanvas(file));
		canvases.set(file, looked);
		last = looked.catch(() => undefined);
	}
});

afterAll(async () => {
	await around?.stop();
});

async function lookAtCanvas(file: string): Promise<Canvas> {
	const workflow = readExample(file);
	await page.openWorkflow(await world.api.createWorkflow(workflow));
	await page.showAll(sizeOf(workflow));
	const picture = await page.canvasPicture(MOST_PICTURE_BYTES);
	mkdirSync(MADE, { recursive: true });
	writeFileSync(join(MADE, `${file}.webp`), picture);
	return { overlaps: overlaps(await page.boxes()), picture };
}

/** @returns the width of a WebP file of the extended format by its height */
function shapeOf(webp: Buffer): number {
	return (webp.readUIntLE(24, 3) + 1) / (webp.readUIntLE(27, 3) + 1);
}

/** @returns how much room the nodes and notes take, in pixels */
function sizeOf({ nodes }: Example): { width: number; height: number } {
	const ends = nodes.map(({ position, parameters: { width = 100, height = 100 } }) => {
		const [x, y] = position as [number, number];
		return { x, y, right: x + Number(width), bottom: y + Number(height) };
	});
	return { width: Math.max(...ends.map(({ right }) => right)) - Math.min(...ends.map(({ x }) => x)), height: Math.max(...ends.map(({ bottom }) => bottom)) - Math.min(...ends.map(({ y }) => y)) };
}

/** @returns the pairs of boxes that cover each other */
function overlaps(boxes: Box[]): string[] {
	const pairs = boxes.flatMap((one, place) => boxes.slice(place + 1).map((other) => [one, other] as const));
	const meet = (from: number, length: number, otherFrom: number, otherLength: number) =>
		from < otherFrom + otherLength && otherFrom < from + length;
	return pairs
		.filter(([a, b]) => meet(a.x, a.width, b.x, b.width) && meet(a.y, a.height, b.y, b.height))
		.map(([a, b]) => `${a.name} / ${b.name}`);
}

it('tries every example, and tries none that is not there', () => {
	expect(Object.keys(trials).sort()).toEqual(files.sort());
});

describe.each(files)('the example %s', (file) => {
	it('can be imported as it is, without anything of its author', async () => {
		const workflow = readExample(file);
		await world.api.createWorkflow(workflow);
		const references = workflow.nodes.flatMap(({ credentials }) => Object.values(credentials ?? {}));
		expect(references.map(({ id }) => id)).toEqual(references.map(() => ''));
		expect(workflow).not.toHaveProperty('pinData');
	});

	it('is not published before everything that its page says to replace is filled in', async () => {
		const { api } = world;
		const refusal = await api.activate(await api.createWorkflow(readExample(file))).then(() => 'published', String);
		expect([...refusal.matchAll(/Node "(.+)":/g)].map(([, name]) => name).sort()).toEqual(toReplace(file).flatMap(({ nodes }) => nodes).sort());
	});

	it('uses nodes and parameters that n8n has', () => {
		for (const node of readExample(file).nodes) {
			expect([node.name, unknownParameters(typeOf(node, types).properties, node.parameters as IDataObject)]).toEqual([node.name, []]);
		}
	});

	it('says on a note and on a page of its own what it does and what to replace', () => {
		const notes = readExample(file).nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes[0]?.parameters.content).toContain('To replace');
		expect(existsSync(join(EXAMPLES, `${file}.md`))).toBe(true);
		expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toContain(`(${file}.md)`);
	});

	it.each(Object.entries(trials[file] ?? {}))('%s', async (_does, trial) => {
		await trial(new Stage(file, world, around), around);
	});

	it('stands on the canvas with nothing on top of anything', async () => {
		expect((await canvases.get(file))?.overlaps).toEqual([]);
	});

	it('stands on the canvas as the picture of its page shows it', async () => {
		const { picture } = (await canvases.get(file))!;
		expect(shapeOf(readFileSync(join(PICTURES, `${file}.webp`))) / shapeOf(picture)).toBeCloseTo(1, 2);
	});
});

it('the service had nothing to complain about', async () => {
	expect((await around.simulator.state()).violations).toEqual([]);
});
