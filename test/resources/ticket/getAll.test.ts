import type { INodeParameters } from 'n8n-workflow';

import type { RunSettings } from '../../harness/engine';
import type { TicketInput } from '../../simulator';
import { serviceFor } from '../service';

const service = serviceFor('ticket', 'getAll', { seed: { tickets: 0 } });
const given = (count: number, input: TicketInput = {}) => {
	for (let number = 0; number < count; number++) service.simulator.store.createTicket({ message_box_id: 101, ...input });
};
const search = async (filters: INodeParameters, settings: RunSettings = {}) => await service.json({ filters }, settings);
const onlyBody = () => service.sent().map(({ body }) => body);

it('searches without conditions, with the Content-Type that the service demands', async () => {
	given(2);
	const items = await service.run({ addNames: false });
	expect(service.sent()).toEqual([
		{ method: 'POST', path: '101/tickets/search', query: {}, body: { per_page: 50, page: 1 } },
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	expect(Object.keys(items[0].json)).toEqual([
		'ticket_id', 'message_box_id', 'title', 'status_cd', 'assignee', 'pending_reason_id', 'label_ids', 'case_category_ids',
		'created_at', 'last_updated_at',
	]);
});

it('gives no item where nothing is found', async () => {
	expect(await service.run()).toEqual([]);
});

it('says "without" in the words of the document', async () => {
	await search({ assignee: '__none__', colorCds: ['__none__'], labelIds: [-1], pendingReasonIds: ['-1'] });
	expect(onlyBody()).toEqual([
		{ assignee: '', color_cds: [''], label_ids: [-1], pending_reason_ids: [-1], per_page: 50, page: 1 },
	]);
});

it('sends nothing for any attachments', async () => {
	await search({ hasAttachments: 'any' });
	expect(onlyBody()).toEqual([{ per_page: 50, page: 1 }]);
});

describe('the period', () => {
	const period = (values: INodeParameters) => ({ period: { values } });

	it.each([
		[{ date: '2026-11-20T23:30:00', within: 7, unit: 'days' }, '7days'],
		[{ date: '2026-11-20', within: '99', unit: 'days' }, '99days'],
		[{ date: '2026-11-20T01:00:00', within: 1, unit: 'months' }, '1months'],
	])('by its last day, as a plain date, and length: %p', async (values, within) => {
		await search(period(values));
		expect(onlyBody()).toEqual([{ date: '2026-11-20', within, per_page: 50, page: 1 }]);
	});

	it.each([['America/New_York'], ['Europe/Berlin'], ['Asia/Tokyo']])('means that day at the tenant, whatever the workflow\'s zone: %s', async (timezone) => {
		given(1, { created_at: '2026-11-20T00:30:00+09:00' });
		given(1, { created_at: '2026-11-22T00:30:00+09:00' });
		const found = await search(period({ date: '2026-11-20', within: 1, unit: 'days' }), { timezone });
		const dayBefore = await search(period({ date: '2026-11-18', within: 1, unit: 'days' }), { timezone });
		expect([found.length, dayBefore.length]).toEqual([1, 0]);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['both kinds', { since: '2026-01-01', ...period({ date: '2026-02-01', within: 3, unit: 'days' }) }, /two periods/],
		['a length without a day', period({ date: '', within: 3, unit: 'days' }), /^Period: The field "Last Day" has no value/],
		['a day without a length', period({ date: '2026-01-01', within: '={{ null }}', unit: 'days' }), /^Period: The field "Length" has no value/],
		['a group without anything', { period: {} }, /^The filter "Period" has no value/],
		['too long', period({ date: '2026-01-01', within: 100, unit: 'days' }), /^Period: Length: 100 is not possible.*|1 to 99/],
		['too short', period({ date: '2026-01-01', within: 0, unit: 'days' }), /^Period: Length: 0 is not possible/],
		['backwards', { since: '2026-02-01', until: '2026-01-01' }, /ends before it begins/],
		['an unknown unit', period({ date: '2026-01-01', within: 3, unit: 'weeks' }), /^Period: Length Unit: "weeks" is not known/],
		['no date', { since: 'yesterday' }, /^Has Message Since: "yesterday" is not a date/],
		['without and with', { labelIds: [-1, 3001] }, /^Labels: "Without" cannot be combined/],
		['a channel by its display name', { methodCds: ['Call Memo'] }, /^Channels: "Call Memo" is no code/],
	])('refused before a request: %s', async (_what, filters, message) => {
		await expect(search(filters)).rejects.toThrow(message);
		expect(service.sent()).toEqual([]);
	});
});

describe('what the service cannot search for is chosen here', () => {
	it.each<[string, INodeParameters]>([
		['label_ids', { leaveOutLabelIds: [3001] }],
		['case_category_ids', { caseCategoryIds: [5001] }],
		['assignee', { leaveOutAssignees: ['user01'] }],
		['created_at', { oldestFirst: true }],
		['last_updated_at', { lastUpdatedBefore: '2026-01-01' }],
		['title', { titleContains: 'refund' }],
	])('but not of tickets without %s', async (field, filters) => {
		given(2);
		service.simulator.faults.add({ kind: 'partial', omit: [field], when: { times: 'always' } });
		await expect(search(filters)).rejects.toThrow(`The answer of the service is not complete: ${field} is missing or wrong`);
	});

	const titles = async (filters: INodeParameters, more: INodeParameters = {}) =>
		((await service.json({ filters, returnAll: true, ...more })) as Array<{ title: string }>).map(({ title }) => title);

	describe('times', () => {
		beforeEach(() => {
			for (const day of ['01', '10', '20']) given(1, { title: day, created_at: `2026-05-${day}T00:00:00Z` });
		});

		it('created after and before', async () => {
			expect(await titles({ createdAfter: '2026-05-10T00:00:00Z' })).toEqual(['20', '10']);
			expect(await titles({ createdBefore: '2026-05-10T00:00:00Z' })).toEqual(['01']);
			expect(await titles({ createdAfter: '2026-05-05', createdBefore: '2026-05-15' })).toEqual(['10']);
		});

		it('last updated before leaves out a ticket that somebody wrote a memo in', async () => {
			const [old] = service.simulator.store.inbox(101).tickets.newestFirst();
			service.simulator.store.addMessage(old.ticket_id, { method_cd: 'record', body: 'Called', created_at: '2026-11-20T00:00:00Z' });
			expect(await titles({ lastUpdatedBefore: '2026-06-01T00:00:00Z' })).toEqual(['10', '01']);
			expect(await titles({ lastUpdatedAfter: '2026-06-01T00:00:00Z' })).toEqual(['20']);
		});

		it('oldest first, before the limit', async () => {
			given(60, { title: 'new' });
			expect(await titles({ oldestFirst: true }, { returnAll: false, limit: 2 })).toEqual(['01', '10']);
			expect(onlyBody()).toEqual([1, 2].map((page) => ({ per_page: 50, page })));
		});
	});

	describe('labels', () => {
		const [order, delivery, deliveryHigh] = [3001, 3002, 3003];
		beforeEach(() => {
			given(1, { title: 'parent', label_ids: [order] });
			given(1, { title: 'child', label_ids: [deliveryHigh] });
			given(1, { title: 'both', label_ids: [order, delivery] });
			given(1, { title: 'none', label_ids: [] });
		});

		it('all of them by default, which the service does', async () => {
			expect(await titles({ labelIds: [order, delivery] })).toEqual(['both']);
			expect(onlyBody()).toEqual([{ label_ids: [order, delivery], per_page: 50, page: 1 }]);
		});

		it('any of them', async () => {
			expect(await titles({ labelIds: [delivery, deliveryHigh], labelsMatch: 'any' })).toEqual(['both', 'child']);
			expect(onlyBody()).toEqual([{ per_page: 50, page: 1 }]);
		});

		it('one of any is searched for', async () => {
			expect(await titles({ labelIds: [delivery], labelsMatch: 'any' })).toEqual(['both']);
			expect(onlyBody()).toMatchObject([{ label_ids: [delivery] }]);
		});

		it('with those below', async () => {
			expect(await titles({ labelIds: [order], includeChildLabels: true })).toEqual(['both', 'child', 'parent']);
			expect(await titles({ labelIds: [order, deliveryHigh], includeChildLabels: true })).toEqual(['child']);
			expect(service.sent().at(-1)).toMatchObject({ body: { label_ids: [deliveryHigh] } });
			expect(await titles({ labelIds: [-1], includeChildLabels: true, labelsMatch: 'any' })).toEqual(['none']);
		});

		it('leaves out', async () => {
			expect(await titles({ leaveOutLabelIds: [order] })).toEqual(['none', 'child']);
		});
	});

	it('classifications and assignees, also left out', async () => {
		given(1, { title: 'a', case_category_ids: [5001], assignee: 'user01' });
		given(1, { title: 'b', case_category_ids: [5002], assignee: null });
		given(1, { title: 'c', assignee: 'user02' });
		expect(await titles({ caseCategoryIds: '={{ ["Request", 5002] }}' })).toEqual(['b', 'a']);
		expect(await titles({ leaveOutCaseCategoryIds: [5001] })).toEqual(['c', 'b']);
		expect(await titles({ leaveOutAssignees: ['user01', '__none__'] })).toEqual(['c']);
	});

	it('says so when there is too much to read, and gives no part of it for the whole', async () => {
		given(10_001, { title: 'x' });
		service.simulator.setRateLimit({ limit: 100_000 });
		await expect(titles({ titleContains: 'y' })).rejects.toThrow('More than 10,000 tickets would have to be read');
	});
});

describe('the pages', () => {
	const sizes = () => service.sent().map(({ body }) => body as { per_page: number; page: number });

	it('reads no more than the limit needs', async () => {
		given(130);
		expect(await service.run({ limit: '30' })).toHaveLength(30);
		expect(sizes()).toEqual([{ per_page: 30, page: 1 }]);
	});

	it('reads on to a page that is not full', async () => {
		given(130);
		const items = await service.json({ returnAll: true, addNames: false });
		expect(sizes().map(({ page }) => page)).toEqual([1, 2, 3]);
		expect(new Set((items as Array<{ ticket_id: number }>).map(({ ticket_id }) => ticket_id)).size).toBe(130);
	});
});

it('gives the raw tickets without Simplify and names on demand', async () => {
	given(3, { assignee: 'user02', label_ids: [3001] });
	const [ticket] = await service.json({ simplify: 'false', addNames: '={{ "True" }}' });
	expect(ticket).toMatchObject({
		assignee: 'user02',
		assignee_name: expect.stringMatching(/^Yamada /),
		label_names: ['Order'],
		message_box_name: 'Support',
	});
	expect(service.sent().map(({ path }) => path).sort()).toEqual([
		'101/labels', '101/labels', '101/tickets/search', 'message_boxes', 'users',
	]);
});

describe('Title Contains, which the service cannot search for', () => {
	const pages = () => service.sent().map(({ body }) => body as { per_page: number; page: number });

	it('reads full pages until the limit is reached, and no further', async () => {
		given(60, { title: 'Where is my order?' });
		given(120, { title: 'Question' });
		const found = (await service.json({ limit: 20, filters: { titleContains: ' ORDER' } })) as Array<{ title: string }>;
		expect(found.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, () => 'Where is my order?'));
		expect(pages()).toEqual([1, 2, 3].map((page) => ({ per_page: 50, page })));
	});

	it('reads all pages where fewer are there, also past pages without any, with the other filters in the request', async () => {
		given(1, { title: 'ＲＥＦＵＮＤ please', status_cd: 'open' });
		given(230, { title: 'Question', status_cd: 'open' });
		given(2, { title: 'A refund', status_cd: 'closed' });
		const found = await service.json({ returnAll: true, filters: { titleContains: 'refund', statusCds: ['open'] } });
		expect(found).toMatchObject([{ title: 'ＲＥＦＵＮＤ please' }]);
		expect(service.sent().map(({ body }) => body)).toEqual(
			[1, 2, 3, 4, 5].map((page) => ({ status_cds: ['open'], per_page: 50, page })),
		);
	});
});

it('takes Return All as an AI tool gives it', async () => {
	given(60);
	expect(await service.run({ returnAll: '={{ "true" }}' })).toHaveLength(60);
});

describe('what the service adds later', () => {
	const later = serviceFor('ticket', 'getAll', { laterAdditions: 'some' });

	it('a channel and a message state that no list offers are sent as they are, and unknown fields come out', async () => {
		const tickets = await later.json({ simplify: false, addNames: false, filters: { methodCds: ['mail', 'hologram'], actionCds: '={{ "foreseen" }}' } });
		expect(later.sent()).toMatchObject([{ body: { method_cds: ['mail', 'hologram'], action_cds: ['foreseen'] } }]);
		expect(tickets).toHaveLength(1);
		expect(Object.keys(tickets[0] as object).length).toBeGreaterThan(10);
	});

	it.each([
		['methodCds', ['E-Mail'], /^Channels: "E-Mail" is no code of the service/],
		['actionCds', [5], /^Message States: 5 is no code of the service/],
		['methodCds', [''], /^Channels: /],
	])('%s: %j is refused before a request', async (name, value, message) => {
		await expect(later.run({ filters: { [name]: value } })).rejects.toThrow(message);
		expect(later.sent()).toEqual([]);
	});
});
