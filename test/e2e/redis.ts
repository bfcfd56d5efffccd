import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/n8n-host/net';
import { OwnProcess } from '../../scripts/n8n-host/process';
import { findProgram, takesConnections } from './program';

/** @returns the path of redis-server. @throws that says what to install */
export function findRedis(): string {
	return findProgram('redis-server', {
		variable: 'REDIS_SERVER_PATH',
		advice: 'the tests of queue mode need it. Debian, Ubuntu: apt-get install redis-server',
	});
}

/** A Redis of this test, reachable from this machine only, that keeps its data through a restart. */
export class Redis {
	private server: OwnProcess;

	private constructor(
		readonly port: number,
		private readonly folder: string,
		/** as the compose file has them, for example `--appendonly yes` */
		private readonly settings: string[],
	) {
		this.server = this.spawn();
	}

	/** Starts it on a free port. @throws with its last lines when it does not start */
	static async start(settings: string[] = []): Promise<Redis> {
		const redis = new Redis(await freePort(), mkdtempSync(join(tmpdir(), 'support-inbox-redis-')), settings);
		await takesConnections('Redis', redis.server).catch(async (error: unknown) => {
			await redis.stop();
			throw error;
		});
		return redis;
	}

	/** The hard way, as a power cut would. `restart` brings it back with what it had written down. */
	async kill(): Promise<void> {
		await this.server.kill();
	}

	/** Starts it again on the same port and data. */
	async restart(): Promise<void> {
		await this.server.stop();
		this.server = this.spawn();
		await takesConnections('Redis', this.server);
	}

	/** Ends it and removes its data. */
	async stop(): Promise<void> {
		await this.server.stop();
		rmSync(this.folder, { recursive: true, force: true });
	}

	private spawn(): OwnProcess {
		const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder];
		return new OwnProcess(findRedis(), [...place, ...this.settings], process.env);
	}
}
