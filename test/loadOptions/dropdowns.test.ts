import { resources } from '../../nodes/SupportInbox/resources';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { DOCUMENTED } from '../../nodes/SupportInbox/transport/client/lists';
import { leavesOf } from '../description/leaves';
import { listSearch, loadOptions, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { letPass } from '../harness/skippedWaits';
import { sent } from '../resources/sent';
import { byId } from '../resources/service';

const LOADERS = new SupportInbox().methods.loadOptions;

const simulator = simulatorOfEachTest();

const chosen = { resource: 'ticket', operation: 'update', messageBoxId: byId(101) };
const inContact = { resource: 'contact', operation: 'create', customerGroupId: byId(12) };
const load = async (method: string, parameters = {}) => await loadOptions(simulator, method, { ...chosen, ...parameters });
const asked = () => sent(simulator).map(({ path, query }) => (query.page ? `${path} ${query.page}` : path));

it.each([
	['getUsers', ['users 1'], 37, { name: 'Yamada Aiko', value: 'user01' }],
	['getUsersOrNone', ['users 1'], 38, { name: 'No Assignee', value: '__none__' }],
	['getLabelsOrWithout', ['101/labels 1', '101/labels 2'], 137, { name: 'No Label', value: -1 }],
	['getPendingReasons', ['101/pending_reasons'], 4, { name: 'Waiting for the customer', value: 201, description: undefined }],
	['getPendingReasonsOrNone', ['101/pending_reasons'], 5, { name: 'No Pending Reason', value: '__none__' }],
	['getPendingReasonsOrWithout', ['101/pending_reasons'], 5, { name: 'No Pending Reason', value: -1 }],
	['getClassifications', ['101/case_categories 1'], 5, { name: 'Request', value: 5001 }],
	['getClassificationsOrNone', ['101/case_categories 1'], 6, { name: 'No Parent', value: '__none__' }],
	['getClassificationsAndArchived', ['101/case_categories 1'], 6, { name: 'Request', value: 5001 }],
	['getMailAccounts', ['101/mail_accounts 1'], 2, { name: 'Customer Support <support101@tenant.example>', value: expect.any(Number) }],
	['getMailAccountsOrAddressed', ['101/mail_accounts 1'], 3, { name: 'Receiving Account', value: '__keep__' }],
	['getTemplatesOrNone', ['101/templates 1', '101/templates 2'], 35, { name: 'No Template', value: '__none__' }],
	['getTemplateCategories', ['101/templates 1', '101/templates 2'], 4, { name: 'Delivery', value: 'Delivery' }],
])('%s reads every page, in the order of the service', async (method, requests, count, first) => {
	const choices = await load(method);
	expect(asked()).toEqual(requests);
	expect(choices).toHaveLength(count);
	expect(choices[0]).toEqual(first);
});

/** The dropdowns that are a list as it is, such as `getLabels` of `labels`. */
const PLAIN = Object.entries(DOCUMENTED).flatMap(([list, { path, key }]) => {
	const method = `get${list[0].toUpperCase()}${list.slice(1)}`;
	const value = resources.find(({ operations }) => operations.some((one) => one.value === 'getAll' && one.path === path))?.value ?? '';
	return method in LOADERS && !['getClassifications', 'getMailAccounts', 'getPendingReasons', 'getUsers'].includes(method) ? [[method, value, key, path.includes('{customerGroupId}') ? inContact : {}] as const] : [];
});

it.each(PLAIN)('%s offers what Get Many of %s gives, in the order of the service, and asks for the same pages', async (method, resource, key, where) => {
	const rows = await runNode(simulator, { ...inContact, messageBoxId: byId(101), resource, operation: 'getAll', returnAll: true });
	const pages = asked();
	simulator.clearRequests();
	const choices = await load(method, where);
	const nameField = Object.keys(rows[0].json).find((field) => field.endsWith('name'))!;
	expect(choices).toEqual(rows.map(({ json }) => ({ name: json[nameField], value: json[key] })));
	expect(choices.length).toBeGreaterThan(1);
	expect(asked()).toEqual(pages);
});

it('shows labels and classifications with their path', async () => {
	expect((await load('getLabels')).map(({ name }) => name)).toContain('お客様/VIP/High');
	expect((await load('getClassifications')).map(({ name }) => name)).toContain('Request > Change > Address');
});

it('offers an archived classification where it can be brought back, and marks it', async () => {
	expect((await load('getClassifications')).map(({ name }) => name)).not.toContainEqual(expect.stringContaining('Fax'));
	expect((await load('getClassificationsAndArchived')).at(-1)).toEqual({ name: 'Fax (archived)', value: 5006 });
});

it.each([['add', 5], ['remove', 6], ['replace', 5]])('a ticket update with the mode %s offers %s classifications: archived ones only to be removed', async (mode, count) => {
	const parameters = { ...chosen, updateTicketFields: { classifications: { values: { mode } } } };
	const path = 'parameters.updateTicketFields.classifications.values.caseCategoryIds';
	const choices = await loadOptions(simulator, 'getClassificationsForMode', parameters, 'supportInbox', { path });
	expect(choices).toHaveLength(count);
	expect(choices.filter(({ value }) => value === 5006)).toEqual(mode === 'remove' ? [{ name: 'Fax (archived)', value: 5006 }] : []);
});

it('asks for each list once when a node with six dropdowns is opened twice within a minute', async () => {
	const six = ['getUsers', 'getUsersOrNone', 'getLabels', 'getPendingReasonsOrNone', 'getClassifications', 'getInboxes'];
	const open = async () => await Promise.all(six.map(async (method) => await load(method)));
	await open();
	await open();
	expect(asked().sort()).toEqual([
		'101/case_categories 1', '101/labels 1', '101/labels 2', '101/pending_reasons', 'message_boxes', 'users 1',
	]);
	letPass(61_000);
	await load('getInboxes');
	expect(asked().filter((path) => path === 'message_boxes')).toHaveLength(2);
});

it('asks again for another inbox', async () => {
	await load('getLabels');
	expect(await load('getLabels', { messageBoxId: byId(102) })).toHaveLength(4);
	expect(asked()).toEqual(['101/labels 1', '101/labels 2', '102/labels 1']);
});

describe('a list of an inbox or address book that is not chosen yet says so, and is no error', () => {
	const notice = (owner: string) => ({ name: `Choose an ${owner} first`, value: '', disabled: true });
	const ofInbox = ['getLabels', 'getClassifications', 'getClassificationsAndArchived', 'getMailAccounts', 'getPendingReasons', 'getTemplateCategories'];

	it.each([
		...ofInbox.map((method) => [method, [notice('inbox')]] as const),
		['getTemplatesOrNone', [{ name: 'No Template', value: '__none__' }, notice('inbox')]],
		['getBadges', [notice('address book')]],
	] as const)('%s', async (method, choices) => {
		const owners = method === 'getBadges' ? { ...inContact, customerGroupId: byId('') } : { messageBoxId: byId('') };
		expect(await load(method, owners)).toEqual(choices);
		expect(asked()).toEqual([]);
	});

	const fields = resources.flatMap(({ value: resource, operations }) => operations.flatMap((operation) =>
		leavesOf(operation.fields).filter(({ field }) => field.typeOptions?.loadOptionsMethod).map(({ path, field }) => [resource, operation.value, path, field.typeOptions!] as const)));

	it.each(fields)('%s: %s: %s is loaded again once it is chosen', async (resource, operation, _path, { loadOptionsMethod, loadOptionsDependsOn = [] }) => {
		const choices = await load(loadOptionsMethod!, { resource, operation, messageBoxId: byId(''), customerGroupId: byId('') });
		const owners = { 'Choose an inbox first': ['messageBoxId.value'], 'Choose an address book first': ['customerGroupId.value'] };
		expect(loadOptionsDependsOn).toEqual(expect.arrayContaining(owners[choices.at(-1)?.name as keyof typeof owners] ?? []));
	});

	it('searchTickets, as a message: what a locator lists can be chosen', async () => {
		const parameters = { ...chosen, messageBoxId: byId('') };
		await expect(listSearch(simulator, 'searchTickets', parameters)).rejects.toThrow('Choose an inbox first');
		expect(asked()).toEqual([]);
	});
});

describe('a list of an inbox or address book that is an expression says how to do without it', () => {
	const notice = (owner: string) => ({
		name: `Cannot be loaded while the ${owner} is an expression`,
		description: 'Switch this field to Expression too and enter IDs or names, several with commas between them',
		value: '',
		disabled: true,
	});

	it('getLabels, getBadges', async () => {
		expect(await load('getLabels', { messageBoxId: byId('={{ $json.inbox }}') })).toEqual([notice('inbox')]);
		expect(await load('getBadges', { ...inContact, customerGroupId: byId('={{ 12 }}') })).toEqual([notice('address book')]);
		expect(asked()).toEqual([]);
	});

	it('searchTickets', async () => {
		const parameters = { ...chosen, messageBoxId: byId('={{ $json.inbox }}') };
		await expect(listSearch(simulator, 'searchTickets', parameters)).rejects.toThrow('Cannot be loaded while the inbox is an expression');
		expect(asked()).toEqual([]);
	});
});

describe('a node that n8n has not given its credential yet', () => {
	const fresh = { node: { credentials: undefined } };
	const first = expect.objectContaining({ name: 'Choose a credential first', value: '', disabled: true });

	it('holds what the assignee is until then', async () => {
		expect(await loadOptions(simulator, 'getUsersOrKeep', chosen, 'supportInbox', fresh)).toEqual([
			{ name: 'No Change', value: '__keep__' },
			{ name: 'No Assignee', value: '__none__' },
			first,
		]);
		expect(asked()).toEqual([]);
	});

	it('says so in the list of inboxes of the trigger', async () => {
		expect(await loadOptions(simulator, 'getInboxes', { messageBoxIds: [] }, 'supportInboxTrigger', fresh)).toEqual([first]);
		expect(asked()).toEqual([]);
	});
});

describe('a dropdown that fails says why', () => {
	it('with a wrong token', async () => {
		const wrong = { baseUrl: simulator.baseUrl, token: 'wrong-token' };
		await expect(loadOptions(wrong, 'getUsers')).rejects.toThrow('The access token is missing or not valid');
	});

	it('with an inbox that does not exist', async () => {
		await expect(load('getLabels', { messageBoxId: byId(999) })).rejects.toMatchObject({ message: 'Not found: Inbox 999 (Message box not found)', description: expect.stringMatching(/Check these fields/) });
	});

	it('and is asked again the next time', async () => {
		simulator.faults.add({ kind: 'status', status: 400, body: { message: 'no' } });
		await expect(load('getPendingReasons')).rejects.toThrow(/no/);
		expect(await load('getPendingReasons')).toHaveLength(4);
	});
});

describe('locators', () => {
	const search = async (method: string, filter?: string, page?: string) =>
		await listSearch(simulator, method, chosen, filter, page);

	it.each([
		['searchInboxes', 'message_boxes', ['Support', 'Sales', 'Returns'], ['SAL', 'Sales'], ['103', 'Returns']],
		['searchAddressBooks', 'customer_groups', ['Customers', 'Business partners'], ['PARTNER', 'Business partners'], ['11', 'Customers']],
	])('%s lists all, narrowed by name or id, and asks once within a minute', async (method, path, all, ...narrowed) => {
		expect((await search(method)).results.map(({ name }) => name)).toEqual(all);
		for (const [filter, name] of narrowed) expect((await search(method, filter)).results).toEqual([{ name, value: expect.any(Number) }]);
		expect(asked()).toEqual([path]);
	});

	it('shows the newest tickets, page by page', async () => {
		const first = await search('searchTickets');
		expect(first.results).toHaveLength(50);
		expect(first.paginationToken).toBe('2');
		const last = await search('searchTickets', '', '3');
		expect(last.results).toHaveLength(20);
		expect(last.paginationToken).toBeUndefined();
	});

	it('finds a ticket by its number, however old, and by words of its title', async () => {
		const old = simulator.store.createTicket({ message_box_id: 101, title: 'An old one', created_at: '2020-01-01T00:00:00Z' });
		const found = await search('searchTickets', String(old.ticket_id));
		expect(found.results).toEqual([{ name: `#${old.ticket_id} An old one`, value: old.ticket_id }]);
		const byTitle = (await search('searchTickets', 'OKINAWA')).results;
		expect(byTitle.length).toBeGreaterThan(0);
		expect(byTitle.every(({ name }) => /okinawa/i.test(name))).toBe(true);
	});
});

const NAMES = ['name', 'email', 'template_name', 'template_category_name', 'last_name', 'first_name', 'status_cd'];
const allAs = (value: unknown) =>
	simulator.faults.add({ kind: 'partial', ...(value === undefined ? { omit: NAMES } : { replace: Object.fromEntries(NAMES.map((name) => [name, value])) }), when: { method: 'GET', times: 'always' } });

it.each<[string, unknown, string]>([
	['getBadges', null, '#801'],
	['getBadges', undefined, '#801'],
	['getBadges', '', '#801'],
	['getBadges', { a: 1 }, '#801'],
	['getClassifications', null, '#5001'],
	['getClassificationsAndArchived', undefined, '#5001'],
	['getLabels', null, '#3001'],
	['getMailAccounts', undefined, '#401'],
	['getPendingReasons', null, '#201'],
	['getTemplatesOrNone', null, '#601'],
	['getUsers', null, 'user01'],
	['getUsers', { a: 1 }, 'user01'],
])('rows without a name: %s with %j shows their ID in its place', async (method, value, shown) => {
	allAs(value);
	const choices = await load(method, method === 'getBadges' ? { ...inContact, customerGroupId: byId(11) } : {});
	expect(choices.find((choice) => choice.value !== '__none__')?.name).toBe(shown);
});
