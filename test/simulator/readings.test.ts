/** Each way to read what the API document leaves open, as the simulator does it. */
import axios from 'axios';

import { readingsOf } from '../harness/readings';
import type { Simulator, SimulatorOptions } from './index';
import { READING_NAMES, READINGS, type ReadingName } from './readings';
import { MAIL, MEMO, startWithClient, type Send } from './testClient';

const START = Date.parse('2026-03-11T10:00:00Z');
const DAY = 24 * 3_600_000;

let sim: Simulator;
let send: Send;
let now: number;

async function start(options: SimulatorOptions = {}): Promise<void> {
	now = START;
	({ sim, send } = await startWithClient({ clock: () => now, ...options }));
}

afterEach(async () => {
	await sim?.stop();
});

const statusOf = async (method: string, path: string, body?: unknown) => (await send(method, path, body)).status;
const detail = async (id: number) => (await send('GET', `101/tickets/${id}`)).data;
const count = async (method: string, path: string, body?: unknown) => {
	const { status, data } = await send(method, path, body);
	return status === 200 ? data.length : status;
};
const update = async (body: object) => await statusOf('PUT', '101/tickets/7', body);
const customer = 'customer_groups/11/customers';

/** What is seen of an open point, and what each reading of it shows. */
const cases: { [Name in ReadingName]: { see: () => Promise<unknown>; shows: Record<string, unknown> } } = {
	contactKeyOfAnother: {
		see: async () => [
			await statusOf('PUT', `${customer}/system_id1/C-001`, { system_id1: 'C-002' }),
			await statusOf('PUT', `${customer}/system_id1/C-003`, { emails: [{ email: 'ken.tanaka@mail.example' }] }),
			(await send('GET', `${customer}/system_id1/C-002`)).data.last_name,
			await statusOf('POST', `${customer}/create`, { system_id1: 'C-002' }),
		],
		shows: { accepted: [204, 204, '鈴木', 400], refused: [400, 400, '鈴木', 400] },
	},
	contactUpdateOmission: {
		see: async () => {
			await send('PUT', `${customer}/system_id1/C-001`, { first_name: 'Hana' });
			return (await send('GET', `${customer}/system_id1/C-001`)).data.last_name;
		},
		shows: { keep: '佐藤', clear: null },
	},
	contactEmptyText: {
		see: async () => {
			await send('PUT', `${customer}/system_id1/C-001`, { first_name: '', custom_item1: '' });
			const { first_name, custom_item1 } = (await send('GET', `${customer}/system_id1/C-001`)).data;
			return [first_name, custom_item1];
		},
		shows: { empty: ['', ''], null: [null, null] },
	},
	contactEmailLookup: {
		see: async () => await statusOf('GET', `${customer}/email/old.hanako.sato@mail.example`),
		shows: { activeAndArchived: 200, active: 404 },
	},
	customItemNames: {
		see: async () => Object.keys((await send('GET', `${customer}/system_id1/C-001`)).data).at(-1),
		shows: { custom_item: 'custom_item10', custom_: 'custom_10' },
	},
	memoStatus: {
		see: async () => {
			sim.store.createTicket({ id: 7, status_cd: 'open' });
			await send('POST', '101/records', { ...MEMO, ticket_id: 7 });
			return (await detail(7)).status_cd;
		},
		shows: { closes: 'closed', keeps: 'open' },
	},
	memoFields: {
		see: async () => [
			await statusOf('POST', '101/records', { ...MEMO, body: '' }),
			await statusOf('POST', '101/records', { ...MEMO, duration: undefined }),
			await statusOf('POST', '101/records', {}),
		],
		shows: { needed: [200, 400, 400], optional: [200, 200, 200] },
	},
	mailFields: {
		see: async () => [
			await statusOf('POST', '101/mails', MAIL),
			await statusOf('POST', '101/mails', { ...MAIL, is_html: undefined }),
			await statusOf('POST', '101/mails/reply', { ...MAIL, message_id: 20001 }),
			await statusOf('POST', '101/mails/reply', { message_id: 20001 }),
			await statusOf('POST', '101/mails/reply', MAIL),
		],
		shows: { needed: [200, 400, 200, 400, 400], optional: [200, 200, 200, 200, 400] },
	},
	otherFields: {
		see: async () => [
			await statusOf('POST', `${customer}/create`, { first_name: 'Hana' }),
			await statusOf('POST', '101/labels', { name: 'x' }),
			await statusOf('POST', '101/templates/search', {}),
		],
		shows: { optional: [204, 200, 200], needed: [400, 400, 400] },
	},
	unknownIds: {
		see: async () => {
			sim.store.createTicket({ id: 7, label_ids: [3001] });
			const bodies = [{ label_ids: [1, 3002] }, { case_category_ids: [1] }, { assignee: 'nobody' }, { status_cd: 'ongoing', pending_reason_id: 1 }];
			const updates = [];
			for (const body of bodies) updates.push(await update(body));
			return {
				updates,
				labels: (await detail(7)).label_ids,
				badges: await statusOf('PUT', `${customer}/system_id1/C-001`, { badge_ids: [1], default_assignee: 'nobody' }),
				parent: await statusOf('POST', '101/labels', { name: 'x', parent_id: 1 }),
				account: await statusOf('POST', '101/mails', { ...MAIL, mail_account_id: 1 }),
				message: await statusOf('POST', '101/mails/reply', { ...MAIL, message_id: 1 }),
				ticket: await statusOf('POST', '101/records', { ...MEMO, ticket_id: 1 }),
				memo: await statusOf('POST', '101/records', { ...MEMO, operator: 'nobody' }),
			};
		},
		shows: {
			badRequest: { updates: [400, 400, 400, 400], labels: [3001], badges: 400, parent: 400, account: 400, message: 400, ticket: 400, memo: 400 },
			notFound: { updates: [404, 404, 404, 404], labels: [3001], badges: 404, parent: 404, account: 404, message: 404, ticket: 404, memo: 404 },
			ignored: { updates: [204, 204, 204, 204], labels: [3002], badges: 204, parent: 200, account: 400, message: 400, ticket: 400, memo: 200 },
		},
	},
	dependentFields: {
		see: async () => {
			sim.store.createTicket({ id: 7 });
			const past = { status_cd: 'ongoing', pending_reason_id: 202, snooze_time: '2020-01-01T00:00:00Z' };
			return [await update({ snooze_comment: 'x' }), await update({ assign_comment: 'x' }), await update(past)];
		},
		shows: { refused: [400, 400, 400], ignored: [204, 204, 204] },
	},
	reasonAfterReturn: {
		see: async () => {
			sim.store.createTicket({ id: 7, status_cd: 'ongoing', pending_reason_id: 202 });
			await update({ pending_reason_id: 202, snooze_term: 'tomorrow' });
			now += 2 * DAY;
			const { status_cd, pending_reason_id } = await detail(7);
			return { status_cd, pending_reason_id, withTheReason: await update({ color_cd: 'red', pending_reason_id: 202 }), without: await update({ color_cd: 'red' }) };
		},
		shows: {
			goes: { status_cd: 'open', pending_reason_id: null, withTheReason: 400, without: 204 },
			stays: { status_cd: 'open', pending_reason_id: 202, withTheReason: 400, without: 204 },
		},
	},
	snoozeOmission: {
		see: async () => {
			sim.store.createTicket({ id: 7, status_cd: 'ongoing', pending_reason_id: 202 });
			await update({ pending_reason_id: 202, snooze_time: '2026-05-01T00:00:00Z', snooze_comment: 'Ask' });
			await update({ pending_reason_id: 202, label_ids: [3001] });
			return sim.store.ticket(7).snooze;
		},
		shows: {
			resets: { returnsAt: Date.parse('2026-03-12T08:00:00+09:00'), comment: '', notify: null },
			keeps: { returnsAt: Date.parse('2026-05-01T00:00:00Z'), comment: 'Ask', notify: null },
		},
	},
	emptyComments: {
		see: async () => {
			sim.store.createTicket({ id: 7, status_cd: 'ongoing', messages: [{}] });
			await update({ assignee: 'user01', pending_reason_id: 202 });
			await update({ assignee: 'user02', assign_comment: 'Please', pending_reason_id: 202, snooze_comment: 'Ask' });
			return (await detail(7)).messages[0].comments.map((one: { comment: string }) => one.comment);
		},
		shows: { written: ['', '', 'Please', 'Ask'], leftOut: ['Please', 'Ask'] },
	},
	snoozeTermAndTime: {
		see: async () => {
			sim.store.createTicket({ id: 7, status_cd: 'ongoing' });
			return await update({ pending_reason_id: 202, snooze_term: 'today', snooze_time: '2099-01-01T00:00:00Z' });
		},
		shows: { refused: 400, accepted: 204 },
	},
	approvalRequiredOmission: {
		see: async () => {
			sim.store.createTicket({ id: 7 });
			await update({ approval_required: true });
			await update({ color_cd: 'red' });
			return sim.store.ticket(7).approvalRequired;
		},
		shows: { false: false, keep: true },
	},
	hasAttachmentsFalse: {
		see: async () => {
			sim.store.createTicket({ id: 7, message_box_id: 103 });
			sim.store.createTicket({ id: 8, message_box_id: 103, messages: [{ attachments: [{ file_name: 'a.txt' }] }] });
			return await count('POST', '103/tickets/search', { ticket_ids: [7, 8], has_attachments: false });
		},
		shows: { any: 2, without: 1, refused: 400 },
	},
	messageCriteria: {
		see: async () => {
			sim.store.createTicket({ id: 7, messages: [{ method_cd: 'sms' }, { action_cd: 'sent' }] });
			return await count('POST', '101/tickets/search', { ticket_ids: [7], method_cds: ['sms'], action_cds: ['sent'] });
		},
		shows: { sameMessage: 0, anyMessage: 1 },
	},
	searchOrder: {
		see: async () => {
			for (const id of [7, 8, 9]) sim.store.createTicket({ id, created_at: START - (10 - id) * DAY });
			sim.store.editTicket(8, { color_cd: 'red' });
			const { data } = await send('POST', '101/tickets/search', { ticket_ids: [7, 8, 9], per_page: 2 });
			return data.map((row: { ticket_id: number }) => row.ticket_id);
		},
		shows: { created: [9, 8], updated: [8, 9] },
	},
	lastUpdatedMoves: {
		see: async () => {
			const { ticket_id } = sim.store.createTicket();
			const moves = (act: () => unknown) => {
				now += 60_000;
				act();
				return sim.store.ticket(ticket_id).last_updated_at === now;
			};
			return [moves(() => sim.store.addMessage(ticket_id)), moves(() => sim.store.editTicket(ticket_id, { label_ids: [3001] }))];
		},
		shows: { messagesAndEdits: [true, true], messages: [true, false], edits: [false, true], never: [false, false] },
	},
	tenantLists: {
		see: async () => {
			for (let number = 0; number < 40; number++) sim.store.addInbox({ name: `Inbox ${number}`, customer_group_id: 11 });
			return [await count('GET', 'message_boxes'), await count('GET', 'message_boxes?page=2'), await count('GET', 'customer_groups?page=2')];
		},
		shows: { whole: [43, 43, 2], wholeThenEmpty: [43, 0, 0], wholeThenRefused: [43, 400, 400], pages: [30, 13, 0] },
	},
	pastLastPage: {
		see: async () => [
			await count('GET', '103/labels'),
			await count('GET', '103/labels?page=2'),
			await count('POST', '103/tickets/search', { page: 2 }),
			await count('POST', '103/tickets/search', { ticket_ids: [1] }),
		],
		shows: { empty: [2, 0, 0, 0], badRequest: [2, 400, 400, 0], notFound: [2, 404, 404, 0] },
	},
	perPageAboveMax: {
		see: async () => [await count('GET', '101/templates?per_page=100'), await count('POST', '101/tickets/search', { per_page: 100 })],
		shows: { refused: [400, 400], capped: [30, 50] },
	},
	transcriptMethod: {
		see: async () => {
			sim.store.createTicket({ id: 7, messages: [{ id: 70, method_cd: 'webchat' }] });
			const path = '101/tickets/7/messages/70/webchat';
			return [await statusOf('GET', path), await statusOf('POST', path, {})];
		},
		shows: { GET: [200, 404], POST: [404, 200], both: [200, 200] },
	},
	attachmentAnswer: {
		see: async () => {
			const { attachment_id } = sim.store.addAttachment(20001, { file_name: 'a.txt', content: 'text' });
			const { status, data, headers } = await send('GET', `101/messages/attachments/${attachment_id}`);
			const address = headers.location ?? data.url;
			const fetched = address && (await axios.get(address, { validateStatus: () => true })).data;
			return { status, fetched, names: typeof data === 'object' ? Object.keys(data) : data };
		},
		shows: {
			file: { status: 200, fetched: undefined, names: 'text' },
			address: { status: 200, fetched: 'text', names: ['url', 'file_name', 'expires_in_sec'] },
			redirect: { status: 302, fetched: 'text', names: '' },
		},
	},
	limitPer: {
		see: async () => {
			sim.tokens.add('second');
			sim.setRateLimit({ limit: 1 });
			const { headers } = await send('GET', 'users', undefined, { Authorization: 'Bearer second' });
			return [headers['x-ratelimit-remaining'], await statusOf('GET', 'users')];
		},
		shows: { token: ['0', 200], tenant: ['0', 403] },
	},
	deletedUsers: {
		see: async () => await count('GET', 'users?per_page=100'),
		shows: { listed: 40, leftOut: 39 },
	},
	laterAdditions: {
		see: async () => [
			Object.keys((await send('GET', 'message_boxes')).data[0]).at(-1),
			await count('POST', '101/tickets/search', { method_cds: ['hologram'], action_cds: ['foreseen'] }),
		],
		shows: { none: ['customer_group_id', 400], some: ['added_later', 1] },
	},
	timeOffset: {
		see: async () => {
			sim.store.createTicket({ id: 7 });
			return (await detail(7)).created_at;
		},
		shows: { Z: '2026-03-11T10:00:00Z', '+09:00': '2026-03-11T19:00:00+09:00', '-05:00': '2026-03-11T05:00:00-05:00' },
	},
	timePrecision: {
		see: async () => {
			now += 123;
			sim.store.createTicket({ id: 7 });
			return (await detail(7)).created_at;
		},
		shows: { s: '2026-03-11T10:00:00Z', ms: '2026-03-11T10:00:00.123Z' },
	},
	tenantZone: {
		see: async () => {
			sim.store.createTicket({ id: 7, status_cd: 'ongoing' });
			await update({ pending_reason_id: 202, snooze_term: 'tomorrow' });
			return new Date(sim.store.ticket(7).snooze!.returnsAt!).toISOString();
		},
		shows: { '+09:00': '2026-03-11T23:00:00.000Z', Z: '2026-03-12T08:00:00.000Z', '-05:00': '2026-03-12T13:00:00.000Z' },
	},
};

describe.each(READING_NAMES)('%s', (name) => {
	it.each(readingsOf(name).map(([, reading]) => Object.values(reading)[0]))('%s', async (value) => {
		await start({ [name]: value });
		expect(await cases[name].see()).toEqual(cases[name].shows[value]);
	});

	it('the first one is the default, and each has a case', async () => {
		await start();
		expect(await cases[name].see()).toEqual(cases[name].shows[READINGS[name].values[0]]);
		expect(Object.keys(cases[name].shows).sort()).toEqual([...READINGS[name].values].sort());
	});
});

it('readings change while the service runs; one that it does not have is an error', async () => {
	await start();
	await sim.setReadings({ memoStatus: 'keeps', attachmentAnswer: 'address' });
	expect(await cases.memoStatus.see()).toBe('open');
	expect(await cases.attachmentAnswer.see()).toMatchObject({ fetched: 'text' });
	expect(sim.readings).toMatchObject({ memoStatus: 'keeps', unknownIds: 'badRequest' });
	await expect(sim.setReadings({ memoStatus: 'perhaps' as never })).rejects.toThrow('memoStatus is one of closes, keeps, not perhaps');
});
