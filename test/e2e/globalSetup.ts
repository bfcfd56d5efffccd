import { N8nApi } from '../../scripts/n8n-host/api';
import { startN8n, type N8nProgram } from '../../scripts/n8n-host/server';
import { startSimulatorProcess } from '../../scripts/simulator-process';
import { servers } from './servers';
import { CREDENTIAL_TYPE, shareWorld } from './world';

/** One simulator and one n8n for all tests; a test that ends or starves a server starts its own. */
export default async function setUp(): Promise<void> {
	const { E2E_PROGRAM, E2E_TARBALL } = process.env;
	if (!E2E_PROGRAM || !E2E_TARBALL) throw new Error('Start these tests with: npm run test:e2e');
	const program = JSON.parse(E2E_PROGRAM) as N8nProgram;
	// The tests ask more in a minute than one user does; the rate limit has tests of its own.
	const simulator = await startSimulatorProcess(['--limit', '6000']);
	servers.add(simulator);
	const n8n = await startN8n({ program, tarball: E2E_TARBALL });
	servers.add(n8n);
	const api = new N8nApi(n8n.baseUrl);
	await api.logIn();
	const { baseUrl, token } = simulator;
	const data = { baseUrl, accessToken: token };
	const credential = await api.createCredential('Support Inbox (simulator)', CREDENTIAL_TYPE, data);
	shareWorld({ program, tarball: E2E_TARBALL, n8nUrl: n8n.baseUrl, simulator: { baseUrl, token }, credential });
}
