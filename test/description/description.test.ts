import type { INodeParameters, INodeProperties, INodePropertyCollection, INodePropertyOptions, INodeType, NodeParameterValueType } from 'n8n-workflow';
import { propertyOf } from '../../nodes/SupportInbox/fields/sent';
import * as loaders from '../../nodes/SupportInbox/loadOptions';
import { resources } from '../../nodes/SupportInbox/resources';
import { Store } from '../../nodes/SupportInbox/store/store';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { loadOptions, runNode } from '../harness/engine';
import { sampled } from '../harness/scope';
import { sessionOfRun } from '../harness/session';
import { type Simulator, startSimulator } from '../simulator';
import type { Contact } from '../simulator/store/types';
import { isOfTool, leavesOf } from './leaves';
import { placesIn } from './places';
import { baseOf, partnersOf, sampleOf } from './samples';
import { set } from './set';

const { description } = new SupportInbox();
const operations = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })));
const collectionsIn = (fields: readonly INodeProperties[]) => fields.filter(({ type }) => type === 'collection');
const named = operations.map(({ resource, operation }) => [`${resource.value}.${operation.value}`, operation] as const);

describe('what n8n shows', () => {
	it('resources and operations are sorted by name', () => {
		const isSorted = (names: string[]) => expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
		isSorted(resources.map(({ name }) => name));
		for (const { operations: own } of resources) isSorted(own.map(({ name }) => name));
	});

	it.each(named)('%s says what it does, for the list of actions and for a model', (_name, { name, action, description: text }) => {
		expect(name).toMatch(/^[A-Z]/);
		expect(action).toMatch(/^[A-Z][a-z]+ [^A-Z]+$/);
		expect(action).not.toMatch(/\b(?:an?|the)\b/i);
		expect(text.split(' ').length).toBeGreaterThan(4);
	});

	it('no action text stands for two operations', () => {
		const actions = operations.map(({ operation }) => operation.action);
		expect(new Set(actions).size).toBe(actions.length);
	});

	it('every field has a description that a model can act on', () => {
		const without = named.flatMap(([name, { fields }]) =>
			leavesOf(fields).filter(({ field }) => !field.description && !field.hint).map(({ path }) => `${name} ${path}`),
		);
		expect(without).toEqual([]);
	});

	it.each(operations)('$resource.value.$operation.value shows its own fields, also in its collections, in their order, and no others', ({ resource, operation }) => {
		const shown = description.properties.filter(({ displayOptions }) => {
			const { resource: ofResources, operation: ofOperations } = displayOptions?.show ?? {};
			return ofResources?.includes(resource.value) && ofOperations?.includes(operation.value);
		});
		expect(shown.map(({ displayName }) => displayName)).toEqual(operation.fields.map(({ displayName }) => displayName));
		const collections = (fields: readonly INodeProperties[]) => collectionsIn(fields).map((field) => ({ ...field, displayOptions: undefined }));
		expect(collections(shown)).toEqual(collections(operation.fields));
	});
});

/** n8n drops the value of a hidden field in silence. What shapes messages, figures or events says nothing where none are asked for. */
it('a field that was added to a collection is always shown', () => {
	const hidden = named.flatMap(([name, { fields }]) =>
		collectionsIn(fields).flatMap((own) => (own.options as INodeProperties[]).filter(({ displayOptions }) => displayOptions !== undefined).map((field) => `${name} ${own.name}.${field.name}`)),
	);
	const ofMessages = ['bodyFormat', 'draftTitle', 'includeMetrics', 'maxBodyLength', 'maxMessages'];
	const ofEvents = ['triggerEvent', 'unansweredForHours'];
	expect(hidden).toEqual(['ticket.get getTicketOptions.businessHours', 'ticket.get getTicketOptions.draftTitle', 'ticket.get getTicketOptions.ignoreRepliesContaining', ...[...ofMessages, ...ofEvents].map((name) => `ticket.getAll getAllTicketOptions.${name}`)]);
});

