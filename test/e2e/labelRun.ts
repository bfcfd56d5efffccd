import type { CredentialReference, WorkflowDefinition } from '../../scripts/n8n-host/api';
import type { SeenRequest } from '../../scripts/simulator-process';
import { byId, chain, rows, start, supportInbox } from './workflows';

/** The node that creates the labels. */
export const CREATE = 'Create';
export const INBOX = 101;

type Credentials = Record<string, CredentialReference>;

/** @returns the names of the labels that a run creates, one for each item */
export function labelNames(run: string, count: number): string[] {
	return Array.from({ length: count }, (_, item) => `${run}, label ${String(item).padStart(2, '0')}`);
}

/** A workflow that creates one label for each name: one request that must not be sent twice for each item. */
export function labelRun(run: string, names: string[], credentials: Credentials): WorkflowDefinition {
	const inbox = { messageBoxId: byId(INBOX) };
	const parameters = { resource: 'label', operation: 'create', ...inbox, name: '={{ $json.name }}', createLabelFields: { ifExists: 'create' } };
	const labels = rows('Names', names.map((name) => ({ name })));
	return chain(run, start(), ...labels, supportInbox(CREATE, parameters, credentials));
}

/** @returns the names of the labels that the service has created, in order; a name twice when it was created twice */
export function createdLabels(requests: SeenRequest[]): string[] {
	return requests.filter(isLabelCreation).map(({ body }) => (body as { name: string }).name);
}

/** Whether a request created a label, whatever became of the answer. */
export function isLabelCreation({ method, path, status }: SeenRequest): boolean {
	return method === 'POST' && path.endsWith('/labels') && status !== 403;
}
