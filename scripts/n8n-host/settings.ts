/** Where n8n runs: its own folder, its two ports and the key that encrypts its credentials. */
export interface N8nPlace {
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
export function n8nEnvironment(place: N8nPlace, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
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
