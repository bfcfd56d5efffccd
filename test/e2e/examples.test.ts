import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';
import { startReceiver } from '../../scripts/demo/receiver';
import { EXAMPLES, loadExample } from '../../scripts/demo/workflow';
import type { WorkflowDefinition } from '../../scripts/n8n-host/api';
import { startSimulatorProcess, type SimulatorProcess } from '../../scripts/simulator-process';
import { N8nPage, type Box } from './browser';
import { startChatModel, type Model } from './chatModel';
import { trials } from './examples';
import { startMailServer } from './examples/mailServer';
import { typeOf, unknownParameters } from './examples/parameters';
import { BOT_TOKEN, startSlackApi } from './examples/slackApi';
import { startStorage } from './examples/storage';
import type { Stage } from './examples/trial';
import { CREDENTIAL_TYPE, enterWorld } from './world';

const ADDRESS_BOOK = 11;
const files = readdirSync(EXAMPLES)
	.filter((name) => name.endsWith('.json'))
	.map((name) => basename(name, '.json'));

type Shared = Omit<Stage, 'import' | 'run'>;
let shared: Shared;
let simulator: SimulatorProcess;
let page: N8nPage;
let types: INodeTypeDescription[];
const running: Array<{ stop(): Promise<void> }> = [];

beforeAll(async () => {
	const world = await enterWorld();
	let model: Model = () => ({ say: 'Nothing.' });
	// A service of its own: each example gets an inbox, which other tests would not expect.
	simulator = await startSimulatorProcess(['--limit', '6000']);
	const [slack, storage, chat] = [await startReceiver(), await startStorage(), await startChatModel((answers) => model(answers))];
	const [slackApi, mail] = [await startSlackApi(), await startMailServer()];
	running.push(simulator, slack, storage, chat, slackApi, mail);
	types = await world.api.nodeTypes('');
	page = await N8nPage.open(world.n8nUrl);
	const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token };
	const openAi = { apiKey: 'none', url: chat.url };
	const smtp = { host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true, user: '', password: '' };
	const botToken = { name: 'Authorization', value: `Bearer ${BOT_TOKEN}` };
	const credentials = {
		[CREDENTIAL_TYPE]: await world.api.createCredential('Support Inbox (examples)', CREDENTIAL_TYPE, data),
		openAiApi: await world.api.createCredential('OpenAI (stand-in)', 'openAiApi', openAi),
		httpHeaderAuth: await world.api.createCredential('Slack bot token (stand-in)', 'httpHeaderAuth', botToken),
		slackApi: await world.api.createCredential('Slack (never called)', 'slackApi', { accessToken: BOT_TOKEN }),
		smtp: await world.api.createCredential('SMTP (stand-in)', 'smtp', smtp),
	};
	const make: Stage['make'] = async (action) => await simulator.act(action);
	const newInbox = async (name: string) => {
		const inbox = { do: 'addInbox', name, customer_group_id: ADDRESS_BOOK };
		return (await make<{ message_box_id: number }>(inbox)).message_box_id;
	};
	const think = (next: Model) => void (model = next);
	shared = { world, simulator, slack, slackApi, mail, storage, credentials, think, make, newInbox };
});

afterAll(async () => {
	await page?.close();
	for (const server of running) await server.stop();
});

function stageFor(file: string): Stage {
	const { world, credentials } = shared;
	const importIt: Stage['import'] = async (filling, more = {}) =>
		await world.api.createWorkflow({ ...loadExample(file, { ...filling, credentials }), ...more });
	const run: Stage['run'] = async (trigger, filling, more) => await world.api.runWorkflow(await importIt(filling, more), trigger);
	return { ...shared, import: importIt, run };
}

function read(file: string): WorkflowDefinition {
	return JSON.parse(readFileSync(join(EXAMPLES, `${file}.json`), 'utf8')) as WorkflowDefinition;
}

/** @returns the nodes that the page of an example tells to be filled in, in the order of their names */
function toBeReplaced(file: string): string[] {
	const content = readFileSync(join(EXAMPLES, `${file}.md`), 'utf8');
	const [, table = ''] = /\*\*To replace\*\*\n\n((?:\|.*\n)+)/.exec(content) ?? [];
	const rows = table.split('\n').slice(2, -1);
	return rows.flatMap((row) => (row.split('|')[1] ?? '').split(',').map((name) => name.trim())).sort();
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
		const workflow = read(file);
		await shared.world.api.createWorkflow(workflow);
		const references = workflow.nodes.flatMap(({ credentials }) => Object.values((credentials ?? {}) as Record<string, IDataObject>));
		expect(references.map(({ id }) => id)).toEqual(references.map(() => ''));
		expect(workflow).not.toHaveProperty('pinData');
	});

	it('is not published before everything that its page tells to replace is filled in', async () => {
		const { api } = shared.world;
		const refusal = await api.activate(await api.createWorkflow(read(file))).then(() => 'published', String);
		expect([...refusal.matchAll(/Node "(.+)":/g)].map(([, name]) => name).sort()).toEqual(toBeReplaced(file));
	});

	it('uses nodes and parameters that n8n has', () => {
		for (const node of read(file).nodes) {
			expect([node.name, unknownParameters(typeOf(node, types).properties, node.parameters as IDataObject)]).toEqual([node.name, []]);
		}
	});

	it('says on a note and on a page of its own what it does and what to replace', () => {
		const notes = read(file).nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.map(({ parameters }) => (parameters as IDataObject).content)).toEqual([expect.stringContaining('To replace')]);
		expect(existsSync(join(EXAMPLES, `${file}.md`))).toBe(true);
		expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toContain(`(${file}.md)`);
	});

	it('stands on the canvas with nothing on top of anything', async () => {
		await page.openWorkflow(await shared.world.api.createWorkflow(read(file)));
		await page.zoomToFit();
		await page.picture(`example-${file}`);
		expect(overlaps(await page.boxes())).toEqual([]);
	});

	it.each(Object.entries(trials[file] ?? {}))('%s', async (_does, trial) => {
		await trial(stageFor(file));
	});
});

it('the service had nothing to complain about', async () => {
	expect((await simulator.state()).violations).toEqual([]);
});
