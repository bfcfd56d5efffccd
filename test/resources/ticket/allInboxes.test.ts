/** Ticket: Get Many over all inboxes of the tenant. */
import type { INodeParameters } from 'n8n-workflow';
import { listSearch, loadOptions } from '../../harness/engine';
import type { TicketInput } from '../../simulator';
import { byId, serviceFor } from '../service';

const service = serviceFor('ticket', 'getAll', { seed: { tickets: 0 } });
// The other inboxes have tickets all the same.
beforeEach(() => [...service.simulator.store.tickets.keys()].forEach((id) => service.simulator.store.removeTicket(id)));
const ALL = byId('All Inboxes');
const given = (inbox: number, input: TicketInput = {}) => service.simulator.store.createTicket({ message_box_id: inbox, ...input }).ticket_id;
const search = async (filters: INodeParameters = {}, more: INodeParameters = {}) =>
	(await service.json({ messageBoxId: ALL, getAllTicketFilters: filters, ...more })) as Array<Record<string, unknown>>;
const ids = (items: Array<Record<string, unknown>>) => items.map(({ ticket_id }) => ticket_id);
const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T00:00:00Z`;
const inboxes = () => [...service.simulator.store.inboxes.keys()];
const searches = () => service.sent().filter(({ path }) => path.endsWith('search'));
const fail = (inbox: number, path = 'tickets/search') =>
	service.simulator.faults.add({ when: { path: new RegExp(`/${inbox}/${path}`), times: 'always' }, kind: 'status', status: 400, body: { message: 'no' } });

it('searches each inbox once, and each ticket says in which one it is', async () => {
	const [one, other] = [given(101, { created_at: day(1) }), given(102, { created_at: day(2) })];
	const found = await search({}, { statusCds: ['open'] });
	expect(found).toMatchObject([
		{ ticket_id: other, message_box_id: 102, message_box_name: 'Sales' },
		{ ticket_id: one, message_box_id: 101, message_box_name: 'Support' },
	]);
	expect(service.sent()[0]).toMatchObject({ method: 'GET', path: 'message_boxes' });
	expect(searches().map(({ path }) => path).sort()).toEqual(inboxes().map((id) => `${id}/tickets/search`).sort());
	expect(searches().map(({ body }) => body)).toEqual(inboxes().map(() => ({ status_cds: ['open'], per_page: 50, page: 1 })));
	const [raw] = await search({}, { simplify: false, includeNames: true });
	expect(raw).toMatchObject({ message_box_id: 102, message_box_name: 'Sales', assignee_name: null, color_cd: null });
});

it('limits over all: the newest tickets first, or the oldest', async () => {
	const tickets = [1, 2, 3, 4, 5, 6].map((number) => given([101, 102, 103][number % 3], { created_at: day(number) }));
	expect(ids(await search({}, { limit: 3 }))).toEqual([tickets[5], tickets[4], tickets[3]]);
	expect(ids(await search({}, { limit: 3, getAllTicketOptions: { oldestFirst: true } }))).toEqual(tickets.slice(0, 3));
	expect(ids(await search({}, { returnAll: true }))).toEqual([...tickets].reverse());
});

it('reads the messages of those alone that are left, and shapes them as the options say', async () => {
	for (const number of [1, 2, 3]) given(100 + number, { created_at: day(number), messages: [{ body: '<b>Hello</b>', is_html: true }] });
	const found = await search({}, { limit: 2, getAllTicketOptions: { includeMessages: true } });
	expect(found).toMatchObject([103, 102].map((id) => ({ message_box_id: id, message_box_name: expect.any(String), messages: [{ body: 'Hello' }] })));
	expect(service.sent().filter(({ method, path }) => method === 'GET' && path.includes('/tickets/'))).toHaveLength(2);
});

describe('filters by name', () => {
	/** Of one name each inbox has its own id. */
	beforeEach(() => {
		const { store } = service.simulator;
		const label = (inbox: number, name: string) => store.addLabel(inbox, { name }).id;
		const [a1, b1, a2] = [label(101, 'A'), label(101, 'B'), label(102, 'A')];
		given(101, { id: 1, label_ids: [a1] });
		given(101, { id: 2, label_ids: [a1, b1] });
		given(102, { id: 3, label_ids: [a2] });
		given(102, { id: 4 });
		given(103, { id: 5 });
	});
	const found = async (filters: INodeParameters) => ids(await search(filters)).sort();

	it.each<[string, INodeParameters, number[]]>([
		['all labels, in the inboxes that have them all', { labelIds: '={{ ["A", "B"] }}' }, [2]],
		['one label, by its name in any letters', { labelIds: '={{ "a" }}' }, [1, 2, 3]],
		['any label, of those that an inbox has', { labelIds: '={{ "B, A" }}', labelsMatch: 'any' }, [1, 2, 3]],
		['without labels', { labelIds: [-1] }, [4, 5]],
		['no label of the inbox left out', { excludeLabelIds: '={{ "A" }}' }, [4, 5]],
	])('%s', async (_what, filters, expected) => {
		expect(await found(filters)).toEqual(expected);
	});

	it('does not search an inbox that cannot have such a ticket', async () => {
		await search({ labelIds: '={{ "B" }}' });
		expect(searches().map(({ path }) => path)).toEqual(['101/tickets/search']);
	});

	it.each<[INodeParameters, string]>([
		[{ labelIds: '={{ ["A", "Nowhere"] }}', labelsMatch: 'any' }, 'No inbox has a label "Nowhere"'],
		[{ excludeCaseCategoryIds: '={{ "Nowhere" }}' }, 'No inbox has a classification "Nowhere"'],
		[{ assignee: '={{ "No Body" }}' }, 'There is no user "No Body" in this tenant'],
	])('%j is refused', async (filters, message) => {
		await expect(search(filters)).rejects.toThrow(message);
	});

	it('a user is the same in each', async () => {
		given(103, { id: 8, assignee: 'user02' });
		expect(await found({ assignee: '={{ "Yamada Ben" }}' })).toEqual([8]);
	});
});

describe('an inbox that fails', () => {
	const CONTINUES = { node: { onError: 'continueErrorOutput' as const } };

	it('fails the node that stops on an error, since its tickets would be missing from a digest', async () => {
		given(101);
		fail(102);
		await expect(search()).rejects.toMatchObject({ message: expect.stringMatching(/^Inbox .+ \(102\): The service refused/), description: expect.stringMatching(/With Continue under On Error, what did not fail comes out\.$/) });
	});

	it('does not hide from an agent what the others have', async () => {
		const ticket = given(101);
		fail(102);
		const [, first, second] = await service.json({ messageBoxId: ALL }, { node: { type: 'supportInboxTool' } });
		expect([first, second]).toMatchObject([{ ticket_id: ticket }, { error: expect.stringContaining('(102)') }]);
	});

	it('does not hide the others, and is said', async () => {
		const ticket = given(101);
		fail(102);
		const items = await service.run({ messageBoxId: ALL }, CONTINUES);
		expect(items).toMatchObject([{ json: { ticket_id: ticket } }, {}]);
		// n8n's expressions read no item of a node whose items have an error object.
		expect(items[1]).toEqual({ json: { error: expect.stringMatching(/^Inbox .+ \(102\): The service refused the values: no\. Check/) }, pairedItem: { item: 0 } });
	});

	it('also where its labels cannot be read: then a name may be one of them', async () => {
		given(101);
		fail(102, 'labels');
		expect(await service.json({ messageBoxId: ALL, getAllTicketFilters: { labelIds: '={{ "Nowhere" }}' } }, CONTINUES)).toEqual([{ error: expect.stringContaining('(102)') }]);
	});

	it('fails the node where all of them do', async () => {
		for (const id of inboxes()) fail(id);
		await expect(search()).rejects.toThrow(/^Inbox Support \(101\): The service refused/);
	});
});

it('is offered for the search of tickets alone, and lists that differ say what to do', async () => {
	const offered = async (parameters: INodeParameters, filter?: string) => (await listSearch(service.simulator, 'searchInboxes', parameters, filter)).results.map(({ value }) => value);
	expect(await offered({ resource: 'ticket', operation: 'getAll' })).toEqual(['All Inboxes', ...inboxes()]);
	expect(await offered({ resource: 'ticket', operation: 'getAll' }, 'support')).not.toContain('All Inboxes');
	expect(await offered({ resource: 'ticket', operation: 'get' })).toEqual(inboxes());
	expect(await offered({ resource: 'label', operation: 'getAll' })).toEqual(inboxes());
	const [label] = await loadOptions(service.simulator, 'getLabels', { resource: 'ticket', operation: 'getAll', messageBoxId: ALL });
	expect(label).toMatchObject({ name: 'Cannot be loaded for all inboxes', disabled: true });
});

it.each(['get', 'update'])('is no inbox of Ticket: %s', async (operation) => {
	await expect(service.run({ operation, messageBoxId: ALL, ticketId: byId(1), statusCd: 'open' })).rejects.toThrow('There is no inbox "All Inboxes" in this tenant');
});
