import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';
import { resources } from '../../nodes/SupportInbox/resources';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { effectOf } from '../../scripts/reference/operations';
import { leavesOf } from './leaves';
import { placesIn } from './places';

/** What n8n's assistant and its MCP server give a model of a node: n8n calls the same generator. */
function textOf({ properties, ...description }: INodeTypeDescription): string {
	const visible = properties.filter(({ type }) => type !== 'hidden');
	return generateNodeTypeFile({ ...description, properties: visible } as Parameters<typeof generateNodeTypeFile>[0]);
}

const text = textOf(new SupportInbox().description);
const textTypes = ts.createSourceFile('text.ts', text, ts.ScriptTarget.Latest, true).statements.filter(ts.isTypeAliasDeclaration);

/** How many characters of the text an operation may have, and each of its fields on average: a new field brings its own, and no other text is shortened for it. */
const OF_OPERATION = 300;
const OF_FIELD: Record<string, number> = { ticket: 245, contact: 144 };

it.each(resources)('$value is short', ({ value, operations: all }) => {
	const own = textTypes.filter(({ type }) => type.getText().includes(`resource: '${value}';`));
	const length = own.reduce((sum, one) => sum + one.getFullText().length, 0);
	const fields = all.flatMap((operation) => leavesOf(operation.fields)).length;
	expect(length).toBeGreaterThan(100);
	expect(length).toBeLessThanOrEqual(all.length * OF_OPERATION + fields * (OF_FIELD[value] ?? 190));
});

it.each([
	['node', new SupportInbox().description, 200],
	['trigger', new SupportInboxTrigger().description, 300],
] as const)('no help text of the %s is longer than a person reads', (_, { properties }, most) => {
	const tooLong = placesIn(properties, '').filter(({ field: { description = '' } }) => description.length > most);
	expect(tooLong.map(({ at, field }) => `${at}: ${field.description!.length}`)).toEqual([]);
});

describe('hints for what a model gets wrong', () => {
	const hintsIn = (text: string) => [...text.matchAll(/@builderHint (.*)/g)].map(([, hint]) => hint);

	it('are given: that items come at once, what a reply needs, and that labels are added', () => {
		const [node, reply, ...sets] = hintsIn(text);
		expect(node).toMatch(/all items at once.*Batching/);
		expect(reply).toMatch(/replyTicketId.*replyMessageId/);
		expect(sets.join()).toMatch(/mode add.*labels.*mode add.*classifications/);
	});

	it('are given for the trigger: it reports an event once, and leaves out what our own mails begin', () => {
		const [hint, ...others] = hintsIn(textOf(new SupportInboxTrigger().description));
		expect(hint).toMatch(/emitted once.*no memory.*Started By/);
		expect(others).toEqual([]);
	});

	// The tests of the nodes run in the oldest n8n as well, see docs/operations/compatibility.md.
	it('are nothing to an n8n that does not know them', () => {
		const { description } = new SupportInbox();
		const unhinted = JSON.parse(JSON.stringify(description, (key, value: unknown) => (key === 'builderHint' ? undefined : value))) as INodeTypeDescription;
		const stored = { resource: 'ticket', operation: 'update', labels: { values: { labelIds: [1] } } };
		const filledBy = (one: INodeTypeDescription) => NodeHelpers.getNodeParameters(one.properties, stored, true, false, null, one);
		expect(JSON.stringify(description)).not.toBe(JSON.stringify(unhinted));
		expect(filledBy(description)).toEqual(filledBy(unhinted));
	});
});

describe('as the tool of an agent', () => {
	const { description } = new SupportInbox();
	const textOfTool = (resource: string, operation: string) => NodeHelpers.makeDescription({ resource, operation }, description);
	const all = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation, text: textOfTool(resource.value, operation.value) })));

	it('what sends to a customer or deletes says so where n8n describes the tool, and nothing else does', () => {
		const dangerous = all.filter(({ text }) => /(reply to|send .*) customer|delete .* permanently/i.test(text));
		expect(dangerous).toEqual(all.filter(({ resource, operation }) => /sends|deletes/.test(effectOf(resource, operation))));
		expect(dangerous).toHaveLength(3);
	});
});
