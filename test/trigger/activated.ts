import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { pollerOf } from '../harness/engine';

type Rest = Parameters<typeof pollerOf>;

/** Activates a trigger of inbox 101 in n8n-core's poll context. @returns its next poll, as JSON */
export async function activated(service: Rest[0], parameters: INodeParameters = {}, settings: Rest[2] = {}): Promise<() => Promise<IDataObject[]>> {
	const node = pollerOf(service, { messageBoxIds: [101], ...parameters }, settings);
	await node.poll();
	return async () => ((await node.poll()) ?? []).map(({ json }) => json);
}