describe('names', () => {
	/**
	 * What another operation shows with other words has another name: n8n would evaluate each property of a name for every item.
	 * How labels and classifications change is more than their ids. What replaces a list of a contact says so.
	 */
	const TOLD_APART: Record<string, string> = {
		...Object.fromEntries(['archived_emails', 'archived_tels', 'badge_ids', 'emails', 'tels'].flatMap((list) => ['update', 'upsert'].map((one) => [`contact.${one} ${list}`, camelCase(`replace_${list}`)]))),
		'memo.create body': 'memoBody',
		'memo.create ticket_id': 'memoTicketId',
		'email.reply mail_account_id': 'replyMailAccountId',
		'email.reply message_id': 'replyMessageId',
		'email.reply ticket_id': 'replyTicketId',
		'email.send status_cd': 'newStatusCd',
		'ticket.create body': 'ticketBody',
		'ticket.create status_cd': 'newStatusCd',
		'ticket.create subject': 'ticketSubject',
		'ticket.update label_ids': 'labels',
		'ticket.update case_category_ids': 'classifications',
	};

	it.each(named)('%s: parameters are named as in the API, in camelCase', (name, { fields }) => {
		for (const { field } of leavesOf(fields)) {
			const property = propertyOf(field);
			if (property !== undefined) expect(field.name.replace(/WithTemplate$/, '')).toBe(TOLD_APART[`${name} ${property}`] ?? camelCase(property));
		}
	});

	it('a ticket, an inbox, an address book and a limit are evaluated once for each item, not once for each operation', () => {
		for (const name of ['ticketId', 'messageBoxId', 'customerGroupId', 'returnAll', 'limit']) {
			expect(description.properties.filter((property) => property.name === name)).toHaveLength(1);
		}
	});

	it.each(named)('%s: every parameter of the path is a required field', (_name, { path, fields }) => {
		for (const [, slot] of path.matchAll(/{(\w+)}/g)) {
			expect(fields.find(({ name }) => name === slot)).toMatchObject({ required: true });
		}
	});

	it.each(named)('%s: every dropdown exists, depends on a field that is there, and takes an id', (_name, { fields }) => {
		const all = placesIn(fields, '');
		const isBeside = (at: string, name: string) => all.some((other) => other.at === at.replace(/[^>]+$/, ` ${name}`));
		for (const { at, field } of all) {
			const { loadOptionsMethod, loadOptionsDependsOn = [] } = field.typeOptions ?? {};
			if (loadOptionsMethod === undefined) continue;
			expect(loaders).toHaveProperty(loadOptionsMethod);
			expect(field.displayName).toMatch(/ (Name or ID|Names or IDs)$/);
			const missing = loadOptionsDependsOn.filter((path) =>
				path.startsWith('&') ? !isBeside(at, path.slice(1)) : !fields.some(({ name }) => `${name}.value` === path));
			expect(missing).toEqual([]);
		}
	});

	it('no dropdown is left without a field', () => {
		const used = named.flatMap(([, { fields }]) => placesIn(fields, '').map(({ field }) => field.typeOptions?.loadOptionsMethod));
		const behindLocators = ['getAddressBooks', 'getInboxes'];
		expect(Object.keys(loaders).filter((name) => ![...used, ...behindLocators].includes(name))).toEqual([]);
	});
});

const nodes: INodeType[] = [new SupportInbox(), new SupportInboxTrigger()];
const places = nodes.flatMap(({ description }) => placesIn(description.properties, description.displayName));

/** @returns where a field is that does not hold what it should */
const findings = (concerned: (field: INodeProperties) => boolean, holds: (field: INodeProperties) => boolean) =>
	places.filter(({ field }) => concerned(field) && !holds(field)).map(({ at }) => at);

describe("n8n's guidelines for what a user sees", () => {
	it('lets a resource locator begin with its list', () => {
		const first = ({ default: value, modes = [] }: INodeProperties) =>
			(value as { mode?: string }).mode === 'list' && modes[0].name === 'list';
		expect(findings(({ type }) => type === 'resourceLocator', first)).toEqual([]);
	});

	it('gives examples that begin with e.g.', () => {
		const typed = ({ type, placeholder }: INodeProperties) =>
			['string', 'number', 'dateTime'].includes(type) && Boolean(placeholder);
		expect(findings(typed, ({ placeholder }) => placeholder!.startsWith('e.g. '))).toEqual([]);
		const exampleOfModes = ({ modes = [] }: INodeProperties) =>
			modes.every(({ placeholder }) => !placeholder || placeholder.startsWith('e.g. '));
		expect(findings(() => true, exampleOfModes)).toEqual([]);
	});

	it('speaks plain English letters', () => {
		for (const { description } of nodes) expect(JSON.stringify(description)).toMatch(/^[\x20-\x7e\u2013\u2026]*$/);
	});
});

