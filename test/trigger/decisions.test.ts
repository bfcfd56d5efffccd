import type { TicketMessage } from '../../nodes/SupportInbox/trigger/api';
import { passesByFields, passesByMessages } from '../../nodes/SupportInbox/trigger/filters';
import { takeTurn } from '../../nodes/SupportInbox/trigger/guard';
import { newMessages } from '../../nodes/SupportInbox/trigger/messages';
import { HOUR, MINUTE } from '../../nodes/SupportInbox/trigger/time';

import { SETTINGS } from './scene';

const NOW = Date.parse('2026-03-02T08:00:00Z');

describe('the turn of a poll', () => {
	it('is given to one at a time, and to the next when it is released', () => {
		const first = takeTurn('a', NOW);
		expect(takeTurn('a', NOW + MINUTE)).toBeUndefined();
		expect(takeTurn('b', NOW)).toBeDefined();
		first?.release();
		expect(takeTurn('a', NOW + MINUTE)).toBeDefined();
	});

	it('is taken from a poll that never ends, which may not write any more', () => {
		const lost = takeTurn('c', NOW);
		const next = takeTurn('c', NOW + 10 * MINUTE);
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

function message(message_id: number, at: number): TicketMessage {
	const created_at = new Date(NOW + at).toISOString();
	return { message_id, created_at, sent_at: created_at, method_cd: 'mail', action_cd: 'received', attachments: [] };
}
