import { N8nApi, type CredentialReference } from '../../scripts/n8n-host/api';
import type { N8nProgram } from '../../scripts/n8n-host/server';
import { SimulatorClient, type SimulatorAddress } from '../../scripts/simulator-process';

export const CREDENTIAL_TYPE = 'supportInboxApi';
export const NODE_TYPE = 'n8n-nodes-support-inbox.supportInbox';
export const TRIGGER_TYPE = 'n8n-nodes-support-inbox.supportInboxTrigger';

/** What all tests share, as plain values. */
interface SharedWorld {
	program: N8nProgram;
	tarball: string;
	n8nUrl: string;
	simulator: SimulatorAddress;
	credential: CredentialReference;
}

/** The same, ready to use. */
export interface World extends Omit<SharedWorld, 'simulator'> {
	/** logged in */
	api: N8nApi;
	simulator: SimulatorClient;
	/** for `credentials` of a node */
	credentials: Record<string, CredentialReference>;
}

/** Called by global setup. */
export function shareWorld(shared: SharedWorld): void {
	process.env.E2E_WORLD = JSON.stringify(shared);
}

/** @returns the n8n and the simulator that global setup started */
export async function enterWorld(): Promise<World> {
	const shared = JSON.parse(process.env.E2E_WORLD ?? '{}') as SharedWorld;
	const api = new N8nApi(shared.n8nUrl);
	await api.logIn();
	return {
		...shared,
		api,
		simulator: new SimulatorClient(shared.simulator),
		credentials: { [CREDENTIAL_TYPE]: shared.credential },
	};
}
