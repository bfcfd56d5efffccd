import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../../../scripts/n8n-host/execution';
import type { SeenRequest } from '../../../scripts/simulator-process';
import { observe } from '../observe';
import { chain, start, START, supportInbox } from '../workflows';
import type { World } from '../world';

/** One operation, filled in by a user and run once. */
export interface Trial {
	/** without resource and operation; expressions reach what was `given` and the trials before by their key */
	parameters: IDataObject;
	/** every request that is to arrive, in order, as `sentAs` has it */
	sends: string[];
	/** what the items are to match */
	returns: unknown[];
}

/** Operations that build on each other, run as one workflow, by `resource:operation`. */
export interface Story {
	/** What is there before, for expressions as `$('Given').first().json`. */
	given?: (world: World) => Promise<IDataObject>;
	trials: Record<string, Trial>;
}

const GIVEN = 'Given';

/** @returns an expression for a value that was given, or that an earlier trial put out */
export function from(key: string, name: string): string {
	return `={{ $('${key}').first().json.${name} }}`;
}

/** @returns an expression for a value that was given */
export function given(name: string): string {
	return from(GIVEN, name);
}

/** Runs the operations of a story one after the other in one workflow. @returns its execution, and the requests that arrived meanwhile */
export async function play({ given: prepare, trials }: Story, world: World): Promise<{ execution: Execution; sent: string[] }> {
	const values = (await prepare?.(world)) ?? {};
	const set = { mode: 'raw', jsonOutput: JSON.stringify(values), options: {} };
	const nodes = Object.entries(trials).map(([key, { parameters }]) => {
		const [resource, operation] = key.split(':');
		// The node before may put out several items; each operation is to run once.
		return supportInbox(key, { resource, operation, ...parameters }, world.credentials, { executeOnce: true });
	});
	const givenNode = { name: GIVEN, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: set };
	const id = await world.api.createWorkflow(chain('Operations', start(), givenNode, ...nodes));
	const observation = await observe(world.simulator);
	const execution = await world.api.runWorkflow(id, START);
	return { execution, sent: (await observation.requests()).map(sentAs) };
}

/** @returns method and path below `/api/v2`; `#` stands for a number that the service gave */
function sentAs({ method, path }: SeenRequest): string {
	return `${method} ${path.replace('/api/v2/', '').replace(/\/\d{4,}\b/g, '/#')}`;
}
