import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference, WorkflowDefinition } from '../../scripts/n8n-host/api';
import { NODE_TYPE, TRIGGER_TYPE } from './world';

/** A node before it has a place on the canvas. */
export interface NodeDraft extends IDataObject {
	name: string;
	type: string;
	typeVersion: number;
	parameters: IDataObject;
}

type Credentials = Record<string, CredentialReference>;

export const START = 'Start';

/** What a person starts by hand. */
export function start(): NodeDraft {
	return { name: START, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
}

/** Two nodes that put out one item for each row. */
export function rows(name: string, values: IDataObject[]): NodeDraft[] {
	const json = JSON.stringify({ row: values });
	const set = { mode: 'raw', jsonOutput: json, options: {} };
	const split = { fieldToSplitOut: 'row', options: {} };
	return [
		{ name: `${name} as one`, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: set },
		{ name, type: 'n8n-nodes-base.splitOut', typeVersion: 1, parameters: split },
	];
}

/** Our node. @param more for example `onError` */
export function supportInbox(
	name: string,
	parameters: IDataObject,
	credentials: Credentials,
	more: IDataObject = {},
): NodeDraft {
	return { name, type: NODE_TYPE, typeVersion: 1, parameters, credentials: { ...credentials }, ...more };
}

/** Our trigger, every minute. */
export function supportInboxTrigger(name: string, parameters: IDataObject, credentials: Credentials): NodeDraft {
	const pollTimes = { item: [{ mode: 'everyMinute' }] };
	const all = { pollTimes, ...parameters };
	return { name, type: TRIGGER_TYPE, typeVersion: 1, parameters: all, credentials: { ...credentials } };
}

/** A locator filled by its id. */
export function byId(value: number | string): IDataObject {
	return { __rl: true, mode: 'id', value };
}

/** The nodes one after the other, from left to right. */
export function chain(name: string, ...nodes: NodeDraft[]): WorkflowDefinition {
	const placed = nodes.map((node, place) => ({ id: `node-${place}`, position: [place * 240, 0], ...node }));
	const connections = Object.fromEntries(
		nodes.slice(0, -1).map((node, place) => {
			const next = nodes[place + 1]?.name ?? '';
			return [node.name, { main: [[{ node: next, type: 'main', index: 0 }]] }];
		}),
	);
	return { name, nodes: placed, connections };
}
