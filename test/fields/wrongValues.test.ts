/** What no field takes, and what is beyond a limit of the API document. */
import type { INode, INodeParameters, INodeProperties, INodePropertyCollection, NodeParameterValueType } from 'n8n-workflow';
import { propertyOf } from '../../nodes/SupportInbox/fields/sent';
import { resources } from '../../nodes/SupportInbox/resources';
import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import { operationsAt, type JsonSchema } from '../contract/contract';
import { isOfTool, labelOf, leavesOf } from '../description/leaves';
import { baseOf, groupOf, partnersOf } from '../description/samples';
import { set } from '../description/set';
import { refusalOf } from '../harness/errors';
import { sampled } from '../harness/scope';
import { simulatorOfEachTest } from '../harness/simulator';

/** What an expression may give by mistake, and no field takes. */
const WRONG: Record<string, string> = {
	'an object': '={{ ({ a: 1 }) }}',
	'a list of objects': '={{ [{ a: 1 }] }}',
	'a list of lists': '={{ [["a"]] }}',
	'no number': '={{ 0 / 0 }}',
	'an infinite number': '={{ 1 / 0 }}',
	'half a character': '={{ "a" + String.fromCharCode(0xd83d) }}',
	'a part that finds nothing': '=a{{ $json.mistyped }}',
};

/** What nothing evaluates. A mark of a template may be written like this. */
const TYPED: Record<string, string> = { 'an expression that was typed': '{{ $json.a }}' };
const isMark = ({ path }: Case) => path.endsWith('templateValues.values.name');

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
	/** Where the value stands: `sendEmailFields.cc`, or in a group `labels.values.mode`. */
	path: string;
	/** How the refusal begins. */
	label: string;
	field: INodeProperties;
	/** The field of the operation that this is or is in, with other values where it is in a group. */
	top: string;
	others: INodeParameters;
	/** In a list of rows: another value for each field of the row. */
	row?: INodeParameters;
	/** What the API document says of its value; empty where it says nothing. */
	limit: JsonSchema;
}

const cases: Case[] = resources.flatMap((resource) =>
	resource.operations.flatMap((operation) =>
		leavesOf(operation.fields).flatMap(({ path, field }) => casesOf(`${resource.value}.${operation.value}`, path, field, limitOf(operation, field))),
	),
);

function casesOf(operation: string, path: string, field: INodeProperties, limit: JsonSchema): Case[] {
	const label = labelOf(field);
	if (field.type !== 'fixedCollection') return [{ operation, path, label, field, top: path, others: {}, limit }];
	return (field.options as INodePropertyCollection[]).flatMap((group) => {
		const row = field.typeOptions?.multipleValues === true ? Object.fromEntries(group.values.map(({ name }) => [name, 'a'])) : undefined;
		const others = row === undefined ? { [path]: groupOf(path, field, group) } : {};
		return group.values.map((inner) => ({ operation, path: `${path}.${group.name}.${inner.name}`, label, field: inner, top: path, others, row, limit: {} }));
	});
}

function limitOf({ method, path }: Operation, field: INodeProperties): JsonSchema {
	const name = propertyOf(field) ?? '';
	const bodies = operationsAt(method, path).map(({ body = {} }) => body);
	const byPattern = bodies.flatMap(({ patternProperties = {} }) => Object.entries(patternProperties)).find(([pattern]) => new RegExp(pattern).test(name));
	return bodies.map(({ properties }) => properties?.[name]).find((one) => one !== undefined) ?? byPattern?.[1] ?? {};
}

/** The editor offers no expression there: the engine takes the request from the choice. */
const byExpression = cases.filter(({ field }) => field.noDataExpression !== true);

const simulator = simulatorOfEachTest({ seed: { tickets: 0 } });

