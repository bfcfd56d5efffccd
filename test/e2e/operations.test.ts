import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { stories } from './operations';
import { play } from './operations/trial';
import { CREDENTIAL_TYPE, enterWorld, NODE_TYPE, type World } from './world';

let world: World;

beforeAll(async () => {
	world = await enterWorld();
	// Lists that were read are known by token: no other test has read any with this one.
	const accessToken = 'of-the-operations';
	await world.simulator.changeTokens({ add: accessToken });
	const data = { baseUrl: world.simulator.baseUrl, accessToken };
	world.credentials = { [CREDENTIAL_TYPE]: await world.api.createCredential('Of the operations', CREDENTIAL_TYPE, data) };
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

describe.each(Object.entries(stories))('%s', (_name, story) => {
	let report: Awaited<ReturnType<typeof play>>;

	beforeAll(async () => {
		report = await play(story, world);
	});

	it('succeeds, and sends what the service is to get', () => {
		expect(failureText(report.execution)).toBeUndefined();
		expect(report.sent).toEqual(Object.values(story.trials).flatMap(({ sends }) => sends));
	});

	it.each(Object.entries(story.trials))('%s puts out what the user is to get', (key, { returns }) => {
		expect(outputJson(report.execution, key)).toMatchObject(returns);
	});
});

it('the service had nothing to complain about', async () => {
	expect((await world.simulator.state()).violations).toEqual([]);
});
