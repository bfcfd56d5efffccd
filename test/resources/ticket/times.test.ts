import type { INodeParameters } from 'n8n-workflow';
import type { RunSettings } from '../../harness/engine';
import type { TicketInput } from '../../simulator';
import { byId, serviceFor } from '../service';

const service = serviceFor('ticket', 'getAll', { seed: { tickets: 0 } });
const given = (input: TicketInput) => service.simulator.store.createTicket({ message_box_id: 101, ...input });
const titles = async (filters: INodeParameters, settings: RunSettings = {}) =>
	((await service.json({ getAllTicketFilters: filters, returnAll: true, includeNames: false }, settings)) as Array<{ title: string }>).map(({ title }) => title);
/** Without the statuses: the test of Get Many shows them. */
const bodies = () => service.sent().map(({ body }) => ({ ...(body as object), status_cds: undefined }));

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

describe('Created and Last Updated, which the service cannot search for', () => {
	beforeEach(() => {
		for (const days of [40, 10, 2]) given({ title: String(days), created_at: daysAgo(days) });
	});

	it.each<[string, INodeParameters, string[]]>([
		['in the last days', { inTheLast: { number: 7, unit: 'days' } }, ['2']],
		['longer ago than some hours', { longerAgo: { number: 72, unit: 'hours' } }, ['10', '40']],
		['longer ago than a month', { longerAgo: { number: 1, unit: 'months' } }, ['40']],
		['two of them at once', { inTheLast: { number: 20, unit: 'days' }, longerAgo: { number: 5, unit: 'days' } }, ['10']],
		['without a unit, in days', { longerAgo: { number: 7 } }, ['10', '40']],
	])('%s', async (_what, time, expected) => {
		expect(await titles({ created: time })).toEqual(expected);
		expect(await titles({ lastUpdated: time })).toEqual(expected);
		expect(bodies()).toEqual([1, 2].map(() => ({ per_page: 50, page: 1 })));
	});

	it('by dates; the end does not belong to it', async () => {
		for (const day of ['01', '08', '15']) given({ title: `May ${day}`, created_at: `2026-05-${day}T00:00:00Z` });
		const [first, end] = ['2026-05-01T00:00:00Z', '2026-05-08T00:00:00Z'];
		expect(await titles({ created: { between: { since: first, until: end } } })).toEqual(['May 01']);
		expect(await titles({ created: { until: { until: end } } })).toEqual(['May 01']);
		expect((await titles({ created: { since: { since: end } } })).slice(-2)).toEqual(['May 15', 'May 08']);
	});

	it('Last Updated leaves out a ticket that somebody wrote a memo in', async () => {
		const old = [...service.simulator.store.inbox(101).tickets.newestFirst()].at(-1)!;
		service.simulator.store.addMessage(old.ticket_id, { method_cd: 'record', body: 'Called' });
		expect(await titles({ lastUpdated: { longerAgo: { number: 5, unit: 'days' } } })).toEqual(['10']);
	});
});

