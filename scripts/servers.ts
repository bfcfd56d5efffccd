/** Whatever runs until it is stopped. */
export interface Server {
	stop(): Promise<void>;
}

/** The servers of one command: stopped together, the last one first. */
export class Servers {
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

/**
 * Runs a command that starts servers, and stops them at its end, when it fails, and on Ctrl-C.
 *
 * @param command gets the list to add its servers to; the list's signal is aborted by Ctrl-C
 * @param onStop called before the servers are stopped
 * @returns the command's exit code; 130 when Ctrl-C made it fail
 */
export async function withServers(command: (servers: Servers) => Promise<number>, onStop: () => void): Promise<number> {
	const interrupted = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
	const servers = new Servers(interrupted.signal);
	try {
		return await command(servers);
	} catch (error) {
		if (!interrupted.signal.aborted) throw error;
		return 130;
	} finally {
		onStop();
		await servers.stopAll();
	}
}
