interface Stoppable {
	stop(): Promise<void>;
}

/** What global setup started: it lives in jest's own process, where global teardown finds it again. */
class Servers {
	private readonly running: Stoppable[] = [];

	add(server: Stoppable): void {
		this.running.push(server);
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
