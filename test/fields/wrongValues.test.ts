import type { INode, INodeParameters, INodeProperties, INodePropertyCollection, NodeParameterValueType } from 'n8n-workflow';

import { resources } from '../../nodes/SupportInbox/resources';
import { isOfTool, leavesOf } from '../description/leaves';
import { baseOf, partnersOf, sampleOf } from '../description/samples';
import { set } from '../description/set';
import { runNode } from '../harness/engine';
import { type Simulator, startSimulator } from '../simulator';

/** What an expression may give by mistake, and no field takes. */
const WRONG: Record<string, string> = {
	'an object': '={{ ({ a: 1 }) }}',
	'a list of objects': '={{ [{ a: 1 }] }}',
	'a list of lists': '={{ [["a"]] }}',
	'no number': '={{ 0 / 0 }}',
	'an infinite number': '={{ 1 / 0 }}',
	'half a character': '={{ "a" + String.fromCharCode(0xd83d) }}',
};

/** Also of several choices none is like this. */
const GAPS: Record<string, string> = {
	'a list of an empty text': '={{ [""] }}',
	'a list of nothing': '={{ [null] }}',
	'a list of what was not found': '={{ [$json.mistyped] }}',
	'a list that holds nothing besides': '={{ ["a", null] }}',
	'a list of a list of nothing': '={{ [[null]] }}',
};

/** What only a field of several choices takes: that nothing was chosen. */
const EMPTY: Record<string, string> = { ...GAPS, 'an empty list': '={{ [] }}' };

/** What a list of choices does not take either: texts, of which other fields take some. */
const OF_LISTS: Record<string, string> = { 'JSON of a list of nothing': '={{ "[null]" }}', 'JSON of a list of objects': '={{ "[{}]" }}' };
/** A list that the service fills looks for it as a name. */
const OF_CODES: Record<string, string> = { 'a text that is too long for a code': '={{ ["a".repeat(300)] }}' };

interface Case {
	operation: string;
	/** Where the value stands: `additionalFields.cc`, or in a group `labels.values.mode`. */
	path: string;
	/** How the refusal begins. */
	label: string;
	field: INodeProperties;
	/** The field of the operation that this is or is in, with other values where it is in a group. */
	top: string;
	others: INodeParameters;
	/** In a list of rows: another value for each field of the row. */
	row?: INodeParameters;
}

const cases: Case[] = resources.flatMap((resource) =>
	resource.operations.flatMap(({ value, fields }) =>
		leavesOf(fields).flatMap(({ path, field }) => casesOf(`${resource.value}.${value}`, path, field)),
	),
);

function casesOf(operation: string, path: string, field: INodeProperties): Case[] {
	const label = field.displayName.replace(/ Names or IDs$/, 's').replace(/ Name or ID$/, '');
	if (field.type !== 'fixedCollection') return [{ operation, path, label, field, top: path, others: {} }];
	const [group] = field.options as INodePropertyCollection[];
	const row = field.typeOptions?.multipleValues === true ? Object.fromEntries(group.values.map(({ name }) => [name, 'a'])) : undefined;
	const others = row === undefined ? { [path]: sampleOf(path, field) } : {};
	return group.values.map((inner) => ({ operation, path: `${path}.${group.name}.${inner.name}`, label, field: inner, top: path, others, row }));
}

/** The editor offers no expression there: the engine takes the request from the choice. */
const byExpression = cases.filter(({ field }) => field.noDataExpression !== true);

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({ rateLimit: { limit: 1_000_000 } });
});
afterAll(async () => await simulator.stop());

it('knows every field of every operation', () => {
	const all = resources.flatMap(({ operations }) => operations);
	expect(new Set(cases.map(({ operation }) => operation)).size).toBe(all.length);
	expect(byExpression.length).toBeGreaterThan(200);
	expect(cases.filter((one) => !byExpression.includes(one)).map(({ path }) => path)).toEqual(
		expect.arrayContaining(['source', 'findBy']),
	);
});

describe('refused with the name of the field, before a request, with nothing changed', () => {
	it.each(byExpression.map((one) => [`${one.operation} ${one.path}`, one] as const))('%s', async (_name, one) => {
		const taken: string[] = [];
		for (const [what, expression] of Object.entries(wrongFor(one.field))) {
			simulator.clearRequests();
			const message = await refusalOf(one, expression);
			const isNamed = message?.startsWith(one.label) || message?.includes(`"${one.label}" has no value`);
			if (!isNamed || simulator.requests.length > 0) taken.push(`${what}: ${message}`);
		}
		expect(taken).toEqual([]);
	});
});

function wrongFor({ type, typeOptions }: INodeProperties): Record<string, string> {
	if (type !== 'multiOptions') return { ...WRONG, ...EMPTY };
	return { ...WRONG, ...GAPS, ...OF_LISTS, ...(typeOptions?.loadOptionsMethod === undefined && OF_CODES) };
}

it('quotes no more than 100 characters of what it refuses', async () => {
	const parameters = { ...baseOf('ticket.get'), ticketId: { __rl: true, mode: 'id', value: '={{ "x".repeat(20000) }}' } };
	const message = await run('ticket.get', parameters);
	expect(message).toMatch(/^Ticket: "x{99}… is not an id/);
});

async function refusalOf({ operation, path, field, top, others, row }: Case, expression: string): Promise<string | undefined> {
	const value = field.type === 'resourceLocator' ? { __rl: true, mode: 'id', value: expression } : expression;
	const valid = set(baseOf(operation), { ...partnersOf(operation, top), ...others });
	return await run(operation, set(valid, inRow(path, value, row)), isOfTool(field));
}

/** A row is in a list, a group does not. */
function inRow(path: string, value: NodeParameterValueType, row?: INodeParameters): INodeParameters {
	const [list, entry] = path.split('.values.');
	return row === undefined ? { [path]: value } : { [list]: { values: [{ ...row, [entry]: value }] } };
}

/** @returns the message of the refusal, undefined when there was none */
async function run(name: string, parameters: INodeParameters, asTool = false): Promise<string | undefined> {
	const [resource, operation] = name.split('.');
	const node: Partial<INode> = asTool ? { type: 'supportInboxTool', onError: 'stopWorkflow' } : {};
	return await runNode(simulator, { resource, operation, ...parameters }, { node }).then(
		() => undefined,
		(error: Error) => error.message,
	);
}
