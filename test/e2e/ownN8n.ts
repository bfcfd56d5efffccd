import { N8nApi, type CredentialReference } from '../../scripts/n8n-host/api';
import { startN8n, type N8nServer } from '../../scripts/n8n-host/server';
import { startSimulatorProcess, type SimulatorProcess } from '../../scripts/simulator-process';
import { CREDENTIAL_TYPE, enterWorld } from './world';

/** An n8n and a simulator that no other test uses: for what ends n8n, or uses the limit up. */
export interface OwnN8n {
	/** its limit is the documented one */
	simulator: SimulatorProcess;
	n8n: N8nServer;
	/** logged in */
	api: N8nApi;
	/** for `credentials` of a node */
	credentials: Record<string, CredentialReference>;
	/** Ends both. */
	stop(): Promise<void>;
}

/** @param env added to n8n's environment; @param simulatorArgs of the simulator. @throws with the last lines of what does not start, after stopping the rest */
export async function startOwnN8n(env: NodeJS.ProcessEnv = {}, simulatorArgs: string[] = []): Promise<OwnN8n> {
	const { program, tarball } = await enterWorld();
	const simulator = await startSimulatorProcess(simulatorArgs);
	let n8n: N8nServer | undefined;
	const stop = async () => {
		await n8n?.stop();
		await simulator.stop();
	};
	try {
		n8n = await startN8n({ program, tarball, env });
		const api = new N8nApi(n8n.baseUrl);
		await api.logIn();
		const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token };
		const credentials = { [CREDENTIAL_TYPE]: await api.createCredential('Support Inbox', CREDENTIAL_TYPE, data) };
		return { simulator, n8n, api, credentials, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
