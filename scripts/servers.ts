import { N8nApi, OWNER } from './n8n-host/api';
import { provisionN8n } from './n8n-host/provision';
import { startN8n, type N8nOptions, type N8nServer } from './n8n-host/server';
import { withPackedPackage } from './pack';
import { say } from './run';
import { startSimulatorProcess, type SimulatorProcess } from './simulator-process';

/** Whatever runs until it is stopped. */
interface Server {
	stop(): Promise<void>;
}

/** The servers of one command: stopped together, the last one first. */
class Servers {
	private readonly running: Server[] = [];

	constructor(readonly signal: AbortSignal) {}

	/** @returns the server, which is stopped at the end. @throws when Ctrl-C came while it started */
	add<T extends Server>(server: T): T {
		this.running.push(server);
		this.signal.throwIfAborted();
		return server;
	}

	async stopAll(): Promise<void> {
		for (const server of this.running.reverse()) await server.stop();
	}
}

/** What `withN8n` has started, as a command sees it. */
export interface Started {
	simulator: SimulatorProcess;
	n8n: N8nServer;
	/** logged in */
	api: N8nApi;
	/** where these are, and who logs in, to be printed */
	addresses: string[];
	/** the packed package */
	tarball: string;
	/** takes what else the command starts; the signal is aborted by Ctrl-C */
	servers: Servers;
}

/** How n8n is started; `isInstalled`: whether it has the package already. */
interface Setting extends Pick<N8nOptions, 'env' | 'log'> {
	isInstalled?: boolean;
}

/**
 * Runs a command beside a new n8n with the packed package in it and the simulated service. Both are stopped at its end,
 * when it fails, and on Ctrl-C.
 *
 * @returns the command's exit code; 130 when Ctrl-C made it fail
 */
export async function withN8n(command: (started: Started) => Promise<number>, { isInstalled = true, ...options }: Setting = {}): Promise<number> {
	const program = await provisionN8n();
	return await withPackedPackage(
		async ({ tarball }) =>
			await withServers(async (servers) => {
				say('Starting the simulated Support Inbox service ...');
				const simulator = servers.add(await startSimulatorProcess());
				say(`Starting n8n ${isInstalled ? 'with the packed package' : 'without a package'} ...`);
				const n8n = servers.add(await startN8n({ program, ...(isInstalled && { tarball }), ...options }));
				const api = new N8nApi(n8n.baseUrl);
				await api.logIn();
				const addresses = [
					`n8n               ${n8n.baseUrl}   e-mail: ${OWNER.email}   password: ${OWNER.password}`,
					`simulated service ${simulator.baseUrl}   token: ${simulator.token}`,
				];
				return await command({ simulator, n8n, api, addresses, tarball, servers });
			}),
	);
}

async function withServers(command: (servers: Servers) => Promise<number>): Promise<number> {
	const interrupted = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
	const servers = new Servers(interrupted.signal);
	try {
		return await command(servers);
	} catch (error) {
		if (!interrupted.signal.aborted) throw error;
		return 130;
	} finally {
		say('Stopping n8n and what was started with it ...');
		await servers.stopAll();
	}
}
