import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../../../scripts/n8n-host/execution';
import { chain, start, START, supportInbox } from '../workflows';
import type { World } from '../world';

/** Operations that build on each other, run as one workflow: their parameters, by `resource:operation`. */
export interface Story {
	/** What is there before, for expressions as `$('Given').first().json`. */
	given?: (world: World) => Promise<IDataObject>;
	trials: Record<string, IDataObject>;
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

/** Runs the operations of a story one after the other in one workflow. */
export async function play({ given: prepare, trials }: Story, world: World): Promise<Execution> {
	const values = (await prepare?.(world)) ?? {};
	const set = { mode: 'raw', jsonOutput: JSON.stringify(values), options: {} };
	const nodes = Object.entries(trials).map(([key, parameters]) => {
		const [resource, operation] = key.split(':');
		// The node before may put out several items; each operation is to run once.
		return supportInbox(key, { resource, operation, ...parameters }, world.credentials, { executeOnce: true });
	});
	const givenNode = { name: GIVEN, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: set };
	return await world.api.runWorkflow(await world.api.createWorkflow(chain('Operations', start(), givenNode, ...nodes)), START);
}
