import { simulatorForEachTest } from '../harness/simulator';
import type { Simulator } from './index';
import { MAIL, MEMO, sendTo, type Send } from './testClient';

const START = Date.parse('2026-03-11T10:00:00+09:00'); // a Wednesday
const HOUR = 3_600_000;

let sim: Simulator;
let send: Send;
let now = START;

simulatorForEachTest((started) => {
	now = START;
	[sim, send] = [started, sendTo(started)];
	const { store } = sim;
	store.addAddressBook({ id: 11, name: 'Customers' });
	store.addInbox({ id: 101, name: 'Support', customer_group_id: 11 });
	store.addUser({ mention_name: 'kim' });
	store.addLabel(101, { id: 1, name: 'A' });
	store.addLabel(101, { id: 2, name: 'B' });
	store.addClassification(101, { id: 5, name: 'C' });
	store.addPendingReason(101, { id: 20, name: 'Waiting' });
	store.addPendingReason(101, { id: 21, name: 'Snoozing', snooze_term: 'tomorrow' });
	store.addMailAccount(101, { id: 401, name: 'Support', email: 'support@tenant.example' });
}, { seed: false, clock: () => now, timeOffset: '+09:00' });

const find = async (body: object): Promise<number[]> => {
	const { status, data } = await send('POST', '101/tickets/search', body);
	expect(status).toBe(200);
	return data.map((ticket: { ticket_id: number }) => ticket.ticket_id);
};
const detail = async (id: number) => (await send('GET', `101/tickets/${id}`)).data;
const update = async (id: number, body: object) => (await send('PUT', `101/tickets/${id}`, body)).status;

describe('search', () => {
	beforeEach(() => {
		const { store } = sim;
		const day = 24 * HOUR;
		store.createTicket({ id: 1, created_at: START - 40 * day, label_ids: [1, 2], color_cd: 'red', assignee: 'kim' });
		store.createTicket({ id: 2, created_at: START - 3 * day, label_ids: [1], status_cd: 'ongoing', pending_reason_id: 20 });
		store.createTicket({
			id: 3,
			created_at: START - day,
			messages: [{ id: 300, method_cd: 'webchat', action_cd: 'conversation', attachments: [{ file_name: 'a.txt' }] }],
		});
		store.createTicket({ id: 4, created_at: START - day, messages: [{ sent_at: START - 2 * HOUR }, { sent_at: START - 10 * day }] });
	});

	// Each parameter alone: filters.test.ts.
	const table: Array<[string, object, number[]]> = [
		['nothing: all, newest first', {}, [4, 3, 2, 1]],
		['color_cds [""]: without', { color_cds: [''] }, [4, 3, 2]],
		['assignee "": without', { assignee: '' }, [4, 3, 2]],
		['pending_reason_ids [-1]: without', { pending_reason_ids: [-1] }, [4, 3, 1]],
		['since: send time of any message', { since: '2026-03-10T01:00:00Z' }, [4, 3]],
		['until: send time of any message', { until: '2026-03-01T12:00:00+09:00' }, [4, 1]],
		['since and until', { since: '2026-03-01T00:00:00Z', until: '2026-03-09T00:00:00Z' }, [4, 2]],
		['since and until of one and the same message', { since: '2026-03-02T00:00:00Z', until: '2026-03-09T00:00:00Z' }, [2]],
		['times without offset are the tenant\'s, a date is its first moment', { since: '2026-03-10T10:00:00', until: '2026-03-11' }, [3]],
		['date and within, days', { date: '2026-03-10T23:59:59+09:00', within: '2days' }, [3, 2]],
		['date ignores its time of day', { date: '2026-03-10T00:00:00+09:00', within: '2days' }, [3, 2]],
		['date and within, months', { date: '2026-03-01', within: '2months' }, [4, 1]],
	];

	test.each(table)('%s', async (_what, body, expected) => {
		expect(await find(body)).toEqual(expected);
	});
});

