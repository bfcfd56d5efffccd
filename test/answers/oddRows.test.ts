/** Rows of an answer that cannot be used are left out, and the rest of the page counts: in lists, dropdowns and the trigger. */
import { listSearch, loadOptions, pollerOf, runNode } from '../harness/engine';
import { loggedIn } from '../harness/logged';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId, INBOX } from '../resources/service';
import { inJson } from '../simulator';
import { idsOf, Scene } from '../trigger/scene';

const simulator = simulatorOfEachTest({ seed: { tickets: 3 } });

const ODD_IDS: unknown[] = [null, 'x', {}, [1], 1.5, 0, 2 ** 53, { toString: 1 }];

/** Rows that have every field but a usable id come first in answers of the operation. */
function addOddRows(key: string, operation: string, target = simulator): void {
	const rewrite = inJson((rows: object[]) => [null, 'x', ...ODD_IDS.map((id) => ({ ...rows[0], [key]: id })), ...rows]);
	target.faults.add({ kind: 'rewritten', rewrite, when: { operation, times: 'always' } });
}

const run = async (resource: string, operation: string, parameters: object = {}) =>
	await runNode(simulator, { resource, operation, messageBoxId: byId(INBOX), customerGroupId: byId(11), returnAll: true, ...parameters });

it.each([
	['addressBook', 'customer_group_id', 'listCustomerGroups'],
	['badge', 'badge_id', 'listBadges'],
	['classification', 'case_category_id', 'listCaseCategories'],
	['inbox', 'message_box_id', 'listMessageBoxes'],
	['label', 'label_id', 'listLabels'],
	['mailAccount', 'mail_account_id', 'listMailAccounts'],
	['pendingReason', 'pending_reason_id', 'listPendingReasons'],
	['template', 'template_id', 'listTemplates'],
	['ticket', 'ticket_id', 'searchTickets'],
])('%s: Get Many', async (resource, key, operation) => {
	const whole = await run(resource, 'getAll');
	expect(whole.length).toBeGreaterThan(0);
	addOddRows(key, operation);
	expect(await run(resource, 'getAll')).toEqual(whole);
});

it('a user without a mention name is left out', async () => {
	const whole = await run('user', 'getAll');
	simulator.faults.add({ kind: 'rewritten', rewrite: inJson((rows: object[]) => [{ ...rows[0], mention_name: '' }, { ...rows[0], mention_name: 5 }, ...rows]) });
	expect(await run('user', 'getAll')).toEqual(whole);
});

it('a page stays full with rows that are left out', async () => {
	for (let number = 0; number < 60; number++) simulator.store.createTicket({ message_box_id: INBOX });
	const whole = await run('ticket', 'getAll');
	simulator.faults.add({ kind: 'rewritten', rewrite: inJson((rows: object[]) => rows.map((row, place) => (place === 7 ? { ...row, ticket_id: null } : row))), when: { operation: 'searchTickets' } });
	expect(await run('ticket', 'getAll')).toHaveLength(whole.length - 1);
	expect(simulator.requests.filter(({ path }) => path.endsWith('tickets/search')).at(-1)?.body).toMatchObject({ page: 2 });
});

it('messages and attachments of a ticket', async () => {
	const [{ ticket_id: id }] = [...simulator.store.tickets.values()];
	const ticketId = byId(id);
	const whole = await run('ticket', 'get', { ticketId });
	const rewrite = inJson(({ messages, ...ticket }: { messages: object[] }) => ({ ...ticket, messages: [null, { ...messages[0], message_id: null }, ...messages.map((message) => ({ ...message, attachments: [null, { attachment_id: 'x' }] }))] }));
	simulator.faults.add({ kind: 'rewritten', rewrite, when: { operation: 'getTicket', times: 'always' } });
	expect(await run('ticket', 'get', { ticketId })).toEqual(whole);
	expect(await run('attachment', 'download', { source: 'ticket', attachmentTicketId: ticketId })).toEqual([]);
});

it('dropdowns and locators', async () => {
	const of = { resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX) };
	const rewrite = inJson((rows: object[]) => [null, 'x', ...ODD_IDS.map((id) => ({ ...rows[0], label_id: id, ticket_id: id })), ...rows]);
	simulator.faults.add({ kind: 'rewritten', rewrite, when: { times: 'always' } });
	const labels = [...simulator.store.inboxes.get(INBOX)!.labels.all()].map(({ id }) => id);
	expect((await loadOptions(simulator, 'getLabels', of)).map(({ value }) => value)).toEqual(labels);
	const tickets = [...simulator.store.tickets.values()].filter(({ message_box_id }) => message_box_id === INBOX);
	expect((await listSearch(simulator, 'searchTickets', of)).results).toHaveLength(tickets.length);
});

