import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runExample } from './demo/example';
import { Observer } from './demo/observer';
import { saySlackMessage, startReceiver, type Receiver } from './demo/receiver';
import { setUpWorkflows, type DemoWorkflows } from './demo/setUp';
import { tally, type Seen } from './demo/tally';
import { until } from './demo/until';
import { exampleNames } from './demo/workflow';
import { N8nApi, OWNER } from './n8n-host/api';
import { provisionN8n } from './n8n-host/provision';
import { startN8n, type N8nProgram, type N8nServer } from './n8n-host/server';
import { withPackedPackage } from './pack';
import { exitWith } from './run';
import { type Servers, withServers } from './servers';
import { startSimulatorProcess, type SimulatorProcess } from './simulator-process';
import { say, sayBlock } from './terminal';

const USAGE = `npm run demo             tickets flow through a real n8n until Ctrl-C
npm run demo -- --once   the same, ends by itself after the first tickets, with a summary
npm run demo -- --example NAME   one of the examples, filled in as far as the demo can; with --once it ends after a run`;

/** Something happens at the service every few seconds: fast enough to watch, slow enough to read. */
const LIVE_MS = 8_000;
/** Until the first ticket, so that nobody waits for it: only some of what happens is a new ticket in the watched inbox. */
const FIRST_MS = 400;
const LOOK_MS = 300;
const WANTED_TICKETS = 3;
/** Fast traffic: only some of what happens is a new ticket in the watched inbox. */
const TRAFFIC_MS = 400;
const TRAFFIC_TIMEOUT_MS = 60_000;
/** n8n polls every ten seconds; a slow machine gets its time. */
const POLL_TIMEOUT_MS = 130_000;
/** What a visitor writes into the form, in the order of its fields. */
const FORM_ANSWERS = ['grace@form.example', 'Hopper', 'Grace', '03-5550-0199', 'A moth is in the relay.'];
const SETTLE_MS = 3_000;

interface DemoOptions {
	program: N8nProgram;
	tarball: string;
	/** end after the first tickets went all the way */
	once: boolean;
	/** the name of the example to show, in place of the two that the demo shows otherwise */
	example?: string;
}

interface World {
	simulator: SimulatorProcess;
	receiver: Receiver;
	n8n: N8nServer;
}

/**
 * Shows tickets moving from the simulated service through a real n8n to a stand-in for Slack.
 *
 * @returns the exit code: 0, or 1 when `once` and a number is not what it must be
 */
async function runDemo(options: DemoOptions): Promise<number> {
	const demo = async (servers: Servers) => {
		const world = await startServers(options, servers);
		const api = new N8nApi(world.n8n.baseUrl);
		await api.logIn();
		if (options.example !== undefined) return await runExample({ api, ...world }, options.example, options.once, addresses(world), servers);
		const workflow = await setUpWorkflows(api, world.simulator, world.receiver.url);
		sayBlock([...ofWorkflows(world, workflow), ...addresses(world)]);
		const observer = new Observer(world.simulator, api, world.receiver, workflow);
		if (!options.once) return await untilStopped(world.simulator, observer, servers.signal);
		return await once(world.simulator, observer, workflow.formUrl, servers.signal);
	};
	return await withServers(demo, () => say('Stopping n8n, the simulator and the receiver ...'));
}

async function startServers({ program, tarball }: DemoOptions, servers: Servers): Promise<World> {
	say('Starting the simulated Support Inbox service ...');
	const simulator = servers.add(await startSimulatorProcess());
	const receiver = servers.add(await startReceiver(saySlackMessage));
	say('Starting n8n with the packed package ...');
	const n8n = servers.add(await startN8n({ program, tarball }));
	return { simulator, receiver, n8n };
}

function ofWorkflows({ n8n }: World, workflow: DemoWorkflows): string[] {
	return [
		`the workflow      ${n8n.baseUrl}/workflow/${workflow.id}`,
		`a form            ${workflow.formUrl}   what you send arrives as a contact and a ticket`,
	];
}