describe('what n8n asks a model for', () => {
	/** One value is right for both: another code than the key's is refused. */
	const SAME = ['contact.upsert Customer_Code'];
	/** Never both shown: the text of a mail with a template and without. */
	const isAlternative = ({ name }: INodeProperties) => name.endsWith('WithTemplate');

	/**
	 * The names of n8n's *Let the model define this parameter* (`$fromAI`, n8n 2.41.1): the display name, for a row of a list behind the
	 * group of rows and its place. Choices have no such button. A name that occurs twice is asked once, and both fields get the answer.
	 */
	const askedIn = (fields: readonly INodeProperties[], row = ''): string[] =>
		fields.filter((field) => !isAlternative(field)).flatMap((field) => {
			const { type, displayName, options = [], typeOptions } = field;
			if (type === 'collection') return askedIn(options as INodeProperties[], row);
			if (type !== 'fixedCollection') return type === 'options' ? [] : [`${row}${displayName}`.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63)];
			const isList = typeOptions?.multipleValues === true;
			return (options as INodePropertyCollection[]).flatMap(({ name, values }) => askedIn(values, isList ? `${name}0_` : row));
		});

	it.each(named)('%s has each name once', (name, { fields }) => {
		const asked = askedIn(fields);
		const twice = asked.filter((one, place) => asked.indexOf(one) !== place).map((one) => `${name} ${one}`);
		expect(twice.filter((one) => !SAME.includes(one))).toEqual([]);
	});
});

