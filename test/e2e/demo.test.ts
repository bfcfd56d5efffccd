import { isByHand, openExample, type OpenExample } from '../../scripts/demo/example';
import { startReceiver, type Receiver } from '../../scripts/demo/receiver';
import { prepare, slackInstead, type Provisions } from '../../scripts/demo/setUp';
import { exampleNames, toReplace } from '../../scripts/demo/workflow';
import { waitFor } from '../../scripts/n8n-host/net';
import { startSimulatorProcess, type SimulatorProcess } from '../../scripts/simulator-process';
import { CHANNEL, CHANNEL_NAME, startSlackApi, type SlackApi } from './examples/slackApi';
import { startOwnN8n } from './ownN8n';
import { enterWorld, type World } from './world';

let world: World;
let simulator: SimulatorProcess;
let receiver: Receiver;
let slackApi: SlackApi;
let has: Provisions;

beforeAll(async () => {
	world = await enterWorld();
	// A service of its own: the demo makes a label, which other tests would not expect.
	[simulator, receiver, slackApi] = [await startSimulatorProcess(['--limit', '6000']), await startReceiver(), await startSlackApi()];
	has = await prepare({ api: world.api, simulator, receiver, slackApi });
});

afterAll(async () => {
	for (const server of [simulator, receiver, slackApi]) await server?.stop();
});

const opened = new Map<string, OpenExample>();

/** Opens an example as the demo does, once in this n8n, and switches it off again. */
async function open(file: string): Promise<OpenExample> {
	const { api } = world;
	const example = opened.get(file) ?? (await openExample(api, has, file));
	if (!opened.has(file) && !example.left.length && !isByHand({ nodes: example.triggers })) await api.deactivate(example.id);
	opened.set(file, example);
	return example;
}

describe('npm run demo -- --example', () => {
	it.each(exampleNames())('%s is published, or says what of its page is left to fill in', async (file) => {
		const { left, triggers } = await open(file);
		expect(triggers.length).toBeGreaterThan(0);
		const rows = toReplace(file);
		expect(left.filter(({ nodes, what }) => !rows.some((row) => row.what === what && nodes.every((name) => row.nodes.includes(name))))).toEqual([]);
	});

	it('publishes what needs nothing but the service, Slack and tables of its own', async () => {
		for (const file of ['new-ticket-to-slack', 'overdue-tickets-digest', 'slack-thread-per-ticket', 'new-ticket-with-slack-node', 'assign-in-turn', 'open-tickets-of-all-inboxes', 'trigger-watch', 'undo-bulk-change']) expect((await open(file)).left).toEqual([]);
	});

	it("has a Slack in which n8n's own node lists the channel and writes into it", async () => {
		const { api, simulator: service, stop } = await startOwnN8n(slackInstead(slackApi), ['--limit', '6000']);
		try {
			const provisions = await prepare({ api, simulator: service, receiver, slackApi });
			const credentials = { slackApi: provisions.slackCredentials.slackApi! };
			const parameters = { authentication: 'accessToken', resource: 'message', operation: 'post', select: 'channel' };
			const channels = await api.locatorEntries({ nodeType: 'n8n-nodes-base.slack', version: 2.3, path: 'parameters.channelId', methodName: 'getChannels', parameters, credentials });
			expect(channels).toEqual([{ name: CHANNEL_NAME, value: CHANNEL }]);
			expect((await openExample(api, provisions, 'new-ticket-with-slack-node')).left).toEqual([]);
			const before = slackApi.posts.length;
			await service.act({ do: 'createTicket', message_box_id: 101, title: 'Where is it?', messages: [{ body: 'It <b>', from: 'anna@mail.example' }] });
			await waitFor('the message', () => slackApi.posts.length > before);
			expect(slackApi.posts.slice(before).map(({ text }) => text)).toEqual([expect.stringMatching(/^\*Support: ticket #\d+\*\nWhere is it\?\nFrom anna@mail\.example, labels: none\n>It &lt;b&gt;$/)]);
		} finally {
			await stop();
		}
	});

	it('shows the alert about a customer who waits within two minutes', async () => {
		const { id, left } = await openExample(world.api, has, 'unanswered-alert');
		expect(left).toEqual([]);
		try {
			const before = receiver.messages.length;
			await simulator.act({ do: 'createTicket', message_box_id: 101, title: 'Still nothing', messages: [{ body: 'I wait', from: 'anna@mail.example', to: 'support@tenant.example' }] });
			await waitFor('the alert', () => receiver.messages.slice(before).some(({ text }) => text.includes('Still nothing')));
		} finally {
			await world.api.deactivate(id);
		}
	});
});
