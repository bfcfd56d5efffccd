import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitFor } from './net';
import { OwnProcess } from './process';

/** What `provisionN8n` returns: the Node to run n8n with, and n8n's start script. */
export interface N8nProgram {
	node: string;
	n8n: string;
}

export interface N8nOptions {
	program: N8nProgram;
	/** The packed node package, put where n8n keeps community packages. Default: what `userFolder` has. */
	tarball?: string;
	/** Default: a free port. */
	port?: number;
	/** Added to n8n's environment, for example EXECUTIONS_MODE. */
	env?: NodeJS.ProcessEnv;
	/** Default: a new temporary folder, removed by `stop`. A given one is kept. */
	userFolder?: string;
	/** Gets each line that n8n writes. */
	log?: (line: string) => void;
}

/** Where n8n runs: its own folder, its two ports and the key that encrypts its credentials. */
interface N8nPlace {
	/** N8N_USER_FOLDER: n8n keeps everything in `.n8n` below it. */
	userFolder: string;
	port: number;
	/** The port on which n8n's task runners find it. */
	brokerPort: number;
	encryptionKey: string;
}

/** What an n8n on a developer's machine must not do: call home, show news, load modules nobody needs here. */
const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_AI_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,insights',
};

/** The caller's own n8n settings must not change what the demo and the tests see; NODE_ENV is `test` inside jest. */
const OF_THE_CALLER = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|npm_|NODE_ENV$|NODE_OPTIONS$|JEST_)/;

/** @returns the environment of an n8n at `place`, reachable from this machine only; `extra` wins over all of it */
function n8nEnvironment(place: N8nPlace, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const own = Object.entries(process.env).filter(([name]) => !OF_THE_CALLER.test(name));
	return {
		...Object.fromEntries(own),
		...QUIET,
		N8N_USER_FOLDER: place.userFolder,
		N8N_PORT: String(place.port),
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_ENCRYPTION_KEY: place.encryptionKey,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PROTOCOL: 'http',
		N8N_SECURE_COOKIE: 'false',
		N8N_PUSH_BACKEND: 'websocket',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		DB_TYPE: 'sqlite',
		GENERIC_TIMEZONE: 'UTC',
		...extra,
	};
}


/** A real n8n, running. */
export class N8nServer {
	readonly baseUrl: string;
	private main: OwnProcess;

	/** Made by `startN8n`. */
	constructor(
		readonly place: N8nPlace,
		private readonly options: N8nOptions,
	) {
		this.baseUrl = `http://127.0.0.1:${place.port}`;
		this.main = this.spawn(['start']);
	}

	/** Starts n8n's program with these arguments at the same place: `['worker']`, `['import:workflow', ...]`. */
	spawn(args: string[], env: NodeJS.ProcessEnv = {}): OwnProcess {
		const { program, log } = this.options;
		const environment = n8nEnvironment(this.place, { ...this.options.env, ...env });
		return new OwnProcess(program.node, [program.n8n, ...args], environment, { log });
	}

	/** @throws with n8n's last lines when it ends, or is not ready within two minutes */
	async ready(): Promise<void> {
		const isReady = async () => {
			this.main.assertRunning();
			const response = await fetch(`${this.baseUrl}/healthz/readiness`).catch(() => undefined);
			return response?.status === 200 && (await this.hasApi());
		};
		await waitFor('n8n to be ready', isReady, { detail: () => this.tail() });
	}

	/** Older versions say that they are ready before their API is there. */
	private async hasApi(): Promise<boolean> {
		const response = await fetch(`${this.baseUrl}/rest/settings`).catch(() => undefined);
		const settings = (await response?.json().catch(() => undefined)) as { data?: { userManagement?: unknown } } | undefined;
		return settings?.data?.userManagement !== undefined;
	}

	get pid(): number | undefined {
		return this.main.pid;
	}

	/** @returns the last lines that n8n wrote */
	tail(): string {
		return this.main.tail();
	}

	/** The hard way, as a power cut would: nothing is saved on the way out. `restart` brings it back. */
	async kill(): Promise<void> {
		await this.main.kill();
	}

	/** Stops n8n if it runs and starts it again on the same folder and port. */
	async restart(): Promise<void> {
		await this.main.stop();
		this.main = this.spawn(['start']);
		await this.ready();
	}

	/** Ends n8n in order, and removes its folder unless the caller gave one. */
	async stop(): Promise<void> {
		await this.main.stop();
		if (this.options.userFolder === undefined) rmSync(this.place.userFolder, { recursive: true, force: true });
	}
}

/**
 * Starts n8n with the packed package installed, as a user's n8n has it, and waits until it answers.
 *
 * @throws with n8n's last lines when it does not start
 */
export async function startN8n(options: N8nOptions): Promise<N8nServer> {
	const place: N8nPlace = {
		userFolder: options.userFolder ?? mkdtempSync(join(tmpdir(), 'support-inbox-n8n-')),
		port: options.port ?? (await freePort()),
		brokerPort: await freePort(),
		// n8n keeps the key of a folder it knows and refuses another: a kept folder needs a kept key.
		encryptionKey: options.env?.N8N_ENCRYPTION_KEY ?? randomBytes(24).toString('hex'),
	};
	if (options.tarball) unpackPackage(options.tarball, place.userFolder);
	const server = new N8nServer(place, options);
	try {
		await server.ready();
	} catch (error) {
		await server.stop();
		throw error;
	}
	return server;
}

/** The package's name, which is also the prefix of its node types. */
export const PACKAGE_NAME = 'n8n-nodes-support-inbox';

/** @returns where n8n keeps the package when a user installs it from n8n's settings page */
export function packageFolder(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
}

/**
 * Puts the tarball where n8n keeps the community packages that a user installs from its settings page.
 *
 * @throws when the tarball cannot be read
 */
export function unpackPackage(tarball: string, userFolder: string): void {
	const folder = packageFolder(userFolder);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
}
