import * as fc from 'fast-check';

import { differences } from '../../nodes/SupportInbox/trigger/detect/changes';
import { decodeState, encodeState } from '../../nodes/SupportInbox/trigger/memory/encoding/state';
import { LIMITS, storeWithinLimits } from '../../nodes/SupportInbox/trigger/memory/limits';
import { emptyState, type InboxState, type TriggerState } from '../../nodes/SupportInbox/trigger/memory/model';
import { newInbox, readState, stateOf } from '../../nodes/SupportInbox/trigger/memory/versions';
import { HOUR, MINUTE } from '../../nodes/SupportInbox/trigger/time';

import { ticketMemory } from './arbitraries';
import { idsOf, Scene } from './scene';

const NOW = Date.parse('2026-03-02T08:00:00Z');
const state: fc.Arbitrary<TriggerState> = fc
	.uniqueArray(fc.tuple(fc.nat(1_000_000), ticketMemory), { selector: ([id]) => id, maxLength: 30 })
	.map((tickets) => {
		const inbox = { ...newInbox(NOW, NOW, NOW), initialTickets: [3, 4], sweep: { cursor: { at: 5, width: 6, pageCursor: null }, until: 7, startedAt: 8, rows: 9, hasDeferred: false } };
		return { ...emptyState(), silentPolls: 5, inboxes: new Map([[101, { ...inbox, tickets: new Map(tickets) }], [102, newInbox(1, null, 2)]]) };
	});

