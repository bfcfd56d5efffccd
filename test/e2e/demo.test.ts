import { isByHand, openExample, type OpenExample } from '../../scripts/demo/example';
import { startReceiver, type Receiver } from '../../scripts/demo/receiver';
import { prepare, type Provisions } from '../../scripts/demo/setUp';
import { exampleNames, toReplace } from '../../scripts/demo/workflow';
import { startSimulatorProcess, type SimulatorProcess } from '../../scripts/simulator-process';
import { startSlackApi, type SlackApi } from './examples/slackApi';
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
		for (const file of ['new-ticket-to-slack', 'overdue-tickets-digest', 'slack-thread-per-ticket']) expect((await open(file)).left).toEqual([]);
	});

	it('leaves the credentials and the addresses of others', async () => {
		const { left } = await open('reply-approved-by-email');
		expect(left).toEqual([{ nodes: ['Ask for approval'], what: 'the SMTP credential of your mail server; the sender; who approves' }]);
	});
});
