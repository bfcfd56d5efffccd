import { setTimeout as delay } from 'node:timers/promises';
import { N8nApi, OWNER } from '../n8n-host/api';
import { startN8n, type N8nProgram, type N8nServer } from '../n8n-host/server';
import { type Servers, withServers } from '../servers';
import { startSimulatorProcess, type SimulatorProcess } from '../simulator-process';
import { say, sayBlock } from '../terminal';
import { Observer } from './observer';
import { saySlackMessage } from './print';
import { startReceiver, type Receiver } from './receiver';
import { setUpWorkflows, type DemoWorkflows } from './setUp';
import { tally } from './tally';
import { watchOnce } from './watchOnce';

/** Something happens at the service every few seconds: fast enough to watch, slow enough to read. */
const LIVE_MS = 8_000;
/** Until the first ticket, so that nobody waits for it: only some of what happens is a new ticket in the watched inbox. */
const FIRST_MS = 400;
const LOOK_MS = 1_000;

export interface DemoOptions {
	program: N8nProgram;
	tarball: string;
	/** end after the first tickets went all the way */
	once: boolean;
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
export async function runDemo(options: DemoOptions): Promise<number> {
	const demo = async (servers: Servers) => {
		const world = await startServers(options, servers);
		const api = new N8nApi(world.n8n.baseUrl);
		await api.logIn();
		const workflow = await setUpWorkflows(api, world.simulator, world.receiver.url);
		sayBlock(addresses(world, workflow));
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

function addresses({ simulator, receiver, n8n }: World, workflow: DemoWorkflows): string[] {
	return [
		`n8n               ${n8n.baseUrl}`,
		`  the workflow    ${n8n.baseUrl}/workflow/${workflow.id}`,
		`  a form          ${workflow.formUrl}   what you send arrives as a contact and a ticket`,
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
		const news = await observer.news();
		for (const line of news) say(line);
		if (news.length > 0 && news.length === observer.createdCount) await simulator.live(LIVE_MS);
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
