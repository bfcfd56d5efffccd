import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference, WorkflowDefinition } from '../n8n-host/api';

/** Where the example workflows are. */
export const EXAMPLES = join(__dirname, '..', '..', 'examples');
/** Of the picture of an example's canvas on its page. */
export const MOST_PICTURE_BYTES = 40_000;
export const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** What a user fills in after importing an example. */
export interface Filling {
	/** by credential type */
	credentials: Record<string, CredentialReference>;
	/** node name -> parameters that replace the example's, whole values */
	parameters: Record<string, Record<string, unknown>>;
}

/** A node of an example's file. */
export interface ExampleNode extends IDataObject {
	name: string;
	type: string;
	parameters: IDataObject;
	credentials?: Record<string, CredentialReference>;
}

/** An example as its file has it. */
export interface Example extends WorkflowDefinition {
	nodes: ExampleNode[];
}

/** A row of an example's page: what its user fills in. */
export interface ToReplace {
	nodes: string[];
	what: string;
}

/** @returns the names of all examples, without `.json` */
export function exampleNames(): string[] {
	return readdirSync(EXAMPLES).filter((name) => name.endsWith('.json')).map((name) => basename(name, '.json'));
}

/** @returns an example as it is in its file */
export function readExample(file: string): Example {
	return JSON.parse(readFileSync(join(EXAMPLES, `${file}.json`), 'utf8')) as Example;
}

/** Writes an example into its file. */
export function writeExample(file: string, workflow: Example): void {
	writeFileSync(join(EXAMPLES, `${file}.json`), `${JSON.stringify(workflow, null, '\t')}\n`);
}

/** @returns an example without its pinned data, which n8n would show in place of what the nodes do */
export function readUnpinned(file: string): Example {
	const { pinData: _pinData, ...workflow } = readExample(file);
	return workflow;
}

/** @returns what the page of an example says is to be filled in, row by row */
export function toReplace(file: string): ToReplace[] {
	return rowsOf(file, 'To replace');
}

/** @returns what the notes on the canvas of an example say, row by row: what is to be filled in, and what can be changed */
export function noteRows(file: string): ToReplace[] {
	return [...toReplace(file), ...rowsOf(file, 'To change, if you like')];
}

function rowsOf(file: string, title: string): ToReplace[] {
	const page = readFileSync(join(EXAMPLES, `${file}.md`), 'utf8');
	const [, table = ''] = new RegExp(`\\*\\*${title}\\*\\*\n\n((?:\\|.*\n)+)`).exec(page) ?? [];
	const rows = table.trim().split('\n').slice(2).map((row) => row.split('|').map((cell) => cell.trim()));
	return rows.map(([, names = '', what = '']) => ({ nodes: names.split(', '), what }));
}

/**
 * Reads a workflow of the examples folder, unpins its data and fills it in, as a user does after importing it.
 *
 * @param file its name without `.json`
 * @throws when the filling names a node that the example does not have, or a credential is left open
 */
export function loadExample(file: string, filling: Filling): Example {
	return withFilling(readUnpinned(file), filling);
}

/** Fills a workflow in. @returns it. @throws as `loadExample` */
export function withFilling(workflow: Example, filling: Filling): Example {
	const { name, nodes } = workflow;
	for (const node of nodes) {
		Object.assign(node.parameters, filling.parameters[node.name]);
		for (const type of Object.keys(node.credentials ?? {})) {
			const reference = filling.credentials[type];
			if (!reference) throw new Error(`${name}: the credential "${type}" of "${node.name}" was not given`);
			node.credentials = { ...node.credentials, [type]: reference };
		}
	}
	const unknown = Object.keys(filling.parameters).filter((one) => !nodes.some((node) => node.name === one));
	if (unknown.length) throw new Error(`${name} has no node named ${unknown.join(', ')}`);
	return workflow;
}

/** @returns the value of a locator in which the user has chosen an entry of the list */
export function fromList(value: number, name: string) {
	return { __rl: true, mode: 'list', value, cachedResultName: name };
}

/** Whether a locator is still empty. */
export function isUnchosen(locator: unknown): boolean {
	return (locator as { value?: unknown } | undefined)?.value === '';
}
