import type { TicketMessage, TicketSummary } from '../../nodes/SupportInbox/trigger/api';
import { passesByFields, passesByMessages } from '../../nodes/SupportInbox/trigger/detect/filters';
import { lockPoll } from '../../nodes/SupportInbox/trigger/pollLock';
import { newMessages } from '../../nodes/SupportInbox/trigger/detect/messages';
import { needsWholeTicket } from '../../nodes/SupportInbox/trigger/detect/detect';
import { newInbox } from '../../nodes/SupportInbox/trigger/memory/versions';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { SETTINGS } from './scene';

const NOW = Date.parse('2026-03-02T08:00:00Z');

describe('the turn of a poll', () => {
	it('is given to one at a time, and to the next when it is released', () => {
		const first = lockPoll('a', NOW);
		expect(lockPoll('a', NOW + MINUTE)).toBeUndefined();
		expect(lockPoll('b', NOW)).toBeDefined();
		first?.release();
		expect(lockPoll('a', NOW + MINUTE)).toBeDefined();
	});

	it('is taken from a poll that never ends, which may not write any more', () => {
		const lost = lockPoll('c', NOW);
		const next = lockPoll('c', NOW + 10 * MINUTE);
		expect(next?.holds()).toBe(true);
		expect(lost?.holds()).toBe(false);
		lost?.release();
		expect(next?.holds()).toBe(true);
	});
});

describe('filters', () => {
	const { filters } = SETTINGS;
	const ticket = { status_cd: 'open', assignee: null, label_ids: [1, 2] };

	it.each([
		[{}, true],
		[{ statusCds: ['open', 'ongoing'] }, true],
		[{ statusCds: ['closed'] }, false],
		[{ assignee: '' }, true],
		[{ assignee: 'aiko' }, false],
		[{ labelIds: [2, 9] }, true],
		[{ labelIds: [9] }, false],
		[{ labelIds: [-1] }, false],
	])('%j: %s', (given, passes) => {
		expect(passesByFields({ ...filters, ...given }, ticket)).toBe(passes);
	});

	it.each([
		[{ methodCds: ['mail'] }, true],
		[{ methodCds: ['sms'] }, false],
		[{ hasAttachments: true }, true],
		[{ hasAttachments: false }, false],
	])('%j by the messages: %s', (given, passes) => {
		const messages = [message(1, 0), { ...message(2, 0), attachments: [{ attachment_id: 1, file_name: 'a.pdf' }] }];
		expect(passesByMessages({ ...filters, ...given }, { messages })).toBe(passes);
	});
});

describe('new messages', () => {
	const choice = { methodCds: [], actionCds: ['received'] };
	const from = NOW - HOUR;
	const find = (messages: TicketMessage[], memory: Parameters<typeof newMessages>[1] = null) =>
		newMessages(messages, memory, { choice, from, readAt: NOW });

	it('are those created since, and each only once', () => {
		const messages = [message(1, -2 * HOUR), message(2, -MINUTE), message(3, -2 * MINUTE)];
		const first = find(messages);
		expect(first.fresh.map(({ message_id }) => message_id)).toEqual([3, 2]);
		expect(find(messages, first.memory).fresh).toEqual([]);
	});

	it('include one that becomes visible after younger ones', () => {
		const first = find([message(2, -MINUTE)]);
		expect(find([message(1, -30 * MINUTE), message(2, -MINUTE)], first.memory).fresh).toHaveLength(1);
	});

	it('are remembered in little room, however many there are', () => {
		const messages = Array.from({ length: 500 }, (_, place) => message(place, -MINUTE + place));
		const { fresh, memory } = find(messages);
		expect(fresh).toHaveLength(500);
		expect(memory.done.length).toBeLessThanOrEqual(100);
		expect(find(messages, memory).fresh).toEqual([]);
	});
});

describe('a ticket found in a slice', () => {
	const sentUntil = NOW;
	const settings = { ...SETTINGS, events: ['newMessage' as const] };
	const updated = NOW - HOUR;
	const ticket: TicketSummary = {
		ticket_id: 1,
		title: 'x',
		status_cd: 'open',
		assignee: null,
		color_cd: null,
		label_ids: [],
		case_category_ids: [],
		pending_reason_id: null,
		created_at: new Date(updated).toISOString(),
		last_updated_at: new Date(updated).toISOString(),
	};
	const isRead = (readAt: number) => {
		const inbox = newInbox(0, 0, NOW);
		const messages = { from: updated, done: [], readAt, latestFutureSentAt: null };
		inbox.tickets.set(1, { created: updated, updated, settled: true, snapshot: null, messages });
		return needsWholeTicket({ ticket, asOf: NOW + MINUTE, sentUntil }, inbox, settings);
	};

	it.each([
		['before the end of the slice', -SECOND, true],
		['so soon after it that a message of the slice may not have been visible', 3 * SECOND, true],
		['long enough after it', 4 * SECOND, false],
	])('is read again when it was read %s', (_when, after, again) => {
		expect(isRead(sentUntil + after)).toBe(again);
	});
});

function message(message_id: number, at: number): TicketMessage {
	const created_at = new Date(NOW + at).toISOString();
	return { message_id, created_at, sent_at: created_at, method_cd: 'mail', action_cd: 'received', attachments: [] };
}