describe('Message Date, which the service searches for', () => {
	it('sends the time, and where two are given the one that lies in both', async () => {
		await titles({ messageDate: { since: { since: '2026-01-02T00:00:00Z' }, between: { since: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' } } });
		expect(bodies()).toMatchObject([{ since: expect.stringMatching(/^2026-01-02T/), until: expect.stringMatching(/^2026-02-01T/) }]);
	});

	it('a number of days is sent as a time', async () => {
		const before = Date.now() - 7 * DAY_MS;
		await titles({ messageDate: { inTheLast: { number: 7, unit: 'days' } } }, { timezone: 'Asia/Tokyo' });
		const [{ since, ...rest }] = bodies() as unknown as Array<{ since: string }>;
		expect(rest).toEqual({ per_page: 50, page: 1 });
		expect(since).toMatch(/\+09:00$/);
		expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
		expect(Date.parse(since)).toBeLessThanOrEqual(Date.now() - 7 * DAY_MS);
	});

	it.each([
		[{ date: '2026-11-20T23:30:00', number: 7, unit: 'days' }, '7days'],
		[{ date: '2026-11-20', number: '99', unit: 'days' }, '99days'],
		[{ date: '2026-11-20T01:00:00', number: 1, unit: 'months' }, '1months'],
	])("the service's own period is sent as a plain date and a length: %p", async (period, within) => {
		await titles({ messageDate: { period } });
		expect(bodies()).toEqual([{ date: '2026-11-20', within, per_page: 50, page: 1 }]);
	});

	it("the period's day is that of the workflow where a program gives it in UTC, and else as it was written", async () => {
		const date = new Date('2026-11-01T00:00:00+09:00');
		const days = [date, date.toISOString(), '2026-11-01T00:00:00+09:00', '2026-11-01T23:00:00-05:00'];
		for (const day of days) await titles({ messageDate: { period: { date: '={{ $json.day }}', number: 1, unit: 'months' } } }, { timezone: 'Asia/Tokyo', items: [{ json: { day: day as string } }] });
		expect(bodies().map((body) => (body as unknown as { date: string }).date)).toEqual(days.map(() => '2026-11-01'));
	});

	it.each([['America/New_York'], ['Europe/Berlin'], ['Asia/Tokyo']])("the period's day is that of the tenant, whatever the workflow's zone: %s", async (timezone) => {
		for (const created_at of ['2026-11-20T00:30:00+09:00', '2026-11-22T00:30:00+09:00']) given({ created_at });
		const found = await titles({ messageDate: { period: { date: '2026-11-20', number: 1, unit: 'days' } } }, { timezone });
		const dayBefore = await titles({ messageDate: { period: { date: '2026-11-18', number: 1, unit: 'days' } } }, { timezone });
		expect([found.length, dayBefore.length]).toEqual([1, 0]);
	});
});

describe('what would select every ticket by mistake is refused, and no request leaves', () => {
	const NOW = 'is now or later, so that every ticket would be selected';
	const NONE = 'is now or later, so that no ticket would be selected';
	const MISSING = 'is what a program makes of a date that is missing';

	it.each<[string, INodeParameters, string]>([
		['one misspelt letter in $now.minus', { until: { until: '={{ $now.minus({ days: $json.dayz }) }}' } }, NOW],
		['text of half a minute ago', { until: { until: '={{ $now.minus({ seconds: 30 }).toISO() }}' } }, NOW],
		['a time to come', { until: { until: '={{ $now.plus({ days: 3 }) }}' } }, NOW],
		['one misspelt letter in a Since', { since: { since: '={{ $now.minus({ days: $json.dayz }) }}' } }, NONE],
		['a Since that is missing', { since: { since: '={{ new Date($json.nothing) }}' } }, MISSING],
		...['1970-01-01', '1899-12-30', '1900-01-01T00:00:00', '0001-01-01T00:00:00Z'].map((date): [string, INodeParameters, string] => [`${date}, which stands for a Since that is missing`, { since: { since: `={{ "${date}" }}` } }, MISSING]),
		['text of a Since that is missing', { between: { since: '={{ DateTime.fromMillis(Number($json.nothing)).toISO() }}', until: '2026-01-01' } }, MISSING],
	])('%s', async (_what, time, said) => {
		for (const name of ['created', 'lastUpdated', 'messageDate']) {
			await expect(titles({ [name]: time }, { items: [{ json: { days: 60, nothing: null } }] })).rejects.toThrow(said);
			const [{ error }] = (await service.json({ getAllTicketFilters: { [name]: time } }, { node: { type: 'supportInboxTool' }, items: [{ json: { days: 60, nothing: null } }] })) as Array<{ error: string }>;
			expect(error).toContain(said);
		}
		expect(service.sent()).toEqual([]);
	});

	it('but not an Until with a Since, one of two minutes ago, a Since of some seconds ago, or where a person typed the date', async () => {
		await titles({ created: { between: { since: '2026-01-01', until: '={{ $now }}' } } });
		await titles({ created: { since: { since: '2026-01-01' }, until: { until: '={{ $now }}' } } });
		await titles({ created: { until: { until: '={{ $now.minus({ minutes: 2 }) }}' } } });
		await titles({ created: { since: { since: '={{ $now.minus({ seconds: 30 }) }}' } } });
		await titles({ created: { until: { until: '2099-01-01' } } });
		expect(service.sent()).toHaveLength(5);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['backwards', { messageDate: { between: { since: '2026-02-01', until: '2026-01-01' } } }, /^Message Date: The time ends before it begins/],
		['a period and another time', { messageDate: { since: { since: '2026-01-01' }, period: { date: '2026-02-01', number: 3, unit: 'days' } } }, /^Message Date: There is another time besides the period/],
		['a period that is too long', { messageDate: { period: { date: '2026-01-01', number: 100, unit: 'days' } } }, /^Message Date: Period Length: 100 is not possible/],
	])('%s', async (_what, filters, message) => {
		await expect(titles(filters)).rejects.toThrow(message);
		expect(service.sent()).toEqual([]);
	});
});

describe('a distance of time for a write', () => {
	const sentBody = () => service.sent().at(-1)!.body as Record<string, string>;

	it('a snooze after some days, and a memo of some minutes ago', async () => {
		const { ticket_id } = given({ status_cd: 'ongoing', pending_reason_id: 202 });
		const before = Date.now();
		await service.run({ operation: 'update', ticketId: byId(ticket_id), updateTicketFields: { snoozeTime: { after: { number: 3, unit: 'days' } } } });
		expect(Math.round((Date.parse(sentBody().snooze_time) - before) / 60_000)).toBe(3 * 24 * 60);
		await service.run({ resource: 'memo', operation: 'create', memoTicketId: byId(ticket_id), memoBody: 'x', createMemoFields: { operatedAt: { ago: { number: '15', unit: 'minutes' } } } });
		expect(Math.round((before - Date.parse(sentBody().operated_at)) / 60_000)).toBe(15);
	});

	it('two times are refused', async () => {
		const snoozeTime = { after: { number: 1, unit: 'days' }, at: { time: '2099-01-01' } };
		await expect(service.run({ operation: 'update', ticketId: byId(1201), updateTicketFields: { snoozeTime } })).rejects.toThrow(/^Snooze Until \(Time\): Two times are set/);
		expect(service.sent()).toEqual([]);
	});
});

describe('a time that is filled in part, or that n8n has emptied, is never left out', () => {
	const asTool = async (filters: INodeParameters) => (await service.json({ getAllTicketFilters: filters }, { node: { type: 'supportInboxTool' } })) as Array<{ error?: string }>;

	it.each<[string, INodeParameters]>([
		['a text in place of the group', { created: '={{ "2027-01-01" }}' }],
		['an expression for the whole group', { lastUpdated: '={{ ({ since: { since: "2027-01-01" } }) }}' }],
		['a way that it does not have', { created: { after: { since: '2027-01-01' } } }],
		['a group without anything', { messageDate: {} }],
	])('%s, in a node and as a tool', async (_what, filters) => {
		await expect(titles(filters)).rejects.toThrow(/^The filter ".*" has no value/);
		expect((await asTool(filters))[0].error).toMatch(/^(Created|Last Updated|Message Date): Nothing is entered in it\. n8n passes on no expression for all of it, /);
		expect(service.sent()).toEqual([]);
	});

	it.each<[string, INodeParameters, string]>([
		['a period without its unit', { messageDate: { period: { date: '2026-11-25', number: 7, unit: '={{ "" }}' } } }, 'Message Date: The field "Unit" has no value'],
		['a number without its unit', { created: { inTheLast: { number: 1, unit: '={{ "" }}' } } }, 'Created: The field "Unit" has no value'],
	])('%s, as a tool', async (_what, filters, message) => {
		expect((await asTool(filters))[0].error).toContain(message);
		expect(service.sent()).toEqual([]);
	});

	it('what a model leaves empty is ignored, also beside a unit, and Between may be open at one end', async () => {
		await asTool({ created: { until: { until: '={{ null }}' } }, lastUpdated: { inTheLast: { number: '={{ "" }}', unit: 'days' } }, messageDate: { period: { date: '={{ "" }}', number: '={{ null }}', unit: 'days' } } });
		await asTool({ messageDate: { between: { since: '2026-01-01', until: '={{ "" }}' } } });
		expect(bodies().map((body) => Object.keys(body).filter((name) => /since|until|date|within/.test(name)))).toEqual([[], ['since']]);
	});
});

it.each(['created', 'messageDate'])('a time that ends where it begins finds nothing, and is refused: %s', async (name) => {
	const refusal = await titles({ [name]: { between: { since: '2026-11-25', until: '2026-11-25' } } }).catch((error: Error & { description: string }) => `${error.message} ${error.description}`);
	expect(refusal).toMatch(/: The time ends when it begins\. For one day, enter the day after it as the end\.$/);
	expect(service.sent()).toEqual([]);
});