function addresses({ simulator, receiver, n8n }: World): string[] {
	return [
		`n8n               ${n8n.baseUrl}`,
		`  e-mail          ${OWNER.email}`,
		`  password        ${OWNER.password}`,
		`simulated service ${simulator.baseUrl}   token: ${simulator.token}`,
		`instead of Slack  ${receiver.url}`,
	];
}

async function untilStopped(simulator: SimulatorProcess, observer: Observer, signal: AbortSignal): Promise<number> {
	await observer.begin();
	await simulator.live(FIRST_MS);
	say('Customers are writing. n8n asks for new tickets every ten seconds. Ctrl-C stops everything.');
	while (!signal.aborted) {
		const before = observer.createdCount;
		await tellNews(observer);
		if (before === 0 && observer.createdCount > 0) await simulator.live(LIVE_MS);
		await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
	}
	return 0;
}

async function once(simulator: SimulatorProcess, observer: Observer, formUrl: string, signal: AbortSignal): Promise<number> {
	const seen = await watchOnce(simulator, observer, formUrl, signal);
	const { lines, ok } = tally(seen);
	sayBlock([ok ? 'Every ticket went all the way, once.' : 'Something is not as it must be.', ...lines]);
	return ok ? 0 : 1;
}

/**
 * Lets some tickets arrive and a form be sent, waits until they went all the way, and then for one more poll, which must
 * repeat nothing.
 * When time runs out it returns what was seen: the summary says what is missing.
 *
 * @throws when `signal` is aborted
 */
async function watchOnce(
	simulator: SimulatorProcess,
	observer: Observer,
	formUrl: string,
	signal: AbortSignal,
): Promise<Seen> {
	await observer.begin();
	say('Customers are writing ...');
	await simulator.live(TRAFFIC_MS);
	await until(async () => (await tellNews(observer)) >= WANTED_TICKETS, TRAFFIC_TIMEOUT_MS, signal);
	await simulator.live(0);
	const written = await tellNews(observer);
	say('A visitor sends the form ...');
	await sendForm(formUrl);
	await until(async () => (await tellNews(observer)) > written, TRAFFIC_TIMEOUT_MS, signal);
	say('n8n asks for new tickets every ten seconds. Waiting for that ...');
	await until(async () => (await tellNews(observer)) > 0 && observer.isAllDelivered, POLL_TIMEOUT_MS, signal);
	await tellNews(observer);
	const polls = await observer.pollCount();
	say('Waiting for one more poll, which must repeat nothing ...');
	await until(async () => (await observer.pollCount()) > polls, POLL_TIMEOUT_MS, signal);
	await delay(SETTLE_MS, undefined, { signal });
	return await observer.seen();
}

/** Sends the form as a browser does. @throws when n8n refuses it */
async function sendForm(formUrl: string): Promise<void> {
	const body = new FormData();
	for (const [place, answer] of FORM_ANSWERS.entries()) body.append(`field-${place}`, answer);
	const response = await fetch(formUrl, { method: 'POST', body });
	if (!response.ok) throw new Error(`The form was refused: ${response.status} ${await response.text()}`);
}

async function tellNews(observer: Observer): Promise<number> {
	for (const line of await observer.news()) say(line);
	return observer.createdCount;
}

/** @returns what was asked for; undefined when that is not known, which is then said */
function understood(args: string[]): Pick<DemoOptions, 'once' | 'example'> | undefined {
	try {
		const { values } = parseArgs({ args, options: { once: { type: 'boolean', default: false }, example: { type: 'string' } } });
		const { once, example } = values;
		if (example === undefined || exampleNames().includes(example)) return { once, example };
		console.error(`There is no example "${example}". There are:\n${exampleNames().map((name) => `  ${name}`).join('\n')}`);
	} catch {
		console.error(USAGE);
	}
	return undefined;
}

async function main(args: string[]): Promise<number> {
	const asked = understood(args);
	if (!asked) return 2;
	const program = await provisionN8n();
	return await withPackedPackage(async ({ tarball }) => await runDemo({ program, tarball, ...asked }));
}

exitWith(async () => await main(process.argv.slice(2)));