describe('update', () => {
	beforeEach(() => {
		sim.store.createTicket({ id: 7, created_at: START - HOUR, label_ids: [1], color_cd: 'red', status_cd: 'ongoing', pending_reason_id: 20 });
	});

	test('snooze: by the reason, returns once', async () => {
		await update(7, { pending_reason_id: 21, snooze_comment: 'Ask again', notification_mention_name: 'kim' });
		now = Date.parse('2026-03-12T07:59:59+09:00');
		expect(await detail(7)).toMatchObject({ status_cd: 'ongoing', pending_reason_id: 21 });
		now += 1000;
		expect(await detail(7)).toMatchObject({
			status_cd: 'open',
			pending_reason_id: null,
			last_updated_at: '2026-03-12T08:00:00+09:00',
			messages: [{ comments: [{ comment_type: 'snooze', comment: 'Ask again' }] }],
		});
		await update(7, { status_cd: 'ongoing', pending_reason_id: 20 });
		now += 48 * HOUR;
		expect((await detail(7)).status_cd).toBe('ongoing');
	});

	test.each([
		['today', '2026-03-11T17:00:00+09:00'],
		['tomorrow', '2026-03-12T08:00:00+09:00'],
		['weekend', '2026-03-14T08:00:00+09:00'],
		['next_monday', '2026-03-16T08:00:00+09:00'],
		['next_week', '2026-03-18T08:00:00+09:00'],
		['next_month', '2026-04-01T08:00:00+09:00'],
		['after_month', '2026-04-11T08:00:00+09:00'],
	])('snooze term %s returns at %s', async (snooze_term, at) => {
		await update(7, { pending_reason_id: 21, snooze_term });
		expect(sim.store.ticket(7).snooze?.returnsAt).toBe(Date.parse(at));
	});

	test('snooze to a time of its own; leaving ongoing cancels it', async () => {
		await update(7, { pending_reason_id: 21, snooze_time: '2026-03-20T00:00:00Z' });
		await update(7, { status_cd: 'closed' });
		now = Date.parse('2026-03-21T00:00:00Z');
		const { status_cd, messages } = await detail(7);
		expect(status_cd).toBe('closed');
		expect(messages[0].comments.map((one: { comment_type: string }) => one.comment_type)).toEqual(['snooze', 'canceled_snooze']);
	});
});

describe('memos and mails', () => {
	beforeEach(() => {
		sim.store.createTicket({ id: 7, status_cd: 'open', messages: [{ id: 70, from: 'a@b.example', reply_to: 'c@d.example' }] });
	});

	test('a memo without ticket makes a closed one', async () => {
		const body = { ...MEMO, assignee: 'kim', icon_cd: 'note' };
		const { data } = await send('POST', '101/records', body);
		expect(await detail(data.ticket_id)).toMatchObject({
			title: 'Call',
			status_cd: 'closed',
			assignee: 'kim',
			messages: [{ message_id: data.message_id, method_cd: 'record', sent_at: '2026-03-01T09:00:00+09:00', created_at: '2026-03-11T10:00:00+09:00' }],
		});
	});

	test('a memo in a ticket keeps its assignee', async () => {
		const { data } = await send('POST', '101/records', { ...MEMO, ticket_id: 7, assignee: 'kim', status_cd: 'open' });
		expect(data.ticket_id).toBe(7);
		expect(await detail(7)).toMatchObject({ assignee: null, status_cd: 'open', messages: [{}, { body: 'x' }] });
	});

	test('a mail makes a ticket, waiting where asked', async () => {
		const body = { ...MAIL, status_cd: 'ongoing', pending_reason_id: 21 };
		const { data } = await send('POST', '101/mails', body);
		expect(await detail(data.ticket_id)).toMatchObject({
			status_cd: 'ongoing',
			pending_reason_id: 21,
			messages: [{ from: 'support@tenant.example', to: 'a@b.example', title: 'Hi', action_cd: 'sent' }],
		});
		now += 24 * HOUR;
		expect((await detail(data.ticket_id)).status_cd).toBe('open');
	});

	test('a reply gives its ticket a status; where approval is required it is requested', async () => {
		const body = { ...MAIL, message_id: 70, status_cd: 'closed' };
		const { data } = await send('POST', '101/mails/reply', body);
		expect(await detail(7)).toMatchObject({
			status_cd: 'closed',
			messages: [{}, { message_id: data.message_id, to: 'a@b.example', action_cd: 'sent' }],
		});
		await update(7, { approval_required: true });
		await send('POST', '101/mails/reply', body);
		expect((await detail(7)).messages[2]).toMatchObject({ action_cd: 'requested', comments: [{ comment_type: 'request' }] });
	});
});
