import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../nodes/SupportInbox/resources';
import type { Operation, Resource } from '../../nodes/SupportInbox/resources/operation';
import type { Schema } from '../../test/schemas/described';
import { fieldTable } from './fields';
import { page, table } from './markdown';

export const SCHEMAS = join(__dirname, '../../nodes/SupportInbox/__schema__/v1.0.0');

/** docs/reference/node.md: each operation with its fields and its output. */
export function nodePage(): string {
	const all = resources.flatMap((resource) => resource.operations.map((operation) => [
		`[${titleOf(resource, operation)}](#${anchorOf(titleOf(resource, operation))})`,
		effectOf(resource, operation),
		operation.description,
	]));
	return page('Support Inbox: operations and fields', 'Each operation of the node, with its fields and its output. [Concepts](../concepts.md) explains what all of them have in common.', [
		table(['Operation', 'Effect', 'What it does'], all),
		...resources.flatMap((resource) => resource.operations.map((operation) => sectionOf(resource, operation))),
	]);
}

function sectionOf(resource: Resource, operation: Operation): string {
	const { method, path, description, fields, sendsNothing } = operation;
	const request = sendsNothing === true ? 'It sends no request.' : `Endpoint: \`${method} ${path}\`.`;
	return [
		`## ${titleOf(resource, operation)}`,
		`${description.replace(/(?<![.?!])$/, '.')} ${request}`,
		fieldTable(fields) || 'It has no fields.',
		outputTable(join(SCHEMAS, resource.value, `${operation.value}.json`)),
	].join('\n\n');
}

/** @param file the schema of an output @returns its fields, each with its type; '' before there is one */
export function outputTable(file: string): string {
	if (!existsSync(file)) return '';
	const { properties = {}, required = [] } = JSON.parse(readFileSync(file, 'utf8')) as Schema;
	const rows = Object.entries(properties).map(([name, schema]) => [`\`${name}\``, typeOf(schema as Schema), required.includes(name) ? 'always' : 'where it applies']);
	return table(['Output', 'Type', 'Present'], rows);
}

function typeOf({ type = [], items }: Schema): string {
	const types = [type].flat().filter((one) => one !== 'null').map((one) => (one === 'array' ? `list of ${items === undefined ? 'anything' : typeOf(items as Schema)}` : one));
	return [...types, ...([type].flat().includes('null') ? ['null'] : [])].join(' or ');
}

const titleOf = (resource: Resource, operation: Operation) => `${resource.name}: ${operation.name}`;
/** As GitHub makes it of a heading. */
const anchorOf = (title: string) => title.toLowerCase().replace(/[^\w\s-]/g, '').replace(/ /g, '-');

/** @returns what running the operation does at the service: who gives it to an assistant has to know */
export function effectOf({ value }: Resource, { method, semantics }: Operation): string {
	if (value === 'email') return '**sends to a customer**';
	if (method === 'DELETE') return '**deletes**';
	return method === 'GET' || semantics === 'safe' ? 'reads' : 'writes';
}
