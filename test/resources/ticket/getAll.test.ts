import type { INodeParameters } from 'n8n-workflow';
import type { RunSettings } from '../../harness/engine';
import type { TicketInput } from '../../simulator';
import { withoutLists } from '../sent';
import { serviceFor } from '../service';

const service = serviceFor('ticket', 'getAll', { seed: { tickets: 0 } });
const given = (count: number, input: TicketInput = {}) => {
	for (let number = 0; number < count; number++) service.simulator.store.createTicket({ message_box_id: 101, ...input });
};
const search = async (filters: INodeParameters, settings: RunSettings = {}) => await service.json({ getAllTicketFilters: filters }, settings);
/** All but spam and trash, which are left out unless they are chosen. */
const status_cds = ['closed', 'unwanted', 'ongoing', 'open'];
const onlyBody = () => withoutLists(service.sent()).map(({ body }) => body);

it('searches without conditions, with the Content-Type that the service demands', async () => {
	given(2);
	const items = await service.run({ includeNames: false });
	expect(service.sent()).toEqual([
		{ method: 'POST', path: '101/tickets/search', query: {}, body: { status_cds, per_page: 50, page: 1 } },
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
});

it('gives no item where nothing is found', async () => {
	expect(await service.run()).toEqual([]);
});

it('says "without" in the words of the document', async () => {
	await search({ assignee: '__none__', colorCds: ['__none__'], labelIds: [-1], pendingReasonIds: ['-1'] });
	expect(onlyBody()).toEqual([
		{ assignee: '', color_cds: [''], label_ids: [-1], pending_reason_ids: [-1], status_cds, per_page: 50, page: 1 },
	]);
});

it('leaves out spam and trash unless they are chosen, or tickets are asked for by their IDs', async () => {
	const made = ['open', 'spam', 'trash'].map((status_cd) => service.simulator.store.createTicket({ message_box_id: 101, status_cd: status_cd as 'open', messages: [{ body: 'x' }] }));
	const [open, spam, trash] = made.map(({ ticket_id }) => ticket_id);
	const found = async (parameters: INodeParameters) => ((await service.json({ includeNames: false, ...parameters })) as Array<{ ticket_id: number }>).map(({ ticket_id }) => ticket_id);
	expect(await found({})).toEqual([open]);
	expect(await found({ statusCds: ['spam', 'trash'] })).toEqual([trash, spam]);
	expect(await found({ getAllTicketFilters: { ticketIds: `${open}, ${spam}` } })).toEqual([spam, open]);
	expect(await found({ statusCds: ['open'], getAllTicketFilters: { messageIds: String(made[2].messages[0].message_id) } })).toEqual([trash]);
	expect(onlyBody().map((body) => (body as { status_cds?: string[] }).status_cds)).toEqual([status_cds, ['spam', 'trash'], undefined, undefined]);
});

it('takes codes by the names that the lists and the output show, in any capitals', async () => {
	await service.run({ includeNames: false, statusCds: '={{ "On Hold, closed" }}', getAllTicketFilters: { methodCds: '={{ ["Email", "sms"] }}', actionCds: '={{ "Rejected" }}', colorCds: '={{ "RED" }}' } });
	expect(onlyBody()).toMatchObject([{ status_cds: ['ongoing', 'closed'], method_cds: ['mail', 'sms'], action_cds: ['rejected'], color_cds: ['red'] }]);
});

it('refuses "Without" beside others before a request', async () => {
	await expect(search({ labelIds: [-1, 3001] })).rejects.toThrow(/^Labels: "Without" cannot be combined/);
	expect(service.sent()).toEqual([]);
});

describe('what the service cannot search for is chosen here', () => {
	it.each<[string, INodeParameters, INodeParameters?]>([
		['label_ids', { excludeLabelIds: [3001] }],
		['case_category_ids', { caseCategoryIds: [5001] }],
		['assignee', { excludeAssignees: ['user01'] }],
		['created_at', {}, { getAllTicketOptions: { oldestFirst: true } }],
		['created_at', { created: { since: { since: '2026-01-01' } } }],
		['title', { titleContains: 'refund' }],
	])('but not of tickets without %s', async (field, filters, more = {}) => {
		given(2);
		service.simulator.faults.add({ kind: 'partial', omit: [field], when: { times: 'always' } });
		await expect(service.json({ getAllTicketFilters: filters, ...more })).rejects.toThrow(`The answer of the service is not complete: ${field} is missing or wrong`);
	});

	const titles = async (filters: INodeParameters, more: INodeParameters = {}) =>
		((await service.json({ getAllTicketFilters: filters, returnAll: true, ...more })) as Array<{ title: string }>).map(({ title }) => title);

	it('oldest first, before the limit', async () => {
		for (const day of ['01', '10', '20']) given(1, { title: day, created_at: `2026-05-${day}T00:00:00Z` });
		given(60, { title: 'new' });
		expect(await titles({}, { returnAll: false, limit: 2, getAllTicketOptions: { oldestFirst: true } })).toEqual(['01', '10']);
		expect(onlyBody()).toEqual([1, 2].map((page) => ({ status_cds, per_page: 50, page })));
	});

	describe('labels', () => {
		const [order, delivery, deliveryHigh] = [3001, 3002, 3003];
		beforeEach(() => {
			given(1, { title: 'parent', label_ids: [order] });
			given(1, { title: 'child', label_ids: [deliveryHigh] });
			given(1, { title: 'both', label_ids: [order, delivery] });
			given(1, { title: 'none', label_ids: [] });
		});

		const WITH_CHILDREN = { includeChildLabels: true };
		/** The labels that the service is asked for; undefined: what it finds is chosen here. */
		it.each<[string, INodeParameters, string[], number[] | undefined]>([
			['all of them by default, which the service does', { labelIds: [order, delivery] }, ['both'], [order, delivery]],
			['any of them', { labelIds: [delivery, deliveryHigh], labelsMatch: 'any' }, ['both', 'child'], undefined],
			['one of any, which is searched for', { labelIds: [delivery], labelsMatch: 'any' }, ['both'], [delivery]],
			['with those below', { labelIds: [order], ...WITH_CHILDREN }, ['both', 'child', 'parent'], undefined],
			['with those below, of two', { labelIds: [order, deliveryHigh], ...WITH_CHILDREN }, ['child'], [deliveryHigh]],
			['none', { labelIds: [-1], ...WITH_CHILDREN, labelsMatch: 'any' }, ['none'], [-1]],
			['left out', { excludeLabelIds: [order] }, ['none', 'child'], undefined],
			['left out with those below', { excludeLabelIds: [order], ...WITH_CHILDREN }, ['none'], undefined],
			['some, and others left out', { labelIds: [order], excludeLabelIds: [delivery], ...WITH_CHILDREN }, ['parent'], undefined],
		])('%s', async (_what, filters, found, label_ids) => {
			expect(await titles(filters)).toEqual(found);
			expect(onlyBody()).toEqual([{ ...(label_ids && { label_ids }), status_cds, per_page: 50, page: 1 }]);
		});
	});

	it('classifications and assignees, also left out', async () => {
		given(1, { title: 'a', case_category_ids: [5001], assignee: 'user01' });
		given(1, { title: 'b', case_category_ids: [5002], assignee: null });
		given(1, { title: 'c', assignee: 'user02' });
		expect(await titles({ caseCategoryIds: '={{ ["Request", 5002] }}' })).toEqual(['b', 'a']);
		expect(await titles({ excludeCaseCategoryIds: [5001] })).toEqual(['c', 'b']);
		expect(await titles({ excludeAssignees: ['user01', '__none__'] })).toEqual(['c']);
	});

	it('says so when there is too much to read, and gives no part of it for the whole', async () => {
		given(10_001, { title: 'x' });
		await expect(titles({ titleContains: 'y' })).rejects.toThrow('More than 10,000 tickets would have to be read');
	});
});

it('reads no more than the limit needs', async () => {
	given(130);
	expect(await service.run({ limit: '30' })).toHaveLength(30);
	expect(onlyBody()).toMatchObject([{ per_page: 30, page: 1 }]);
});

describe('Title Contains, which the service cannot search for', () => {
	const pages = () => service.sent().map(({ body }) => body as { per_page: number; page: number });

	it('reads full pages until the limit is reached, and no further', async () => {
		given(60, { title: 'Where is my order?' });
		given(120, { title: 'Question' });
		const found = (await service.json({ limit: 20, getAllTicketFilters: { titleContains: ' ORDER' } })) as Array<{ title: string }>;
		expect(found.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, () => 'Where is my order?'));
		expect(pages()).toMatchObject([1, 2, 3].map((page) => ({ per_page: 50, page })));
	});

	it.each([['Order\u200b 5', 'order 5'], ['Order 5', 'or\u00adder\u00a05'], ['A  B', 'a b'], ['待って⋯', '待って…'], ['¥500', '\\500']])('finds what looks the same: %j by %j', async (title, titleContains) => {
		given(1, { title });
		given(1, { title: 'Question' });
		expect(await service.json({ getAllTicketFilters: { titleContains } })).toMatchObject([{ title }]);
	});

	it('does not find everything by a text in which nothing is seen', async () => {
		given(1, { title: 'Question' });
		await expect(service.json({ getAllTicketFilters: { titleContains: '\u200b\u3000' } })).rejects.toThrow('has no value');
	});

	it('reads all pages where fewer are there, also past pages without any, with the other filters in the request', async () => {
		given(1, { title: 'ＲＥＦＵＮＤ please', status_cd: 'open' });
		given(230, { title: 'Question', status_cd: 'open' });
		given(2, { title: 'A refund', status_cd: 'closed' });
		const found = await service.json({ returnAll: true, statusCds: ['open'], getAllTicketFilters: { titleContains: 'refund' } });
		expect(found).toMatchObject([{ title: 'ＲＥＦＵＮＤ please' }]);
		expect(service.sent().map(({ body }) => body)).toEqual(
			[1, 2, 3, 4, 5].map((page) => ({ status_cds: ['open'], per_page: 50, page })),
		);
	});
});

describe('what the service adds later', () => {
	const later = serviceFor('ticket', 'getAll', { laterAdditions: 'some' });

	it('a channel and a message state that no list offers are sent as they are, and unknown fields come out', async () => {
		const tickets = await later.json({ simplify: false, includeNames: false, getAllTicketFilters: { methodCds: ['mail', 'hologram'], actionCds: '={{ "foreseen" }}' } });
		expect(later.sent()).toMatchObject([{ body: { method_cds: ['mail', 'hologram'], action_cds: ['foreseen'] } }]);
		expect(tickets).toHaveLength(1);
		expect(Object.keys(tickets[0] as object).length).toBeGreaterThan(10);
	});
});

it('fails where the labels lack their parents: tickets with labels below would be missing without a word', async () => {
	service.simulator.faults.add({ kind: 'partial', omit: ['parent_id'], when: { path: /labels/, times: 'always' } });
	await expect(search({ labelIds: [3001], includeChildLabels: true })).rejects.toThrow('The answer of the service is not complete: parent_id is missing or wrong');
});
