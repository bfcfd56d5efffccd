import { setTimeout as delay } from 'node:timers/promises';
import { BOT_TOKEN, startSlackApi, type SlackApi } from '../../test/e2e/examples/slackApi';
import type { N8nApi } from '../n8n-host/api';
import { failureText } from '../n8n-host/execution';
import type { SimulatorClient } from '../simulator-process';
import type { Servers } from '../servers';
import { say, sayBlock } from '../terminal';
import { fillIn, leftToReplace } from './fillIn';
import { saySlackMessage, type Receiver } from './receiver';
import { INBOX_ID, prepare } from './setUp';
import { until } from './until';
import type { ExampleNode, ToReplace } from './workflow';

const LIVE_MS = 2_000;
const LOOK_MS = 1_000;
const WANTED_TICKETS = 3;
const TRAFFIC_TIMEOUT_MS = 60_000;
/** n8n polls every ten seconds; a slow machine gets its time. */
const RUN_TIMEOUT_MS = 130_000;
/** One more poll, and what it starts. */
const SETTLE_MS = 15_000;
/** Triggers that start the workflow without somebody who calls it. */
const OURS = 'n8n-nodes-support-inbox.supportInboxTrigger';
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';

/** What an example meets in the demo. */
export interface Surroundings {
	api: N8nApi;
	simulator: SimulatorClient;
	/** in place of Slack's incoming webhooks */
	receiver: Pick<Receiver, 'url'>;
	/** in place of Slack's API */
	slackApi: Pick<SlackApi, 'postMessageUrl'>;
}

/** An example in n8n. */
export interface OpenExample {
	id: string;
	/** what its user has to fill in; nothing when it is published */
	left: ToReplace[];
	/** what starts it */
	triggers: ExampleNode[];
}

/**
 * Imports an example, fills in what the demo has, and publishes it where nothing is left.
 *
 * @throws n8n's message when it refuses it for another reason
 */
export async function openExample({ api, simulator, receiver, slackApi }: Surroundings, file: string): Promise<OpenExample> {
	const header = await api.createCredential('Slack bot token (stand-in)', 'httpHeaderAuth', { name: 'Authorization', value: `Bearer ${BOT_TOKEN}` });
	const slack = await api.createCredential('Slack (stand-in)', 'slackApi', { accessToken: BOT_TOKEN });
	const workflow = await fillIn(file, {
		...(await prepare(api, simulator)),
		webhookUrl: receiver.url,
		postMessageUrl: slackApi.postMessageUrl,
		slackCredentials: { httpHeaderAuth: header, slackApi: slack },
		createTable: async (name, columns) => await api.createDataTable(name, columns),
	});
	const id = await api.createWorkflow(workflow);
	const triggers = workflow.nodes.filter(({ type }) => /trigger$|\.webhook$/i.test(type));
	try {
		await api.activate(id);
		return { id, left: [], triggers };
	} catch (error) {
		const left = leftToReplace(file, String(error));
		if (!left.length) throw error;
		return { id, left, triggers };
	}
}

/**
 * Shows one example at work.
 *
 * @param addresses of the servers, to be printed with that of the workflow
 * @returns the exit code: 0, or 1 when `once` and it was not run, or failed
 */
export async function runExample(surroundings: Omit<Surroundings, 'slackApi'>, file: string, once: boolean, addresses: string[], servers: Servers): Promise<number> {
	const slackApi = servers.add(await startSlackApi(saySlackMessage));
	const { api, simulator } = surroundings;
	const example = await openExample({ ...surroundings, slackApi }, file);
	const { id, left, triggers } = example;
	const own = [`the workflow      ${api.baseUrl}/workflow/${id}`, ...triggers.map((trigger) => `  begins with     ${beginning(api.baseUrl, trigger)}`)];
	sayBlock([...own, `  its page        examples/${file}.md`, ...addresses]);
	if (left.length) {
		sayBlock(['It is not published: something is left to fill in.', ...left.map(({ nodes, what }) => `  ${nodes.join(', ')}: ${what}`)]);
	} else {
		say('It is filled in and published.');
	}
	if (once) return left.length ? 0 : await runOnce(surroundings, example, servers.signal);
	const look = await watch(simulator);
	await simulator.live(LIVE_MS);
	say('Customers are writing. Ctrl-C stops everything.');
	while (!servers.signal.aborted) {
		await look();
		await delay(LOOK_MS, undefined, { signal: servers.signal }).catch(() => undefined);
	}
	return 0;
}

/** @returns the name of a trigger, with the address that starts it where it has one */
function beginning(baseUrl: string, { name, type, parameters, webhookId }: ExampleNode): string {
	if (type === 'n8n-nodes-base.webhook') return `${name}: ${baseUrl}/webhook/${String(parameters.path)}`;
	return type === 'n8n-nodes-base.formTrigger' ? `${name}: ${baseUrl}/form/${String(webhookId)}` : name;
}

/** Lets customers write, or starts it where it begins with a time, until it has run. */
async function runOnce({ api, simulator }: Omit<Surroundings, 'slackApi'>, { id, triggers }: OpenExample, signal: AbortSignal): Promise<number> {
	const look = await watch(simulator);
	const schedule = triggers.find(({ type }) => type === SCHEDULE);
	if (schedule) {
		say(`It begins with a time (${schedule.name}): started by hand ...`);
		await api.runWorkflow(id, schedule.name);
	} else if (triggers.some(({ type }) => type === OURS)) {
		say('Customers are writing ...');
		await simulator.live(LIVE_MS / 4);
		await until(async () => (await look()) >= WANTED_TICKETS, TRAFFIC_TIMEOUT_MS, signal);
		await simulator.live(0);
		say('n8n asks for news every ten seconds. Waiting for that ...');
		await until(async () => (await look(), (await api.executions(id)).length > 0), RUN_TIMEOUT_MS, signal);
		await delay(SETTLE_MS, undefined, { signal });
	} else {
		say(`It begins with a call (${triggers.map(({ name }) => name).join(', ')}), and nobody calls it here.`);
		return 0;
	}
	await look();
	const executions = await api.executions(id);
	const failures = executions.flatMap((one) => failureText(one) ?? []);
	const violations = (await simulator.state()).violations.map(({ method, path, message }) => `${method} ${path}: ${message}`);
	sayBlock([`n8n ran it ${executions.length} time(s).`, ...[...failures, ...violations].map((line) => `  x ${line}`)]);
	return executions.length > 0 && failures.length + violations.length === 0 ? 0 : 1;
}

/** @returns what says, each time, which tickets are new in the inbox of the demo and what n8n wrote; it returns how many are new in all */
async function watch(simulator: SimulatorClient): Promise<() => Promise<number>> {
	let newest = (await simulator.ticketsAfter(0)).at(-1)?.ticket_id ?? 0;
	let seen = (await simulator.requests()).length;
	let count = 0;
	return async () => {
		const found = await simulator.ticketsAfter(newest);
		newest = found.at(-1)?.ticket_id ?? newest;
		const here = found.filter(({ message_box_id }) => message_box_id === INBOX_ID);
		for (const { ticket_id, title } of here) say(`New ticket #${ticket_id}: ${title}`);
		const requests = await simulator.requests();
		const writes = requests.slice(seen).filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search'));
		for (const { method, path, status } of writes) say(`n8n writes: ${method} ${path}, answered with ${status}`);
		seen = requests.length;
		count += here.length;
		return count;
	};
}