describe('every field, set alone, leads somewhere', () => {
	let simulator: Simulator;
	const contacts = new Map<Contact, Contact>();

	beforeAll(async () => {
		simulator = await startSimulator({ rateLimit: { limit: 100_000 } });
		simulator.store.inbox(101).templates.find(({ template_id }) => template_id === 602)!.html_body = '[[order]]';
		for (const id of [1203, 1204, 1205, 1207]) simulator.store.createTicket({ id, message_box_id: 101 });
		simulator.store.createTicket({ id: 1206, message_box_id: 101, title: 'Order of anna@mail.example', status_cd: 'ongoing', pending_reason_id: 202 });
		simulator.store.createTicket({
			id: 1201,
			message_box_id: 101,
			label_ids: [3001],
			case_category_ids: [5001],
			messages: [
				{ id: 5001, body: '<p>One</p>', is_html: true, attachments: [{ id: 71, file_name: 'a.txt', content: 'a' }] },
				{ id: 5002, body: '<p>Two</p>', is_html: true },
				{ id: 5003, body: '<p>Three</p>', is_html: true, method_cd: 'webchat', conversations: [{ note: 'a' }, { note: 'b' }] },
				{ id: 5004, sent_at: '2026-01-05T00:00:00Z' },
				{ id: 5006, method_cd: 'record', title: 'Text', sent_at: '2026-01-05T01:00:00Z', created_at: '2026-01-05T01:00:00Z', body: 'We have it' },
				{ id: 5005, sent_at: '2026-01-06T00:00:00Z', action_cd: 'sent', body: 'We have it' },
			],
		});
	});

	beforeAll(() => simulator.store.addressBook(11).contacts.all().forEach((contact) => contacts.set(contact, { ...contact })));
	afterAll(async () => await simulator.stop());

	const cases = named.flatMap(([name, { fields }]) =>
		leavesOf(fields).map(({ path, field }) => [name, path, field] as [string, string, INodeProperties]),
	);

	it.each(cases)('%s: %s', async (name, path, field) => {
		const without = set(baseOf(name), partnersOf(name, path));
		const type = isOfTool(field) ? 'supportInboxTool' : 'supportInbox';
		// One item is within every limit, and about a message of its own.
		const count = ['failAbove', 'allowMultipleReplies', 'skipIfAnswered'].includes(field.name) ? 2 : 1;
		const unset = await effectOf(name, remove(without, path), type, count);
		const effect = await effectOf(name, set(without, { [path]: sampleOf(path, field) }), type, count);
		// What is sent must show in the request under its name in the API; the other fields may show in what comes out.
		// The service finds the ticket of a reply by its message.
		const property = name === 'email.reply' && path === 'replyTicketId' ? undefined : propertyOf(field);
		const seenIn = (one: typeof effect) =>
			property === undefined ? one : one.requests.map(({ query, body }) => ({ ...query, ...(body as object) } as Record<string, unknown>)[property]);
		expect(seenIn(effect)).not.toEqual(seenIn(unset));
		simulator.expectNoViolations();
	});

	/** All choices have one rule, and all lists another: a sample takes one field of each form. */
	const kindsOf = ([, path, field]: (typeof cases)[number]) => [`${field.type} ${path.includes('.')}`, field.typeOptions?.loadOptionsMethod];

	/** What cannot be an expression is chosen from the list, never written. */
	const choices = cases.filter(([, , { type, options, noDataExpression }]) => ['options', 'multiOptions'].includes(type) && options !== undefined && noDataExpression !== true);

	it.each(sampled(choices, kindsOf))('%s: %s takes the name that people see, in any capitals', async (name, path, field) => {
		const parameters = set(baseOf(name), partnersOf(name, path));
		const choice = (field.options as INodePropertyOptions[]).filter(({ value }) => value !== field.default).at(-1)!;
		const several = (value: unknown) => (field.type === 'multiOptions' ? [value] : value) as NodeParameterValueType;
		const written = `={{ ${JSON.stringify(several(choice.name)).toUpperCase()} }}`;
		// What is created has other ids and times the second time.
		const run = async (value: NodeParameterValueType) =>
			JSON.stringify(await effectOf(name, set(parameters, { [path]: value }), isOfTool(field) ? 'supportInboxTool' : 'supportInbox', 1)).replace(/("\w+_(?:id|at)":)[^,}]+/g, '$1 0');
		expect(await run(written)).toBe(await run(several(choice.value)));
	});

	/** The service finds templates by the exact name of their category; a template is chosen by its id. */
	const ofLists = cases.filter(([, , { typeOptions }]) => typeOptions?.loadOptionsMethod !== undefined && !typeOptions.loadOptionsMethod.startsWith('getTemplate'));

	it.each(sampled(ofLists, kindsOf))('%s: %s takes the name of a row of its list', async (name, path, field) => {
		const parameters = set(baseOf(name), partnersOf(name, path));
		const [resource, operation] = name.split('.');
		const choices = await loadOptions(simulator, field.typeOptions!.loadOptionsMethod!, { resource, operation, ...parameters });
		const value = [sampleOf(path, field)].flat()[0];
		const written = JSON.stringify(choices.find((choice) => choice.value === value)!.name);
		// A name is looked up in the list, an id need not be.
		const run = async (chosen: string) => {
			const { requests } = await effectOf(name, set(parameters, { [path]: `={{ ${chosen} }}` }), 'supportInbox', 1);
			const writes = requests.filter(({ method }) => method !== 'GET');
			// Two runs may be in two seconds.
			return writes.map(({ body, ...request }) => ({ ...request, body: { ...(body as object), operated_at: 'then' } }));
		};
		expect(await run(written)).toEqual(await run(JSON.stringify(value)));
	});

	let runs = 0;
	async function effectOf(name: string, parameters: INodeParameters, type: string, count: number) {
		const [resource, operation] = name.split('.');
		simulator.clearRequests();
		simulator.violations.length = 0;
		// What the run before has read a moment ago is not read again.
		(await sessionOfRun(simulator)).of(Store).drop(101);
		// An update sends back what the contact has: not what the field before has set.
		contacts.forEach((seeded, contact) => simulator.store.addressBook(11).contacts.change(contact, seeded));
		// With a token of its own it knows nothing of the run before, which may be less than two seconds old, or more.
		const token = `run-${++runs}`;
		simulator.tokens.add(token);
		const items = await runNode({ baseUrl: simulator.baseUrl, token }, { resource, operation, ...parameters }, { node: { continueOnFail: true, type }, items: Array.from({ length: count }, () => ({ json: {} })) });
		const requests = simulator.requests.map(({ method, path, query, body }) => ({ method, path, query, body }));
		return { requests, items: items.map(({ json, binary }) => ({ json, binary })) };
	}
});

function remove(parameters: INodeParameters, path: string): INodeParameters {
	const [first, ...rest] = path.split('.');
	const { [first]: inner, ...others } = parameters;
	if (rest.length === 0 || inner === undefined) return others;
	return { ...others, [first]: remove(inner as INodeParameters, rest.join('.')) };
}

function camelCase(property: string): string {
	return property.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