it('knows every field of every operation', () => {
	const all = resources.flatMap(({ operations }) => operations).filter(({ fields }) => fields.length > 0);
	expect(new Set(cases.map(({ operation }) => operation)).size).toBe(all.length);
	expect(byExpression.length).toBeGreaterThan(200);
	expect(cases.filter((one) => !byExpression.includes(one)).map(({ path }) => path)).toEqual(
		expect.arrayContaining(['source', 'findBy']),
	);
});

const some = sampled(byExpression, ({ operation, field, row, top, path, limit }) => [
	operation,
	`${field.type} ${field.typeOptions?.loadOptionsMethod !== undefined} ${row !== undefined} ${top !== path}`,
	...Object.keys(limit),
]);

it.each(some.map((one) => [`${one.operation} ${one.path}`, one] as const))('refused with the name of the field, before a request, with nothing changed: %s', async (_name, one) => {
	const taken: string[] = [];
	for (const [what, expression] of Object.entries({ ...wrongFor(one), ...(!isMark(one) && TYPED) })) {
		simulator.clearRequests();
		const message = await messageOf(one, expression);
		const isNamed = message?.startsWith(`${one.label}:`) || message?.startsWith(`${one.label} would be`) || message?.includes(`"${one.label}" has no value`);
		if (!isNamed || simulator.requests.length > 0) taken.push(`${what}: ${message}`);
	}
	expect(taken).toEqual([]);
});

function wrongFor({ field: { type, typeOptions, options }, limit }: Case): Record<string, string> {
	const beyond = {
		...(options !== undefined && typeOptions?.loadOptionsMethod === undefined && { 'a word that is no choice': '={{ "no choice" }}' }),
		...(typeOptions?.minValue !== undefined && { 'less than the least': `={{ ${typeOptions.minValue - 1} }}` }),
		...(typeOptions?.maxValue !== undefined && { 'more than the most': `={{ ${typeOptions.maxValue + 1} }}` }),
		...(limit.maximum !== undefined && { 'more than the document allows': `={{ ${limit.maximum + 1} }}` }),
		...(limit.maxLength !== undefined && { 'a longer text than the document allows': `={{ "x".repeat(${limit.maxLength + 1}) }}` }),
	};
	if (type !== 'multiOptions') return { ...WRONG, ...EMPTY, ...beyond };
	return { ...WRONG, ...GAPS, ...OF_LISTS, ...beyond, ...(typeOptions?.loadOptionsMethod === undefined && OF_CODES) };
}

describe('sent as it is: the longest text that the document allows, counted in code points', () => {
	beforeEach(() => {
		for (const id of [1201, 1205]) simulator.store.createTicket({ id, message_box_id: 101, messages: [{ from: 'anna@mail.example' }] });
	});
	const limited = byExpression.filter(({ limit }) => limit.maxLength !== undefined);

	it.each(limited.map((one) => [`${one.operation} ${one.path}`, one] as const))('%s', async (_name, one) => {
		const text = '👍'.repeat(one.limit.maxLength!);
		await messageOf(one, `={{ "${text}" }}`);
		expect(simulator.requests.flatMap(({ body }) => Object.values(body ?? {}))).toContain(text);
	});
});

/** Runs the operation with this value in its field. @returns the message of the refusal, undefined when there was none */
async function messageOf({ operation, path, field, top, others, row }: Case, expression: string): Promise<string | undefined> {
	const value = field.type === 'resourceLocator' ? { __rl: true, mode: 'id', value: expression } : expression;
	const valid = set(baseOf(operation), { ...partnersOf(operation, top), ...others });
	const node: Partial<INode> = isOfTool(field) ? { type: 'supportInboxTool', onError: 'stopWorkflow' } : {};
	return await refusalOf(simulator, operation, set(valid, inRow(path, value, row)), { node });
}

/** A row is in a list, a group does not. */
function inRow(path: string, value: NodeParameterValueType, row?: INodeParameters): INodeParameters {
	const [list, entry] = path.split('.values.');
	return row === undefined ? { [path]: value } : { [list]: { values: [{ ...row, [entry]: value }] } };
}
