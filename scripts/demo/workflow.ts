import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialReference, WorkflowDefinition } from '../n8n-host/api';

/** Where the example workflows are. */
export const EXAMPLES = join(__dirname, '..', '..', 'examples');

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** What a user fills in after importing an example. */
export interface Filling {
	/** by credential type */
	credentials: Record<string, CredentialReference>;
	/** node name -> parameters that replace the example's, whole values */
	parameters: Record<string, Record<string, unknown>>;
	/** placeholder in any text -> what the user writes in its place */
	texts?: Record<string, string>;
	/** what the note on the canvas says in place of what to replace, once nothing is left to be replaced */
	note?: string;
}

interface ExampleNode extends Record<string, unknown> {
	name: string;
	parameters: Record<string, unknown>;
	credentials?: Record<string, CredentialReference>;
}

/**
 * Reads a workflow of the examples folder and fills it in as a user does after importing it.
 *
 * @param file its name without `.json`
 * @throws when the filling names a node or a placeholder that the example does not have, or a credential is left open
 */
export function loadExample(file: string, filling: Filling): WorkflowDefinition {
	const workflow = JSON.parse(withTexts(file, filling.texts ?? {})) as WorkflowDefinition;
	const nodes = workflow.nodes as ExampleNode[];
	for (const node of nodes) {
		Object.assign(node.parameters, filling.parameters[node.name]);
		if (filling.note !== undefined && node.type === STICKY_NOTE) {
			node.parameters.content = String(node.parameters.content).replace(/\*\*To replace\*\*[^]*$/, filling.note);
		}
		for (const type of Object.keys(node.credentials ?? {})) {
			const reference = filling.credentials[type];
			if (!reference) throw new Error(`${file}: the credential "${type}" of "${node.name}" was not given`);
			node.credentials = { ...node.credentials, [type]: reference };
		}
	}
	const unknown = Object.keys(filling.parameters).filter((name) => !nodes.some((node) => node.name === name));
	if (unknown.length) throw new Error(`${file} has no node named ${unknown.join(', ')}`);
	return workflow;
}

function withTexts(file: string, texts: Record<string, string>): string {
	let content = readFileSync(join(EXAMPLES, `${file}.json`), 'utf8');
	for (const [placeholder, text] of Object.entries(texts)) {
		if (!content.includes(placeholder)) throw new Error(`${file} has nothing to replace with the text ${placeholder}`);
		content = content.replaceAll(placeholder, JSON.stringify(text).slice(1, -1));
	}
	return content;
}

/** @returns the value of a locator in which the user has chosen an entry of the list */
export function fromList(value: number, name: string) {
	return { __rl: true, mode: 'list', value, cachedResultName: name };
}
