import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { resources } from '../../nodes/SupportInbox/resources';
import { isOfTool, leavesOf } from '../description/leaves';
import { baseOf, partnersOf } from '../description/samples';
import { set } from '../description/set';
import { runNode } from '../harness/engine';
import { startSimulator, type Simulator } from '../simulator';

/** What an expression gives that finds nothing, and what is left of an emptied field. */
const EMPTY: Record<string, NodeParameterValueType> = {
	undefined: '={{ $json.mistyped }}',
	null: '={{ null }}',
	'a blank text': '={{ " " }}',
	'an empty list': '={{ [] }}',
};

/** What n8n stores of a field that was added and left empty. */
const LEFT_EMPTY: Record<string, NodeParameterValueType> = { multiOptions: [], collection: {}, fixedCollection: {} };

const operations = resources.flatMap(({ value, operations: own }) =>
	own.map(({ value: operation, method, semantics, fields }) => ({ name: `${value}.${operation}`, reads: method === 'GET' || semantics === 'safe', fields })),
);
/** Of an operation that reads, any value that is left out can only give more; of a write that holds for what it requires. As a tool an empty value counts as not given. */
const concerned = operations.flatMap(({ name, reads, fields }) =>
	leavesOf(fields)
		.filter(({ field }) => !isOfTool(field) && (reads || field.required === true) && field.noDataExpression !== true)
		.map(({ path, field }) => ({ name, reads, path, field })),
);

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({ rateLimit: { limit: 1_000_000 } });
});
afterAll(async () => await simulator.stop());
beforeEach(() => simulator.clearRequests());

it('goes through every operation that reads and has fields', () => {
	const readers = operations.filter(({ reads }) => reads);
	expect(readers.length).toBeGreaterThan(10);
	expect(new Set(concerned.filter(({ reads }) => reads).map(({ name }) => name)).size).toBe(readers.length);
	expect(concerned.filter(({ path }) => path.startsWith('filters.')).length).toBeGreaterThan(15);
});

describe('a field that is there and has no value is refused by its name, before a request', () => {
	it.each(concerned.map((one) => [`${one.name} ${one.path}`, one] as const))('%s', async (_name, { name, path, field }) => {
		const given = { ...EMPTY, 'left empty': LEFT_EMPTY[field.type] ?? '' };
		const taken: string[] = [];
		for (const [what, value] of Object.entries(given)) {
			const message = await refusalOf(name, set(set(baseOf(name), partnersOf(name, path)), { [path]: located(field, value) }));
			if (message !== textFor(path, field) && !message?.startsWith(`${labelOf(field)}:`)) taken.push(`${what}: ${message}`);
			if (what === 'undefined') expect(message).toBe(textFor(path, field));
		}
		expect(taken).toEqual([]);
		expect(simulator.requests).toEqual([]);
	});
});

/** The operations that write to customers or write memos: an empty field must not be replaced by the service's or the node's choice. */
const MAILS_AND_MEMOS = ['mail.reply', 'mail.send', 'handlingMemo.create'];
/** Empty, these mean "none", and nothing takes their place: the template and the texts that a mail needs are checked together. */
const EMPTY_IS_NONE = ['templateId', 'subject', 'body', 'additionalFields.bcc', 'additionalFields.cc', 'additionalFields.customerEmail', 'additionalFields.customerTel', 'additionalFields.fillIn', 'additionalFields.operator'];

describe('a field of a mail or memo that was added and has no value is refused, since something else would take its place', () => {
	const optional = operations
		.filter(({ name }) => MAILS_AND_MEMOS.includes(name))
		.flatMap(({ name, fields }) => leavesOf(fields).map(({ path, field }) => ({ name, path, field })))
		.filter(({ path, field }) => field.required !== true && field.noDataExpression !== true && !EMPTY_IS_NONE.includes(path));

	it.each(optional.map((one) => [`${one.name} ${one.path}`, one] as const))('%s', async (_name, { name, path, field }) => {
		const taken: string[] = [];
		for (const [what, value] of Object.entries({ ...EMPTY, 'left empty': LEFT_EMPTY[field.type] ?? '' })) {
			const message = await refusalOf(name, set(set(baseOf(name), partnersOf(name, path)), { [path]: value }));
			if (!message?.startsWith(`${labelOf(field)}:`)) taken.push(`${what}: ${message}`);
		}
		expect(taken).toEqual([]);
		expect(simulator.requests).toEqual([]);
	});
});

it('an empty Approval Required or Snooze Until is refused, since the service would choose', async () => {
	for (const [path, label] of [['updateFields.approvalRequired', 'Approval Required'], ['updateFields.snoozeTerm', 'Snooze Until (Predefined)']]) {
		const given = set(set(baseOf('ticket.update'), partnersOf('ticket.update', path)), { [path]: '={{ $json.mistyped }}' });
		expect(await refusalOf('ticket.update', given)).toBe(`${label}: There is no value.`);
	}
	expect(simulator.requests).toEqual([]);
});

function labelOf({ displayName }: INodeProperties): string {
	return displayName.replace(/ Names or IDs$/, 's').replace(/ Name or ID$/, '');
}

function textFor(path: string, field: INodeProperties): string {
	const label = labelOf(field);
	const [collection] = path.split('.');
	const noun = { filters: 'filter', options: 'option' }[collection] ?? 'field';
	// n8n shows what follows the first sentence as the description.
	return `The ${noun} "${label}" has no value.`;
}

function located({ type }: INodeProperties, value: NodeParameterValueType): NodeParameterValueType {
	return type === 'resourceLocator' ? ({ __rl: true, mode: 'id', value } as NodeParameterValueType) : value;
}

/** @returns the message of the refusal, undefined when there was none */
async function refusalOf(name: string, parameters: INodeParameters): Promise<string | undefined> {
	const [resource, operation] = name.split('.');
	return await runNode(simulator, { resource, operation, ...parameters }).then(
		() => undefined,
		(error: Error) => error.message,
	);
}
