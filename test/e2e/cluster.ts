import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { N8nApi, type CredentialReference } from '../../scripts/n8n-host/api';
import { freePort, waitFor } from '../../scripts/n8n-host/net';
import type { OwnProcess } from '../../scripts/n8n-host/process';
import { startN8n, type N8nProgram, type N8nServer } from '../../scripts/n8n-host/server';
import { startSimulatorProcess, type SimulatorProcess } from '../../scripts/simulator-process';
import { readCompose, type ComposeFile } from './compose';
import { Postgres } from './postgres';
import { Redis } from './redis';
import { CREDENTIAL_TYPE, enterWorld } from './world';

/**
 * n8n notices a lost worker when its lock on the job has run out: a minute and a half, here some twenty seconds. Less is
 * too little: five cold workers on a busy machine do not renew a lock of six seconds in time, and n8n takes the job away.
 */
export const QUICK_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};
/** Longer than any request waits for its answer: what waits for it has all of that time to be killed. */
export const SLOW_ANSWER_MS = 60_000;
/** Where the image of n8n keeps its user folder. */
const HOME_IN_CONTAINER = '/home/node';

export interface ClusterOptions {
	/** Default: as many as the compose file has. */
	workers?: number;
	/** arguments of the simulator, for example `['--limit', '60']` */
	simulator?: string[];
	/** added to the environment of main and workers */
	env?: NodeJS.ProcessEnv;
}

/** n8n in queue mode, as examples/queue-mode has it, without containers: its settings and commands, other hosts and ports. */
export class Cluster {
	readonly workers: OwnProcess[] = [];
	simulator!: SimulatorProcess;
	redis!: Redis;
	/** main */
	n8n!: N8nServer;
	/** logged in */
	api!: N8nApi;
	/** for `credentials` of a node */
	credentials!: Record<string, CredentialReference>;
	private readonly stops: Array<() => Promise<void>> = [];

	private constructor(private readonly compose: ComposeFile) {}

	/** Starts all of it. @throws with the last lines of what does not start, after stopping the rest */
	static async start(options: ClusterOptions = {}): Promise<Cluster> {
		const { program, tarball } = await enterWorld();
		const variables = { PACKAGE_FILE: tarball, POSTGRES_PASSWORD: 'any', N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex') };
		const cluster = new Cluster(readCompose(variables));
		try {
			await cluster.begin(options, program, tarball);
		} catch (error) {
			await cluster.stop();
			throw error;
		}
		return cluster;
	}

	/** Stops everything, the last one first. */
	async stop(): Promise<void> {
		for (const stop of this.stops.splice(0).reverse()) await stop();
	}

	/** Starts workers and waits until they take work. */
	async addWorkers(count: number): Promise<void> {
		const added = await Promise.all(Array.from({ length: count }, async () => await this.addWorker()));
		const areReady = () => {
			for (const worker of added) worker.assertRunning();
			return added.every((worker) => worker.findLine(/worker is now ready/i));
		};
		const detail = () => added.map((worker) => worker.tail()).join('\n');
		await waitFor('the workers', areReady, { detail });
	}

	/** @returns the workers that have started this execution; more than one when n8n started it again */
	workersOf(executionId: string): OwnProcess[] {
		const started = new RegExp(`started execution ${executionId}\\b`, 'i');
		return this.workers.filter((worker) => worker.findLine(started));
	}

	private async begin(options: ClusterOptions, program: N8nProgram, tarball: string): Promise<void> {
		const { services } = this.compose;
		const [, ...redisSettings] = services.redis.command ?? [];
		const postgres = this.keep(await Postgres.start());
		this.redis = this.keep(await Redis.start(redisSettings));
		this.simulator = this.keep(await startSimulatorProcess(options.simulator));
		const userFolder = mkdtempSync(join(tmpdir(), 'support-inbox-cluster-'));
		this.stops.push(async () => rmSync(userFolder, { recursive: true, force: true }));
		this.install(program, tarball, userFolder);
		const env = {
			...services.main.environment,
			...postgres.environment,
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(this.redis.port),
			...options.env,
		};
		this.n8n = this.keep(await startN8n({ program, userFolder, env }));
		await this.addWorkers(options.workers ?? services.worker.deploy?.replicas ?? 1);
		this.api = new N8nApi(this.n8n.baseUrl);
		await this.api.logIn();
		const data = { baseUrl: this.simulator.baseUrl, accessToken: this.simulator.token };
		this.credentials = { [CREDENTIAL_TYPE]: await this.api.createCredential('Support Inbox (queue)', CREDENTIAL_TYPE, data) };
	}

	/** The compose file's own command, its paths on this machine. */
	private install(program: N8nProgram, tarball: string, userFolder: string): void {
		const { entrypoint = [], command = [] } = this.compose.services.install;
		const here = (arg: string) => arg.replace(HOME_IN_CONTAINER, userFolder).replace('/package.tgz', tarball);
		const [name = '', ...args] = [...entrypoint, ...command].map(here);
		mkdirSync(join(userFolder, '.n8n', 'nodes'), { recursive: true });
		execFileSync(name, args, { stdio: 'pipe', shell: process.platform === 'win32', cwd: dirname(program.node) });
	}

	private async addWorker(): Promise<OwnProcess> {
		const brokerPort = String(await freePort());
		const worker = this.n8n.spawn(this.compose.services.worker.command ?? [], { N8N_RUNNERS_BROKER_PORT: brokerPort });
		this.workers.push(this.keep(worker));
		return worker;
	}

	private keep<T extends { stop(): Promise<void> }>(server: T): T {
		this.stops.push(async () => await server.stop());
		return server;
	}
}
