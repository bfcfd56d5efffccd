import * as fc from 'fast-check';

import * as numbers from '../../nodes/SupportInbox/trigger/memory/encoding/numbers';
import { encodeState } from '../../nodes/SupportInbox/trigger/memory/encoding/state';
import { decodeTickets } from '../../nodes/SupportInbox/trigger/memory/encoding/tickets';
import { TicketWriter } from '../../nodes/SupportInbox/trigger/memory/encoding/ticketWriter';
import { KeptTickets } from '../../nodes/SupportInbox/trigger/memory/keptTickets';
import type { TicketMemory } from '../../nodes/SupportInbox/trigger/memory/model';
import { emptyState } from '../../nodes/SupportInbox/trigger/memory/model';
import { newInbox } from '../../nodes/SupportInbox/trigger/memory/versions';
import { NameBook } from '../../nodes/SupportInbox/trigger/names';
import { pollOnce } from '../../nodes/SupportInbox/trigger/pollOnce';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { ticketMemory } from './arbitraries';
import { idsOf, Scene, SETTINGS } from './scene';

const WATCHED = 5_000;
const ALL = { ...SETTINGS, events: ['ticketCreated' as const, 'newMessage' as const, 'ticketChanged' as const], maxRequests: 200 };

/** So many triggers that watch 5,000 tickets of one inbox, and a poll of all of them a minute after the last. */
async function watching(triggers: number) {
	const scene = await Scene.set(ALL);
	for (let place = 0; place < WATCHED; place++) scene.store.createTicket({ created_at: scene.now - 23 * HOUR + place * 15 * SECOND });
	const memories = Array.from({ length: triggers }, (_, place) => ({ key: `kept ${triggers} ${place}`, memory: {} as never, names: new NameBook() }));
	const polls = async () => {
		for (const { key, memory, names } of memories) {
			scene.now += MINUTE / triggers;
			const { views, service, limits } = scene;
			const needs = { key, names, views, service, limits, origin: 'https://tenant.example', settings: ALL, budget: 26 * SECOND };
			await pollOnce({ ...needs, memory: () => memory, now: () => scene.hostNow() });
		}
	};
	for (let minutes = 0; minutes < 4; minutes++) await polls();
	return { scene, polls, stored: () => memories.map(({ memory }) => (memory as { state: typeof scene.state }).state.inboxes[101].tickets) };
}

describe('a poll in which nothing happens', () => {
	it.each([1, 5])('encodes and decodes none of 5,000 watched tickets, and then only what changes, with %i triggers on the inbox', async (triggers) => {
		const { scene, polls, stored } = await watching(triggers);
		for (const tickets of stored()) expect(tickets.split(';')).toHaveLength(WATCHED);
		const spies = [jest.spyOn(numbers, 'shortNumber'), jest.spyOn(numbers, 'fromShortNumber')];
		const texts = [jest.spyOn(JSON, 'stringify').mockName('stringify'), jest.spyOn(JSON, 'parse').mockName('parse')];
		// Long enough for a whole round of the sweeps.
		const before = scene.service.requests;
		for (let minutes = 0; minutes < 12; minutes++) await polls();
		expect(scene.service.requests - before).toBeGreaterThan(WATCHED / 50);
		for (const spy of spies) expect(spy).not.toHaveBeenCalled();
		const lengths = texts.flatMap(({ mock }) => [...mock.calls, ...mock.results.map(({ value }) => [value])].map(([text]) => (typeof text === 'string' ? text.length : 0)));
		// An answer of the service has 50 tickets; what is remembered of 5,000 has hundreds of thousands of characters.
		expect(Math.max(...lengths)).toBeLessThan(50_000);

		scene.store.editTicket([...scene.store.tickets.keys()][1], { status_cd: 'closed' });
		for (let minutes = 0; minutes < 12; minutes++) await polls();
		expect(spies[0].mock.calls.length / triggers).toBeGreaterThan(0);
		expect(spies[0].mock.calls.length / triggers).toBeLessThan(100);
		jest.restoreAllMocks();
	});
});

