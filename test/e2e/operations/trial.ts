import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../../../scripts/n8n-host/execution';
import type { SeenRequest } from '../../../scripts/simulator-process';
import { chain, start, START, supportInbox } from '../workflows';
import type { World } from '../world';

/** A request as the service is to see it; `#` in the path stands for any number. Without a body none may arrive. */
export interface Sent {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	query?: Record<string, string>;
	body?: unknown;
}

/** One operation, filled in by a user and run once. */
export interface Trial {
	/** without resource and operation; expressions reach what was `given` and the trials before by their key */
	parameters: IDataObject;
	/** every request that is to arrive, in order */
	sends: Sent[];
	/** what the items are to match */
	returns: unknown[];
}

/** Operations that build on each other, run as one workflow, by `resource:operation`. */
export interface Story {
	/** What is there before, for expressions as `$('Given').first().json`. */
	given?: (world: World) => Promise<IDataObject>;
	trials: Record<string, Trial>;
}

/** What came of a story: its execution, and the requests that arrived meanwhile. */
export interface Report {
	execution: Execution;
	requests: SeenRequest[];
}

const GIVEN = 'Given';

/** @returns an expression for a value that was given */
export function given(name: string): string {
	return `={{ $('${GIVEN}').first().json.${name} }}`;
}

/** @returns an expression for a value that an earlier trial put out */
export function from(key: string, name: string): string {
	return `={{ $('${key}').first().json.${name} }}`;
}

/** Runs the operations of a story one after the other in one workflow. */
export async function play({ given: prepare, trials }: Story, world: World): Promise<Report> {
	const values = (await prepare?.(world)) ?? {};
	const set = { mode: 'raw', jsonOutput: JSON.stringify(values), options: {} };
	const nodes = Object.entries(trials).map(([key, { parameters }]) => {
		const [resource, operation] = key.split(':');
		// The node before may put out several items; each operation is to run once.
		return supportInbox(key, { resource, operation, ...parameters }, world.credentials, { executeOnce: true });
	});
	const givenNode = { name: GIVEN, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: set };
	const id = await world.api.createWorkflow(chain('Operations', start(), givenNode, ...nodes));
	const before = (await world.simulator.requests()).length;
	const execution = await world.api.runWorkflow(id, START);
	return { execution, requests: (await world.simulator.requests()).slice(before) };
}

/** @returns what a request is to look like, for `toEqual` against `seen` */
export function expectedRequest({ method, path, query = {}, body }: Sent): unknown {
	const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('#', '\\d+')}$`);
	return { method, path: expect.stringMatching(pattern), query, body };
}

/** @returns the parts of a request that a user can cause */
export function seen({ method, path, query, body }: SeenRequest): unknown {
	return { method, path, query, body };
}
