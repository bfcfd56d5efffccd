import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';
import { isByHand } from '../../scripts/demo/example';
import { EXAMPLES, exampleNames, MOST_PICTURE_BYTES, readExample, readUnpinned, toReplace, writeExample, type Example } from '../../scripts/demo/workflow';
import { failureText } from '../../scripts/n8n-host/execution';
import { inScope } from '../harness/scope';
import type { N8nPage } from './browser';
import { DOZEN, trials } from './examples';
import { typeOf, unknownParameters } from './examples/parameters';
import { pinnedOf, runsOf, startsOf } from './examples/pinned';
import { Stage, startSurroundings, type Surroundings } from './examples/stage';
import { inBrowser } from './inBrowser';
import type { World } from './world';

const files = exampleNames();
const tried = inScope({ sample: DOZEN, whole: DOZEN, nightly: new Set(files) });
/** The pictures of the pages, and the pinned data, change a little with every run, so that they are only renewed on demand. */
const { UPDATE_PICTURES, UPDATE_PINNED } = process.env;

let world: World;
let page: N8nPage;
let around: Surroundings;
let types: INodeTypeDescription[];

inBrowser(async (entered, opened) => {
	[world, page] = [entered, opened];
	around = await startSurroundings(world);
	types = await world.api.nodeTypes('');
});

afterAll(async () => {
	await around?.stop();
});

async function pictureOf(file: string): Promise<Buffer> {
	// The pages show what the nodes do.
	const workflow = readUnpinned(file);
	await page.openWorkflow(await world.api.createWorkflow(workflow));
	await page.showAll(sizeOf(workflow));
	return await page.canvasPicture(MOST_PICTURE_BYTES);
}

/** @returns how much room the nodes and notes take, in pixels */
function sizeOf({ nodes }: Example): { width: number; height: number } {
	const ends = nodes.map(({ position, parameters: { width = 100, height = 100 } }) => {
		const [x, y] = position as [number, number];
		return { x, y, right: x + Number(width), bottom: y + Number(height) };
	});
	return { width: Math.max(...ends.map(({ right }) => right)) - Math.min(...ends.map(({ x }) => x)), height: Math.max(...ends.map(({ bottom }) => bottom)) - Math.min(...ends.map(({ y }) => y)) };
}

/** @returns what n8n's editor makes of a file: it forgets which credentials of somebody else the nodes had */
function asImported(workflow: Example): Example {
	return { ...workflow, nodes: workflow.nodes.map(({ credentials: _credentials, ...node }) => node) };
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
	});

	it('is not published before everything that its page says to replace is filled in', async () => {
		const { api } = world;
		const refusal = await api.activate(await api.createWorkflow(readExample(file))).then(() => 'published', String);
		if (isByHand(readExample(file))) return expect(refusal).toContain('no trigger node');
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

	if (tried.has(file)) it.each(Object.entries(trials[file] ?? {}))('%s', async (_does, trial) => {
		await trial(new Stage(file, world, around), around);
	});

	it('runs by hand without an account, with the data that its trials have left pinned', async () => {
		const runs = UPDATE_PINNED ? await runsOf(readUnpinned(file), world.api) : [];
		if (runs.length > 0) writeExample(file, { ...readExample(file), pinData: pinnedOf(readUnpinned(file), runs, world.n8nUrl) });
		const example = readExample(file);
		const id = await world.api.createWorkflow(asImported(example));
		for (const { name } of startsOf(example)) {
			const execution = await world.api.runWorkflow(id, name);
			expect(failureText(execution)).toBeUndefined();
			const passed = Object.values(execution.data.resultData.runData).filter((runs) => runs.some(({ data }) => data?.main.some((items) => items?.length)));
			// Nothing comes after an MCP server: its tools are no nodes that items pass.
			expect(passed.length).toBeGreaterThan(name in example.connections ? 1 : 0);
		}
	});

	if (UPDATE_PICTURES) it('is pictured as it stands on the canvas', async () => {
		writeFileSync(join(EXAMPLES, 'images', `${file}.webp`), await pictureOf(file));
	});
});

it("runs by hand in n8n's editor once its file is imported, without an account", async () => {
	await page.importFile(join(EXAMPLES, 'new-ticket-to-slack.json'));
	await page.runWorkflow();
});

it('the service had nothing to complain about', async () => {
	expect((await around.simulator.state()).violations).toEqual([]);
});
