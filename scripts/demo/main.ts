import { setTimeout as delay } from 'node:timers/promises';
import { N8nApi, OWNER } from '../n8n-host/api';
import { startN8n, type N8nProgram, type N8nServer } from '../n8n-host/server';
import { startSimulatorProcess, type SimulatorProcess } from '../simulator-process';
import { Observer } from './observer';
import { say, sayBlock, saySlackMessage } from './print';
import { startReceiver, type Receiver } from './receiver';
import { setUpWorkflow, type DemoWorkflow } from './setUp';
import { tally } from './tally';
import { watchOnce } from './watchOnce';

/** Something happens at the service every few seconds: fast enough to watch, slow enough to read. */
const LIVE_MS = 8_000;
const LOOK_MS = 1_000;

export interface DemoOptions {
	program: N8nProgram;
	tarball: string;
	/** end after the first tickets went all the way */
	once: boolean;
}

interface Servers {
	simulator: SimulatorProcess;
	receiver: Receiver;
	n8n: N8nServer;
}

/**
 * Shows tickets flowing from the simulated service through a real n8n to a stand-in for Slack.
 *
 * @returns the exit code: 0, or 1 when `once` and a number is not what it must be
 */
export async function runDemo(options: DemoOptions): Promise<number> {
	const stopped = new AbortController();
	const stop = () => stopped.abort();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
	const running: Array<{ stop(): Promise<void> }> = [];
	try {
		const servers = await startServers(options, running, stopped.signal);
		const api = new N8nApi(servers.n8n.baseUrl);
		await api.logIn();
		const workflow = await setUpWorkflow(api, servers.simulator, servers.receiver.url);
		sayBlock(addresses(servers, workflow));
		const observer = new Observer(servers.simulator, api, servers.receiver, workflow);
		return await (options.once ? once : untilStopped)(servers.simulator, observer, stopped.signal);
	} catch (error) {
		if (!stopped.signal.aborted) throw error;
		return 130;
	} finally {
		say('Stopping n8n, the simulator and the receiver ...');
		for (const server of running.reverse()) await server.stop();
	}
}

async function startServers(
	{ program, tarball }: DemoOptions,
	running: Array<{ stop(): Promise<void> }>,
	signal: AbortSignal,
): Promise<Servers> {
	const started = <T extends { stop(): Promise<void> }>(server: T) => {
		running.push(server);
		signal.throwIfAborted();
		return server;
	};
	say('Starting the simulated Support Inbox service ...');
	const simulator = started(await startSimulatorProcess());
	const receiver = started(await startReceiver(saySlackMessage));
	say('Starting n8n with the packed package ...');
	const n8n = started(await startN8n({ program, tarball }));
	return { simulator, receiver, n8n };
}

function addresses({ simulator, receiver, n8n }: Servers, workflow: DemoWorkflow): string[] {
	return [
		`n8n               ${n8n.baseUrl}`,
		`  the workflow    ${n8n.baseUrl}/workflow/${workflow.id}`,
		`  e-mail          ${OWNER.email}`,
		`  password        ${OWNER.password}`,
		`simulated service ${simulator.baseUrl}   token: ${simulator.token}`,
		`instead of Slack  ${receiver.url}`,
	];
}

async function untilStopped(simulator: SimulatorProcess, observer: Observer, signal: AbortSignal): Promise<number> {
	await observer.begin();
	await simulator.live(LIVE_MS);
	say('Customers are writing. n8n asks for new tickets once a minute. Ctrl-C stops everything.');
	while (!signal.aborted) {
		for (const line of await observer.news()) say(line);
		await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
	}
	return 0;
}

async function once(simulator: SimulatorProcess, observer: Observer, signal: AbortSignal): Promise<number> {
	const seen = await watchOnce(simulator, observer, signal);
	const { lines, ok } = tally(seen);
	sayBlock([ok ? 'Every ticket went all the way, once.' : 'Something is not as it must be.', ...lines]);
	return ok ? 0 : 1;
}
