/** Rows of an answer that cannot be used are left out, and the rest of the page counts: in lists, dropdowns and the trigger. */
import { listSearch, loadOptions, pollerOf, runNode } from '../harness/engine';
import { loggedIn } from '../harness/logged';
import { simulatorForEachTest } from '../harness/simulator';
import { byId, INBOX } from '../resources/service';
import { inJson, type Simulator } from '../simulator';
import { idsOf, Scene } from '../trigger/scene';

let simulator: Simulator;

simulatorForEachTest((started) => (simulator = started), { seed: { tickets: 3 } });

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

	it.each(['created_at', 'last_updated_at'])('with a row whose %s is no time: it keeps its place', async (name) => {
		const scene = await Scene.begun();
		const [first, second] = scene.create(2);
		const rewrite = inJson((rows: object[]) => rows.map((row) => ((row as { ticket_id: number }).ticket_id === second.ticket_id ? { ...row, [name]: 'soon' } : row)));
		scene.simulator.faults.add({ kind: 'rewritten', rewrite, when: { operation: 'searchTickets' } });
		expect(idsOf(await scene.events()).sort()).toEqual([first.ticket_id, second.ticket_id]);
		scene.simulator.faults.clear();
		expect(await scene.eventsOf(3)).toEqual([]);
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