it('rows that have nothing of what was asked for are no answer', async () => {
	simulator.faults.add({ kind: 'foreignBody', body: [{ message: 'please log in' }], when: { times: 'always' } });
	await expect(run('label', 'getAll')).rejects.toMatchObject({ message: 'The service answered with something other than a JSON list' });
});

it('the log says what was left out', async () => {
	addOddRows('badge_id', 'listBadges');
	const { warn } = await loggedIn(async () => await run('badge', 'getAll'));
	expect(warn).toEqual(['Left out of an answer of the service: 10 rows without a usable badge_id (GET /api/v2/customer_groups/11/badges)']);
});

/** Without an offset a time means another moment in each time zone. */
describe('a time without an offset', () => {
	const LOCAL = '2026-03-02T17:00:00';
	const leftOut = (count: string, name: string) => `Left out of an answer of the service: ${count} without a usable ${name}`;

	/** The first rows of an answer get it. @param list of the record that has the rows */
	const addLocal = (count: number, name: string, operation: string, list?: string) => {
		const changed = (rows: object[]) => rows.map((row, place) => (place < count ? { ...row, [name]: LOCAL } : row));
		const rewrite = list === undefined ? inJson(changed) : inJson((record: Record<string, object[]>) => ({ ...record, [list]: changed(record[list]) }));
		simulator.faults.clear();
		simulator.faults.add({ kind: 'rewritten', rewrite, when: { operation, times: 'always' } });
	};

	const REFUSED = (name: string) => ({ message: `The answer of the service is not complete: ${name} is missing or wrong`, description: expect.stringContaining('ISO 8601 with an offset') as string });

	it.each(['created_at', 'last_updated_at'])('in %s of a ticket leaves its row out, and the log says so; in all rows it is refused', async (name) => {
		for (let count = 0; count < 3; count++) simulator.store.createTicket({ message_box_id: INBOX });
		const whole = await run('ticket', 'getAll');
		addLocal(2, name, 'searchTickets');
		const { warn } = await loggedIn(async () => expect(await run('ticket', 'getAll')).toEqual(whole.slice(2)));
		expect(warn).toEqual([`${leftOut('2 rows', name)} (POST /api/v2/101/tickets/search)`]);
		addLocal(Infinity, name, 'searchTickets');
		await expect(run('ticket', 'getAll')).rejects.toMatchObject(REFUSED(name));
	});

	it.each(['created_at', 'sent_at'])('in %s of a message leaves it out of its ticket; in all of them, or in the ticket, it is refused', async (name) => {
		const { ticket_id: id } = simulator.store.createTicket({ message_box_id: INBOX, messages: [{ body: 'One' }, { body: 'Two' }] });
		const get = async () => (await run('ticket', 'get', { ticketId: byId(id) }))[0].json.messages as object[];
		addLocal(1, name, 'getTicket', 'messages');
		const { warn } = await loggedIn(async () => expect(await get()).toMatchObject([{ body: 'Two' }]));
		expect(warn).toEqual([`${leftOut('1 row', name)} (GET /api/v2/101/tickets/${id})`]);
		addLocal(Infinity, name, 'getTicket', 'messages');
		await expect(get()).rejects.toMatchObject(REFUSED(name));
		simulator.faults.clear();
		simulator.faults.add({ kind: 'partial', replace: { last_updated_at: LOCAL }, when: { operation: 'getTicket' } });
		await expect(get()).rejects.toMatchObject(REFUSED('last_updated_at'));
	});
});

describe('the trigger', () => {
	it.each(ODD_IDS.map((id) => [JSON.stringify(id), id]))('with a row whose id is %s', async (_text, id) => {
		const scene = await Scene.begun();
		const [, second] = scene.create(2);
		const rewrite = inJson((rows: object[]) => rows.map((row) => ((row as { ticket_id: number }).ticket_id === second.ticket_id ? { ...row, ticket_id: id } : row)));
		scene.simulator.faults.add({ kind: 'rewritten', rewrite, when: { operation: 'searchTickets' } });
		const first = await scene.events();
		expect(first).toHaveLength(1);
		expect(idsOf(await scene.eventsOf(3))).toEqual([second.ticket_id]);
	});

	it('with rows of two inboxes, and another trigger of the same token', async () => {
		const polls = ['ticketCreated', 'newMessage'].map((event) => pollerOf(simulator, { messageBoxIds: [101, 102], events: [event] }, { workflowId: event }));
		for (const poller of polls) await poller.poll();
		addOddRows('ticket_id', 'searchTickets');
		const { ticket_id } = simulator.store.createTicket({ message_box_id: 102 });
		for (const poller of polls) expect(await poller.poll()).toMatchObject([{ json: { ticket_id } }]);
		expect(polls.flatMap(({ reported }) => reported)).toEqual([]);
	});
});
