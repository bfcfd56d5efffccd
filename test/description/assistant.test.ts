import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import type { INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';

import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { resources } from '../../nodes/SupportInbox/resources';
import type { Field } from '../../nodes/SupportInbox/fields/sent';

/** What n8n's assistant and its MCP server tell a model of a node: n8n calls the same generator. */
function toldOf({ properties, ...description }: INodeTypeDescription): string {
	const visible = properties.filter(({ type }) => type !== 'hidden');
	return generateNodeTypeFile({ ...description, properties: visible } as Parameters<typeof generateNodeTypeFile>[0]);
}

const told = toldOf(new SupportInbox().description);
const toldTypes = ts.createSourceFile('told.ts', told, ts.ScriptTarget.Latest, true).statements.filter(ts.isTypeAliasDeclaration);

/** @returns the names of the fields, those within a collection as `filters.since` */
function toldNames(type: ts.TypeNode, collections: readonly string[], above = ''): string[] {
	if (!ts.isTypeLiteralNode(type)) return [];
	return type.members.filter(ts.isPropertySignature).flatMap((member) => {
		const name = `${above}${(member.name as ts.Identifier).text}`;
		return [name, ...(collections.includes(name) ? toldNames(member.type!, [], `${name}.`) : [])];
	});
}

function ownNames(fields: readonly Field[], above = ''): string[] {
	return fields.flatMap(({ name, type, options }) => [
		`${above}${name}`,
		...(type === 'collection' ? ownNames(options as Field[], `${name}.`) : []),
	]);
}

it('is short', () => {
	expect(told.length).toBeLessThanOrEqual(75_000);
	expect(toldOf(new SupportInboxTrigger().description).length).toBeLessThanOrEqual(15_000);
});

const operations = resources.flatMap(({ value: resource, operations: own }) => own.map(({ value, fields }) => ({ resource, operation: value, fields })));

it.each(operations)('$resource: $operation has its own fields, and no others', ({ resource, operation, fields }) => {
	const types = toldTypes.filter(({ type }) => {
		const text = type.getText();
		return text.includes(`resource: '${resource}';`) && text.includes(`operation: '${operation}';`);
	});
	expect(types).toHaveLength(1);
	const collections = fields.filter(({ type }) => type === 'collection').map(({ name }) => name);
	const names = toldNames(types[0].type, collections).filter((name) => name !== 'resource' && name !== 'operation');
	expect(names.sort()).toEqual([...new Set(ownNames(fields))].sort());
});
