import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';
import { startReceiver } from '../../scripts/demo/receiver';
import { EXAMPLES, exampleNames, loadExample, readExample, toReplace } from '../../scripts/demo/workflow';
import { startSimulatorProcess, type SimulatorProcess } from '../../scripts/simulator-process';
import { N8nPage, type Box } from './browser';
import { startChatModel, type Model } from './chatModel';
import { trials } from './examples';
import { startMailServer } from './examples/mailServer';
import { typeOf, unknownParameters } from './examples/parameters';
import { startQdrant } from './examples/qdrant';
import { BOT_TOKEN, SIGNING_SECRET, startSlackApi } from './examples/slackApi';
import { startStorage } from './examples/storage';
import type { Stage } from './examples/trial';
import { CREDENTIAL_TYPE, enterWorld } from './world';

const ADDRESS_BOOK = 11;
const files = exampleNames();

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
	const [slackApi, mail, qdrant] = [await startSlackApi(), await startMailServer(), await startQdrant()];
	running.push(simulator, slack, storage, chat, slackApi, mail, qdrant);
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
		httpBearerAuth: await world.api.createCredential('Bearer token (stand-in)', 'httpBearerAuth', { token: BOT_TOKEN }),
		crypto: await world.api.createCredential('Slack signing secret (stand-in)', 'crypto', { hmacSecret: SIGNING_SECRET }),
		slackApi: await world.api.createCredential('Slack (never called)', 'slackApi', { accessToken: BOT_TOKEN }),
		// n8n's own node talks to Google only: its node is switched off in the example.
		googleSheetsOAuth2Api: await world.api.createCredential('Google Sheets (never called)', 'googleSheetsOAuth2Api', { clientId: 'none', clientSecret: 'none' }),
		qdrantApi: await world.api.createCredential('Qdrant (stand-in)', 'qdrantApi', { apiKey: 'none', qdrantUrl: qdrant.url }),
		smtp: await world.api.createCredential('SMTP (stand-in)', 'smtp', smtp),
	};
	const make: Stage['make'] = async (action) => await simulator.act(action);
	const newInbox = async (name: string) => {
		const inbox = { do: 'addInbox', name, customer_group_id: ADDRESS_BOOK };
		return (await make<{ message_box_id: number }>(inbox)).message_box_id;
	};
	const think = (next: Model) => void (model = next);
	shared = { world, simulator, slack, slackApi, mail, storage, qdrant, chat, credentials, think, make, newInbox };
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
		await shared.world.api.createWorkflow(workflow);
		const references = workflow.nodes.flatMap(({ credentials }) => Object.values(credentials ?? {}));
		expect(references.map(({ id }) => id)).toEqual(references.map(() => ''));
		expect(workflow).not.toHaveProperty('pinData');
	});

	it('is not published before everything that its page says to replace is filled in', async () => {
		const { api } = shared.world;
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
		expect(notes.map(({ parameters }) => (parameters as IDataObject).content)).toEqual([expect.stringContaining('To replace')]);
		expect(existsSync(join(EXAMPLES, `${file}.md`))).toBe(true);
		expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toContain(`(${file}.md)`);
	});

	it('stands on the canvas with nothing on top of anything', async () => {
		await page.openWorkflow(await shared.world.api.createWorkflow(readExample(file)));
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