function watching(count: number, titleOf: (place: number) => string): TriggerState {
	const inbox = newInbox(0, 0, NOW);
	for (let place = 0; place < count; place++) {
		const updated = NOW - place * 7 * MINUTE;
		inbox.tickets.set(10_000 + place * 3, {
			created: updated - (place % 90) * HOUR,
			updated,
			settled: true,
			snapshot: {
				status_cd: ['open', 'ongoing', 'closed'][place % 3],
				assignee: [null, 'aiko', 'ben', 'chidi'][place % 4],
				color_cd: [null, 'red'][place % 2],
				label_ids: [3_000 + (place % 40), 3_100 + (place % 7)],
				case_category_ids: [5_000 + (place % 60)],
				pending_reason_id: null,
				title: titleOf(place),
			},
			messages: { from: updated - HOUR, done: [20_000 + place * 4, 20_002 + place * 4], readAt: updated + 40_000, latestFutureSentAt: null },
		});
	}
	return { ...emptyState(), inboxes: new Map([[101, inbox]]) };
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the stored state', () => {
	it('comes back as it was, through JSON', () => {
		fc.assert(
			fc.property(state, (given) => {
				const { stored, bytes } = encodeState(given);
				expect(readState(JSON.parse(JSON.stringify(stored)))).toEqual(given);
				expect(bytes).toBe(Buffer.byteLength(JSON.stringify(stored)));
			}),
		);
	});

	it.each([
		['short titles', (place: number) => `Question ${place}`],
		['long titles', (place: number) => `Question ${place} about ${'the order '.repeat(12)}`],
		['titles of wide characters', (place: number) => `ご注文番号${place}の配送状況についてのお問い合わせ`],
	])('holds 5,000 watched tickets with %s in 300 KB', (_name, titleOf) => {
		const given = watching(5_000, titleOf);
		const stored = storeWithinLimits(given, LIMITS);
		expect(sizeOf(stored)).toBeLessThanOrEqual(300_000);
		const tickets = [...(decodeState(stored).inboxes.get(101)?.tickets.values() ?? [])];
		expect(tickets.filter(({ snapshot }) => snapshot !== null)).toHaveLength(5_000);
	});

	it('lets the titles of the quietest tickets go first, and still sees that they change', () => {
		const titleOf = (place: number) => `Question ${place} about ${'the order '.repeat(12)}`;
		const tickets = decodeState(storeWithinLimits(watching(5_000, titleOf), LIMITS)).inboxes.get(101)?.tickets;
		const latest = tickets?.get(10_000)?.snapshot;
		const quiet = tickets?.get(10_000 + 4_999 * 3)?.snapshot;
		expect(latest?.title).toBe(titleOf(0));
		if (!quiet) throw new Error('not watched');
		expect(differences(quiet, { ...quiet, title: titleOf(4_999) }, [])).toBeNull();
		expect(differences(quiet, { ...quiet, title: 'Other' }, [])).toEqual({ title: { from: null, to: 'Other' } });
	});

	it('stays within its size even when every ticket has a hundred messages', () => {
		const given = watching(3_000, () => 'x');
		for (const { messages } of given.inboxes.get(101)?.tickets.values() ?? []) {
			if (messages) messages.done = Array.from({ length: 100 }, (_, place) => place * 1_000);
		}
		expect(sizeOf(storeWithinLimits(given, LIMITS))).toBeLessThanOrEqual(300_000);
	});

	it('refuses what a newer release has written', () => {
		expect(() => readState({ v: 4 })).toThrow(/newer version/);
	});

	it('goes on from the form of the first release without a repeat or a loss', async () => {
		const scene = await Scene.set();
		const known = scene.store.createTicket();
		const old = scene.store.createTicket({ created_at: scene.now - 30 * HOUR });
		scene.memory = {
			state: { v: 1, inboxes: { 101: { floor: scene.now - HOUR, read: scene.now, tickets: { [known.ticket_id]: known.created_at } } } },
		};
		scene.store.addMessage(old.ticket_id);
		const fresh = scene.store.createTicket({ created_at: scene.now });
		expect(idsOf(await scene.allEvents())).toEqual([fresh.ticket_id]);
		expect(scene.state.v).toBe(3);
	});

	it('belongs to a tenant: with another one the trigger begins anew', () => {
		const inboxes = new Map([[101, newInbox(1, null, 2)]]);
		const here = 'https://here.example';
		const { stored: ofNobody } = encodeState({ ...emptyState(), inboxes });
		const stored = JSON.parse(JSON.stringify(encodeState(stateOf(JSON.parse(JSON.stringify(ofNobody)), here)).stored));
		expect([...stateOf(stored, here).inboxes.keys()]).toEqual([101]);
		expect(stateOf(stored, 'https://there.example')).toEqual({ ...emptyState(), origin: 'https://there.example' });
	});

	it('goes on from version 2, whose fields had other names', () => {
		const { inboxes, ...rest } = readState({
			v: 2,
			skew: -7,
			turn: 1,
			roundTurn: 2,
			silence: 3,
			inboxes: {
				101: {
					unit: 1_000,
					shapes: { kinds: [['open', 'sato', 'red', null]], ids: [[4, 5]] },
					tickets: "a,s,1k!,-2s0:2:7.1,0.0,'A title;21,s,0,,,".replace(/,+$/, ''),
					floor: 11_000,
					messageFloor: 12_000,
					forgetful: true,
					reach: { at: 13, width: 14, deep: { rows: 50, tail: [1, 2], begun: 15 } },
					caughtUp: 16_000,
					round: { reach: { at: 17, width: 18, deep: null }, until: 19, begun: 20_000, rows: 21 },
					swept: 22_000,
					filled: true,
					busy: true,
					watchedUpTo: 23,
					queue: [24],
					failing: { kind: 'trouble', polls: 2 },
					stuck: { ticketId: 25, polls: 1 },
				},
			},
		});
		expect(rest).toEqual({ origin: null, nextInbox: 1, nextSweep: 2, silentPolls: 3 });
		const { tickets, ...inbox } = inboxes.get(101) as InboxState;
		expect(inbox).toEqual({
			watermark: 11_000,
			messageWatermark: 12_000,
			hasEvicted: true,
			cursor: { at: 13, width: 14, pageCursor: { rows: 50, lastRows: [1, 2], startedAt: 15 } },
			readToEndUntil: 16_000,
			sweep: { cursor: { at: 17, width: 18, pageCursor: null }, until: 19, startedAt: 20_000, rows: 21, hasDeferred: false },
			lastSweepStartedAt: 22_000,
			firstSweepDone: true,
			lookBackRows: 50,
			watchedCursor: 0,
			watchedSweepStartedAt: null,
			round: { startedAt: 22_000, polls: 0, took: 1, hasDeferred: false },
			view: { id: '', notBefore: 0, observedAt: 0 },
			initialTickets: [24],
			failing: { kind: 'trouble', polls: 2 },
			unreadable: [{ ticketId: 25, polls: 1, nextTryAt: 0, isNew: false, messageWatermark: 12_000 }],
		});
		expect([...tickets.keys()]).toEqual([10, 83]);
		expect(tickets.get(10)).toMatchObject({ settled: false, snapshot: { status_cd: 'open', label_ids: [4, 5], title: 'A title' }, messages: { done: [7, 8] } });
	});
});
