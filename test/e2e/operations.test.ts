import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { stories } from './operations';
import { play } from './operations/trial';
import { enterWorld, NODE_TYPE, type World } from './world';

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

/** n8n adds an entry of its own to every node's operations. */
const BY_N8N = '__CUSTOM_API_CALL__';

/** @returns every `resource:operation` that the node shows in n8n */
function offered({ properties }: INodeTypeDescription): string[] {
	const dropdowns = properties.filter(({ name }) => name === 'operation');
	return dropdowns.flatMap(({ displayOptions, options }) => {
		const values = (options as INodePropertyOptions[]).map(({ value }) => value).filter((value) => value !== BY_N8N);
		const resources = (displayOptions?.show?.resource ?? []) as string[];
		return resources.flatMap((resource) => values.map((value) => `${resource}:${String(value)}`));
	});
}

it('tries every operation that the node offers', async () => {
	const [node] = (await world.api.nodeTypes(NODE_TYPE)).filter(({ name }) => name === NODE_TYPE);
	const tried = Object.values(stories).flatMap(({ trials }) => Object.keys(trials));
	expect(tried.sort()).toEqual(offered(node!).sort());
});

// What each sends and puts out the tests of test/resources show.
it.each(Object.entries(stories))('%s: each operation succeeds and puts something out', async (_name, story) => {
	const execution = await play(story, world);
	expect(failureText(execution)).toBeUndefined();
	expect(Object.keys(story.trials).filter((key) => outputJson(execution, key).length === 0)).toEqual([]);
});

it('the service had nothing to complain about', async () => {
	expect((await world.simulator.state()).violations).toEqual([]);
});
