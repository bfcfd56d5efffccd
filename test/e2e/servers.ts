interface Stoppable {
	stop(): Promise<void>;
}

/** What global setup started: it lives in jest's own process, where global teardown finds it again. */
class Servers {
	private readonly running: Stoppable[] = [];

	/** Remembers a server to be stopped. @returns it */
	add<T extends Stoppable>(server: T): T {
		this.running.push(server);
		return server;
	}

	/** Ends all of them, the last one first. */
	async stopAll(): Promise<void> {
		for (const server of this.running.splice(0).reverse()) await server.stop();
	}
}

declare global {
	// Setup and teardown each load this module anew; the global object is what they share.
	var supportInboxServers: Servers | undefined;
}

export const servers = (globalThis.supportInboxServers ??= new Servers());
