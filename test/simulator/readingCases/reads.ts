/** Open points on reads: searches, lists, transcripts, files, limits, times. */
import axios from 'axios';

import { DAY, START, count, detail, now, pass, send, sim, statusOf, update, type Cases } from './scene';

export const reads = {
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
	emptyFilterList: {
		see: async () => [await count('POST', '101/tickets/search', { label_ids: [] }), await count('POST', '101/tickets/search', { ticket_ids: [], per_page: 7 })],
		shows: { ignored: [50, 7], selectsNothing: [0, 0], refused: [400, 400] },
	},
	dateDay: {
		see: async () => {
			for (const [id, sent_at] of [[7, '2026-03-09T23:00:00+09:00'], [8, '2026-03-10T01:00:00+09:00']] as const) sim.store.createTicket({ id, messages: [{ sent_at }] });
			const { data } = await send('POST', '101/tickets/search', { ticket_ids: [7, 8], date: '2026-03-10T23:00:00+09:00', within: '1days' });
			return data.map((row: { ticket_id: number }) => row.ticket_id);
		},
		shows: { included: [8, 7], excluded: [7] },
	},
	farUntil: {
		see: async () => [await statusOf('POST', '101/tickets/search', { until: '9999-12-31T23:59:59Z' }), await statusOf('POST', '101/tickets/search', { until: '9998-12-31' })],
		shows: { accepted: [200, 200], refused: [400, 200] },
	},
	lastUpdatedSince: {
		see: async () => {
			sim.store.createTicket({ id: 7, message_box_id: 103 });
			const since = async (time: string) => await count('POST', '103/tickets/search', { last_updated_since: time });
			return [await since('2026-03-11T10:00:00Z'), await since('2026-03-11T10:00:01Z')];
		},
		shows: { refused: [400, 400], ignored: [6, 6], known: [1, 0] },
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
				pass(60_000);
				act();
				return sim.store.ticket(ticket_id).last_updated_at === now;
			};
			return [moves(() => sim.store.addMessage(ticket_id)), moves(() => sim.store.editTicket(ticket_id, { label_ids: [3001] }))];
		},
		shows: { messagesAndEdits: [true, true], messages: [true, false], edits: [false, true], never: [false, false] },
	},
	lastUpdatedByComments: {
		see: async () => {
			const { ticket_id, messages } = sim.store.createTicket();
			pass(60_000);
			sim.store.addComment(messages[0].message_id, { comment: 'Look', commented_at: START });
			return sim.store.ticket(ticket_id).last_updated_at - START;
		},
		shows: { moves: 60_000, stays: 0 },
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
			return [await statusOf('GET', path), await statusOf('POST', path, {}), await statusOf('POST', path)];
		},
		shows: { GET: [200, 404, 404], POST: [404, 200, 200], both: [200, 200, 200] },
	},
	transcriptOtherMethod: {
		see: async () => {
			sim.store.createTicket({ id: 7, messages: [{ id: 70, method_cd: 'webchat' }] });
			return await statusOf('POST', '101/tickets/7/messages/70/webchat', {});
		},
		shows: { notFound: 404, methodNotAllowed: 405, badRequest: 400, unsupportedType: 415 },
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
	forbiddenWithRequestsLeft: {
		see: async () => {
			const labels = async () => {
				const { status, headers } = await send('GET', '103/labels');
				return [status, Number(headers['x-ratelimit-remaining']) > 0];
			};
			const first = [await labels(), await labels(), await statusOf('GET', '101/labels')];
			pass(60_000);
			return [...first, await labels()];
		},
		shows: {
			never: [[200, true], [200, true], 200, [200, true]],
			oneWindow: [[403, true], [403, true], 200, [200, true]],
			lasting: [[403, true], [403, true], 200, [403, true]],
		},
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
			pass(123);
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
} satisfies Partial<Cases>;
