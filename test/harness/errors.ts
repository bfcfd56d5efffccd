import type { INodeParameters, NodeApiError } from 'n8n-workflow';
import { type RunSettings, runNode, type Service } from './engine';

const MAX_DEPTH = 8;

/** Runs the node. @returns the error that the run ends with. @throws when it ends without one */
export async function failureOf(service: Service, parameters: INodeParameters): Promise<NodeApiError> {
	return await runNode(service, parameters).then(
		() => {
			throw new TypeError('It did not fail');
		},
		(error: NodeApiError) => error,
	);
}

/** Runs the operation, such as `ticket.get`. @returns the message of its refusal, undefined when there was none */
export async function refusalOf(service: Service, name: string, parameters: INodeParameters, settings: RunSettings = {}): Promise<string | undefined> {
	const [resource, operation] = name.split('.');
	return await runNode(service, { resource, operation, ...parameters }, settings).then(
		() => undefined,
		(error: Error) => error.message,
	);
}

/** @returns every text that hangs on an error, for all that show, store or log it, also where JSON does not look */
export function everythingIn(error: unknown, depth = 0): string {
	if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return String(error);
	const inner = Reflect.ownKeys(error).map((name) => everythingIn(Reflect.get(error, name), depth + 1));
	return [JSON.stringify(error), String(error), ...inner].join('\n');
}