describe('what is kept beside the stored form', () => {
	it('gives way to what is stored: an older form, and that of another process', async () => {
		const scene = await Scene.set({ events: ['ticketCreated', 'ticketChanged'] });
		await scene.events();
		const looksTheSame = scene.store.createTicket({ created_at: scene.now });
		expect(idsOf(await scene.events())).toEqual([looksTheSame.ticket_id]);
		const saved = structuredClone(scene.memory);
		const first = scene.store.createTicket({ created_at: scene.now });
		expect(idsOf(await scene.events())).toEqual([first.ticket_id]);
		const later = structuredClone(scene.memory);
		scene.memory = saved;
		expect(idsOf(await scene.events())).toEqual([first.ticket_id]);
		scene.memory = later;
		expect(idsOf(await scene.allEvents())).toEqual([]);
	});

	it('is nothing that a poll which broke off has left behind', async () => {
		const scene = await Scene.set({ includeMessages: true });
		await scene.events();
		scene.now += MINUTE;
		const tickets = [2_000, 1_000].map((age) => scene.store.createTicket({ created_at: scene.now - age }));
		const { get } = scene.service;
		let reads = 0;
		scene.service.get = async (...args) => {
			if (++reads === 2) throw new TypeError('a defect');
			return await get.apply(scene.service, args);
		};
		await expect(scene.poll()).rejects.toThrow('a defect');
		expect(idsOf(await scene.allEvents())).toEqual(tickets.map(({ ticket_id }) => ticket_id));
	});

	it('is what a trigger reads back, whatever has changed in between', () => {
		const step = fc.record({ set: fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), ticketMemory)), remove: fc.array(fc.integer({ min: 1, max: 40 })) });
		fc.assert(
			fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
				const tickets = new Map();
				const writer = new TicketWriter();
				for (const { set, remove } of steps) {
					for (const [id, ticket] of set) tickets.set(id, ticket);
					for (const id of remove) tickets.delete(id);
					const { stored, bytes } = writer.write(tickets);
					expect(decodeTickets(JSON.parse(JSON.stringify(stored)))).toEqual(tickets);
					expect(bytes).toBe(Buffer.byteLength(JSON.stringify(stored.tickets)) - 2);
				}
			}),
		);
	});

	it('is of 100,000 tickets at most: those of the trigger that polled the longest ago leave first', () => {
		const kept = new KeptTickets();
		const poll = (key: string, count: number) => {
			const state = emptyState();
			state.inboxes.set(101, newInbox(0, null, 0));
			const { stored } = encodeState(state);
			const { tickets } = state.inboxes.get(101)!;
			for (let id = 1; id <= count; id++) tickets.set(id, {} as TicketMemory);
			kept.keep(key, state, stored);
			return () => kept.take(key)(101, stored.inboxes[101]) === tickets;
		};
		const isKept = { a: poll('a', 40_000), b: poll('b', 40_000), again: poll('a', 20_000), c: poll('c', 40_000), d: poll('d', 30_000) };
		expect(isKept.b()).toBe(false);
		expect(isKept.d()).toBe(true);
		expect(isKept.c()).toBe(true);
		expect(isKept.again()).toBe(true);
	});

	it('does not gather looks that no ticket has any more', () => {
		const tickets = new Map();
		const writer = new TicketWriter();
		const [look] = fc.sample(ticketMemory.filter(({ snapshot }) => snapshot !== null), { numRuns: 1, seed: 1 });
		for (let round = 0; round < 500; round++) {
			tickets.set(1, { ...look, snapshot: { ...look.snapshot, label_ids: [round] } });
			writer.write(tickets);
		}
		expect(JSON.stringify(writer.write(tickets).stored).length).toBeLessThan(2_000);
	});
});
