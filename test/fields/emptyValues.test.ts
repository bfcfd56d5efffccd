import { isDeepStrictEqual } from 'node:util';
import type { INodeParameters, INodeProperties, INodePropertyCollection, NodeParameterValueType } from 'n8n-workflow';
import { propertyOf } from '../../nodes/SupportInbox/fields/sent';
import { resources } from '../../nodes/SupportInbox/resources';
import { type Leaf, isOfTool, labelOf, leavesOf } from '../description/leaves';
import { baseOf, groupOf, partnersOf } from '../description/samples';
import { set } from '../description/set';
import { refusalOf } from '../harness/errors';
import { sampled } from '../harness/scope';
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
	const readers = operations.filter(({ reads, fields }) => reads && fields.length > 0);
	expect(readers.length).toBeGreaterThan(10);
	expect(new Set(concerned.filter(({ reads }) => reads).map(({ name }) => name)).size).toBe(readers.length);
	expect(concerned.filter(({ path }) => /^\w+Filters\./.test(path)).length).toBeGreaterThan(15);
});

const some = sampled(concerned, ({ name, reads, path, field }) => [name, `${field.type} ${reads} ${path.split('.').length}`]);

it.each(some.map((one) => [`${one.name} ${one.path}`, one] as const))('a field that is there and has no value is refused by its name, before a request: %s', async (_name, { name, path, field }) => {
	const given = { ...EMPTY, 'left empty': LEFT_EMPTY[field.type] ?? '' };
	const taken: string[] = [];
	for (const [what, value] of Object.entries(given)) {
		const message = await refusalOf(simulator, name, set(set(baseOf(name), partnersOf(name, path)), { [path]: located(field, value) }));
		if (message !== textFor(path, field) && !message?.startsWith(`${labelOf(field)}:`)) taken.push(`${what}: ${message}`);
		if (what === 'undefined') expect(message).toBe(textFor(path, field));
	}
	expect(taken).toEqual([]);
	expect(simulator.requests).toEqual([]);
});

/**
 * Fields of writing operations whose empty value has a documented meaning: that of a field that was not added.
 * docs/concepts.md, Writing: what an update leaves empty stays as it is; an empty CC means that nobody gets a copy.
 */
const MEANS_NONE = [
	...['archived', 'color', 'name', 'parentId'].flatMap((name) => [`label.update updateLabelFields.${name}`, `classification.update updateClassificationFields.${name}`]),
	// The form of the output changes nothing in the service.
	...['includeNamesInUpdatedTicket', 'assignee', 'labels', 'simplifyUpdatedTicket', 'statusCd'].map((name) => `ticket.update ${name}`),
	...['assignComment', 'classifications', 'colorCd', 'notificationMentionName', 'pendingReasonId', 'snoozeComment'].map((name) => `ticket.update updateTicketFields.${name}`),
	// A new ticket then has the subject as its text, and nobody is chosen or named.
	...['ticketBody', 'customerEmail', 'createTicketFields.assignee', 'createTicketFields.customerTel', 'createTicketFields.operator'].map((name) => `ticket.create ${name}`),
	...['customerEmail', 'customerTel', 'operator'].map((name) => `memo.create createMemoFields.${name}`),
	// The template and the texts that a mail needs are checked together.
	...['email.reply', 'email.send'].flatMap((mail) => ['templateId', 'subjectWithTemplate', 'bodyWithTemplate', `${mail.slice(6)}EmailFields.bcc`, `${mail.slice(6)}EmailFields.cc`, `${mail.slice(6)}EmailFields.templateValues`].map((name) => `${mail} ${name}`)),
];
const OF_SEVERAL_NAMES = ['clearFields', 'customFields', 'tel', 'archivedTel', 'additionalEmail', 'archivedEmail', 'badgeIds'];
/** Contact: only fields and custom items with a value are changed, lists get what is added, and Clear removes what is chosen. */
const isOfContact = (name: string, field: INodeProperties) => /^contact\.(create|update|upsert)$/.test(name) && (propertyOf(field) !== undefined || OF_SEVERAL_NAMES.includes(field.name));

/** What older versions of n8n say of a group for which an expression has no value. */
const REFUSED_BY_OLDER_N8N = 'Could not find property option';

/** A group of fields counts as one field above; here its fields are looked at one by one, as each may be an expression. */
function withinGroups({ path, field }: Leaf): Array<Leaf & { partners: INodeParameters }> {
	if (field.type !== 'fixedCollection' || field.typeOptions?.multipleValues === true) return [];
	return (field.options as INodePropertyCollection[]).flatMap((group) =>
		group.values.map((inner) => ({ path: `${path}.${group.name}.${inner.name}`, field: inner, partners: { [path]: groupOf(path, field, group) } })),
	);
}

