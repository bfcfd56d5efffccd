import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { type RunSettings, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import type { Simulator, SimulatorOptions } from '../simulator';
import { type Sent, sent } from './sent';

/** The service of a test file, new for each test, and the operation that the file is about. */
export interface Service {
	readonly simulator: Simulator;
	/** Runs the operation in inbox 101 with these parameters besides. @returns the items that came out */
	run(parameters?: INodeParameters, settings?: RunSettings): Promise<INodeExecutionData[]>;
	/** @returns their `json` alone */
	json(parameters?: INodeParameters, settings?: RunSettings): Promise<unknown[]>;
	/** @returns the requests that arrived, see sent.ts */
	sent(): Sent[];
}

export const INBOX = 101;

/** Starts the service before each test of the file; after it, the service must have seen nothing that the document forbids. */
export function serviceFor(resource: string, operation: string, options: SimulatorOptions = {}): Service {

	const simulator = simulatorOfEachTest(options);

	const run: Service['run'] = async (parameters = {}, settings = {}) =>
		await runNode(simulator, { resource, operation, messageBoxId: byId(INBOX), ...parameters }, settings);

	return {
		get simulator() {
			return simulator;
		},
		run,
		json: async (parameters, settings) => (await run(parameters, settings)).map(({ json }) => json),
		sent: () => sent(simulator),
	};
}

/** @returns a resource locator's value as the editor stores it */
export function byId(value: number | string): INodeParameters {
	return { __rl: true, mode: 'id', value };
}

/** @returns `count` empty items, to run the operation on several */
export function emptyItems(count: number): INodeExecutionData[] {
	return Array.from({ length: count }, () => ({ json: {} }));
}
