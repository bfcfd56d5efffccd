import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { SupportInbox } from '../nodes/SupportInbox/SupportInbox.node';
import * as loadOptions from '../nodes/SupportInbox/loadOptions';
import { resources } from '../nodes/SupportInbox/resources';
import { leavesOf } from './description/leaves';
import { baseOf, partnersOf, sampleOf } from './description/samples';
import { set } from './description/set';
import { runNode } from './harness/engine';
import type { Simulator } from './simulator';
import { startSimulator } from './simulator';

const { description } = new SupportInbox();
const operations = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })));
const named = operations.map(({ resource, operation }) => [`${resource.value}.${operation.value}`, operation] as const);

it('covers the document: these resources and operations, whose stored values never change', () => {
	expect(Object.fromEntries(resources.map(({ value, operations: own }) => [value, own.map((one) => one.value)]))).toEqual({
		addressBook: ['getAll'],
		attachment: ['download'],
		badge: ['getAll'],
		chatTranscript: ['get'],
		classification: ['create', 'getAll', 'update'],
		contact: ['create', 'upsert', 'delete', 'get', 'update'],
		handlingMemo: ['create'],
		inbox: ['getAll'],
		label: ['create', 'getAll', 'update'],
		mail: ['reply', 'send'],
		mailAccount: ['getAll'],
		pendingReason: ['getAll'],
		template: ['getAll'],
		ticket: ['get', 'getAll', 'update'],
		user: ['getAll'],
	});
});

describe('what n8n shows', () => {
	it('resources and operations are sorted by name', () => {
		const isSorted = (names: string[]) => expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
		isSorted(resources.map(({ name }) => name));
		for (const { operations: own } of resources) isSorted(own.map(({ name }) => name));
	});

	it.each(named)('%s says what it does, for the list of actions and for a model', (_name, { action, description: text }) => {
		expect(action).toMatch(/^[A-Z][a-z]+ /);
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

	it.each(operations.map(({ resource, operation }) => ({ name: `${resource.value}.${operation.value}`, resource, operation })))(
		'$name shows its own fields, in their order, and no others',
		({ resource, operation }) => {
			const shown = description.properties.filter(({ displayOptions }) => {
				const { resource: ofResources, operation: ofOperations } = displayOptions?.show ?? {};
				return ofResources?.includes(resource.value) && ofOperations?.includes(operation.value);
			});
			expect(shown.map(({ displayName }) => displayName)).toEqual(operation.fields.map(({ displayName }) => displayName));
		},
	);
});

describe('names', () => {
	/**
	 * A memo's ticket is another property; with the same name n8n would evaluate both for every item.
	 * How labels and classifications change is more than their ids.
	 */
	const TOLD_APART: Record<string, string> = {
		'handlingMemo.create ticket_id': 'memoTicketId',
		'ticket.update label_ids': 'labels',
		'ticket.update case_category_ids': 'classifications',
	};

	it.each(named)('%s: parameters are named as in the API, in camelCase', (name, { fields }) => {
		for (const { field } of leavesOf(fields)) {
			const property = field.routing?.send?.property;
			if (property !== undefined) expect(field.name).toBe(TOLD_APART[`${name} ${property}`] ?? camelCase(property));
		}
	});

	it('a ticket, an inbox and an address book are evaluated once for each item, not once for each operation', () => {
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
		for (const { field } of leavesOf(fields)) {
			const { loadOptionsMethod, loadOptionsDependsOn = [] } = field.typeOptions ?? {};
			if (loadOptionsMethod === undefined) continue;
			expect(loadOptions).toHaveProperty(loadOptionsMethod);
			expect(field.displayName).toMatch(/ (Name or ID|Names or IDs)$/);
			expect(field.description).toMatch(/expression/);
			for (const locator of loadOptionsDependsOn) {
				expect(fields.map(({ name }) => `${name}.value`)).toContain(locator);
			}
		}
	});

	it('no dropdown is left without a field', () => {
		const used = named.flatMap(([, { fields }]) => leavesOf(fields).map(({ field }) => field.typeOptions?.loadOptionsMethod));
		const behindLocators = ['getAddressBooks', 'getInboxes'];
		expect(Object.keys(loadOptions).filter((name) => ![...used, ...behindLocators].includes(name))).toEqual([]);
	});
});

describe('every field, set alone, leads somewhere', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator({ rateLimit: { limit: 100_000 } });
		simulator.store.createTicket({
			id: 1201,
			message_box_id: 101,
			label_ids: [3001],
			case_category_ids: [5001],
			messages: [
				{ id: 5001, body: '<p>One</p>', is_html: true, attachments: [{ id: 71, file_name: 'a.txt', content: 'a' }] },
				{ id: 5002, body: '<p>Two</p>', is_html: true },
				{ id: 5003, body: '<p>Three</p>', is_html: true, method_cd: 'webchat', conversations: [{ note: 'a' }, { note: 'b' }] },
			],
		});
	});

	afterAll(async () => await simulator.stop());

	const cases = named.flatMap(([name, { fields }]) =>
		leavesOf(fields).map(({ path, field }) => [name, path, field] as [string, string, INodeProperties]),
	);

	it.each(cases)('%s: %s', async (name, path, field) => {
		const without = set(baseOf(name), partnersOf(name, path));
		const unset = await effectOf(name, remove(without, path));
		const effect = await effectOf(name, set(without, { [path]: sampleOf(path, field) }));
		// What is sent must show in the request; the other fields may show in what comes out.
		const seen = field.routing?.send === undefined ? effect : effect.requests;
		expect(seen).not.toEqual(field.routing?.send === undefined ? unset : unset.requests);
	});

	async function effectOf(name: string, parameters: INodeParameters) {
		const [resource, operation] = name.split('.');
		simulator.clearRequests();
		const items = await runNode(simulator, { resource, operation, ...parameters }, { node: { continueOnFail: true } });
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