describe('a field of a write that was added and has no value is refused by its name, or means what is documented for it', () => {
	const optional = operations
		.filter(({ reads }) => !reads)
		.flatMap(({ name, fields }) => leavesOf(fields).map(({ path, field }) => ({ name, path, field })))
		.filter(({ field }) => field.required !== true && field.noDataExpression !== true && !isOfTool(field));
	const isDocumented = ({ name, path, field }: (typeof optional)[number]) => MEANS_NONE.includes(`${name} ${path}`) || isOfContact(name, field);
	/** What leaves to change something, without the time of a memo, and the error. */
	const writes = async (name: string, parameters: INodeParameters) => {
		simulator.clearRequests();
		const error = await refusalOf(simulator, name, parameters);
		return { error, left: simulator.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search')).map(({ method, path, body }) => ({ method, path, body: { ...(body as object), operated_at: 'then' } })) };
	};
	const baseFor = (name: string, path: string) => set(set(baseOf(name), name === 'contact.create' && path !== 'lastName' ? { lastName: 'Sato' } : {}), partnersOf(name, path));

	const some = sampled(optional, (one) => [one.name, `${one.field.type} ${isDocumented(one)}`]);

	it.each(some.map((one) => [`${one.name} ${one.path}`, one] as const))('%s', async (_name, one) => {
		const { name, path, field } = one;
		const base = baseFor(name, path);
		const without = withoutField(base, path);
		const given = Object.entries({ ...EMPTY, 'left empty': LEFT_EMPTY[field.type] ?? '' });
		const other: string[] = [];
		// Twice, since an update may find that it was done already.
		const expected = isDocumented(one) ? (await writes(name, without), await writes(name, without)) : undefined;
		for (const [what, value] of given) {
			const done = await writes(name, set(base, { [path]: value }));
			const isRefused = (done.error?.startsWith(`${labelOf(field)}:`) === true || done.error === REFUSED_BY_OLDER_N8N) && done.left.length === 0;
			if (!isRefused && (expected === undefined || !isDeepStrictEqual(done, expected))) other.push(`${what}: ${JSON.stringify(done)}`);
		}
		expect(other).toEqual([]);
	});

});

describe('a field in a group that was added, such as a number of days, is refused with the name of the group', () => {
	const inGroups = operations.flatMap(({ name, reads, fields }) => leavesOf(fields).flatMap((leaf) => withinGroups(leaf).map((one) => ({ name, reads, ...one, of: leaf }))));

	const some = sampled(inGroups, ({ name, path, field }) => [name, path.split('.').slice(-2).join('.'), field.type]);

	it.each(some.map((one) => [`${one.name} ${one.path}`, one] as const))('%s', async (_name, { name, reads, path, field, of, partners }) => {
		const base = set(set(baseOf(name), partnersOf(name, of.path)), partners);
		const taken: string[] = [];
		// A filter has several groups: it also says which value is missing.
		const own = reads ? `(The field "${labelOf(field)}" has no value\\.$|${labelOf(field)}: \\[\\] is not )` : '';
		const says = new RegExp(`^${labelOf(of.field).replace(/[()]/g, '\\$&')}: ${own}`);
		for (const [what, value] of Object.entries({ ...EMPTY, 'left empty': '' })) {
			const message = await refusalOf(simulator, name, set(base, { [path]: value }));
			const isNone = path.endsWith('holidays.dates') && !['undefined', 'null'].includes(what);
			// Without holidays nothing of the group is left.
			if (isNone ? message !== textFor(of.path, of.field) : !says.test(message ?? '')) taken.push(`${what}: ${message}`);
		}
		expect(taken).toEqual([]);
		expect(simulator.requests).toEqual([]);
	});
});

function withoutField(parameters: INodeParameters, path: string): INodeParameters {
	const [first, ...rest] = path.split('.');
	const { [first]: removed, ...others } = parameters;
	return rest.length === 0 || removed === undefined ? others : { ...others, [first]: withoutField(removed as INodeParameters, rest.join('.')) };
}

function textFor(path: string, field: INodeProperties): string {
	const label = labelOf(field);
	const [collection] = path.split('.');
	const noun = collection.endsWith('Filters') ? 'filter' : collection.endsWith('Options') ? 'option' : 'field';
	// n8n shows what follows the first sentence as the description.
	return `The ${noun} "${label}" has no value.`;
}

function located({ type }: INodeProperties, value: NodeParameterValueType): NodeParameterValueType {
	return type === 'resourceLocator' ? ({ __rl: true, mode: 'id', value } as NodeParameterValueType) : value;
}
