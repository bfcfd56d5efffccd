import { N8nApi } from '../../scripts/n8n-host/api';
import { startN8n, type N8nProgram } from '../../scripts/n8n-host/server';
import { startSimulatorProcess } from '../../scripts/simulator-process';
import { servers } from './servers';
import { CREDENTIAL_TYPE, shareWorld } from './world';

/** One simulator and one n8n for all tests; a test that ends or starves a server starts its own. */
export default async function setUp(): Promise<void> {
	const { E2E_PROGRAM, E2E_TARBALL } = process.env;
	if (!E2E_PROGRAM || !E2E_TARBALL) throw new Error('Start these tests with: npm run test:e2e');
	endWithTheTests();
	try {
		await startServers(JSON.parse(E2E_PROGRAM) as N8nProgram, E2E_TARBALL);
	} catch (error) {
		// Jest runs no teardown after a setup that failed.
		await servers.stopAll();
		throw error;
	}
}

async function startServers(program: N8nProgram, tarball: string): Promise<void> {
	// The tests ask more in a minute than one user does; the rate limit has tests of its own.
	const simulator = servers.add(await startSimulatorProcess(['--limit', '6000']));
	const n8n = servers.add(await startN8n({ program, tarball }));
	const api = new N8nApi(n8n.baseUrl);
	await api.logIn();
	const { baseUrl, token } = simulator;
	const data = { baseUrl, accessToken: token };
	const credential = await api.createCredential('Support Inbox (simulator)', CREDENTIAL_TYPE, data);
	shareWorld({ program, tarball, n8nUrl: n8n.baseUrl, simulator: { baseUrl, token }, credential });
}

/** Ctrl-C ends jest without its teardown, and the servers have process groups of their own. */
function endWithTheTests(): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => void servers.stopAll().finally(() => process.exit(130)));
	}
}
