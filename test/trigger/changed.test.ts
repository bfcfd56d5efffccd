import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DAY, HOUR, MINUTE } from '../../nodes/SupportInbox/trigger/time';

import { CHANGES } from './samples';
import { Scene } from './scene';

describe('Ticket Changed', () => {
	it('emits what was changed silently, from what to what', async () => {
		const scene = await Scene.set({ events: ['ticketChanged'] });
		const ticket = scene.store.createTicket({ title: 'Parcel', label_ids: [1, 2] });
		await scene.poll();
		await scene.poll();
		scene.store.editTicket(ticket.ticket_id, { assignee: 'aiko', label_ids: [2, 3], title: 'Lost parcel' });
		const [event, ...others] = await scene.events();
		expect(others).toEqual([]);
		expect(event).toMatchObject({
			event: 'ticketChanged',
			ticket_id: ticket.ticket_id,
			assignee: 'aiko',
			changes: {
				assignee: { from: null, to: 'aiko' },
				label_ids: { from: [1, 2], to: [2, 3] },
				title: { from: 'Parcel', to: 'Lost parcel' },
			},
		});
		expect(Object.keys(event.changes ?? {})).toHaveLength(3);
	});

	it('emits several edits as one, and an edit taken back not at all', async () => {
		const scene = await Scene.set({ events: ['ticketChanged'] });
		const ticket = scene.store.createTicket();
		await scene.poll();
		scene.store.editTicket(ticket.ticket_id, { status_cd: 'ongoing' });
		scene.store.editTicket(ticket.ticket_id, { status_cd: 'closed' });
		scene.store.editTicket(ticket.ticket_id, { color_cd: 'red' });
		scene.store.editTicket(ticket.ticket_id, { color_cd: null });
		expect((await scene.events()).map(({ changes }) => changes)).toEqual([{ status_cd: { from: 'open', to: 'closed' } }]);
		expect(await scene.allEvents()).toEqual([]);
	});

	it('emits a ticket that comes back from its snooze', async () => {
		const scene = await Scene.set({ events: ['ticketChanged'], changes: { ...CHANGES, ticketChanged: { fields: ['status_cd'], becomes: null } } });
		const ticket = scene.store.createTicket();
		scene.store.editTicket(ticket.ticket_id, { status_cd: 'ongoing', pending_reason_id: 1, snooze: { returnsAt: scene.now + 3 * HOUR, comment: '', notify: null } });
		await scene.poll();
		expect(await scene.events(HOUR)).toEqual([]);
		expect((await scene.events(3 * HOUR)).map(({ changes }) => changes)).toEqual([{ status_cd: { from: 'ongoing', to: 'open' } }]);
	});

	it('emits only the chosen fields', async () => {
		const scene = await Scene.set({ events: ['ticketChanged'], changes: { ...CHANGES, ticketChanged: { fields: ['assignee'], becomes: null } } });
		const ticket = scene.store.createTicket();
		await scene.poll();
		scene.store.editTicket(ticket.ticket_id, { color_cd: 'red' });
		expect(await scene.events()).toEqual([]);
		scene.store.editTicket(ticket.ticket_id, { assignee: 'ben', color_cd: 'blue' });
		expect((await scene.events()).map(({ changes }) => changes)).toEqual([{ assignee: { from: null, to: 'ben' } }]);
	});

	it('emits a ticket that leaves a filter, and one that comes in, but not what happens outside of it', async () => {
		const scene = await Scene.set({ events: ['ticketChanged'] });
		scene.settings.filters = { ...scene.settings.filters, statusCds: ['open'] };
		const ticket = scene.store.createTicket();
		await scene.poll();
		const edit = async (status_cd: 'closed' | 'trash' | 'open') => {
			scene.store.editTicket(ticket.ticket_id, { status_cd });
			return (await scene.events()).map(({ changes }) => changes?.status_cd);
		};
		expect(await edit('closed')).toEqual([{ from: 'open', to: 'closed' }]);
		expect(await edit('trash')).toEqual([]);
		expect(await edit('open')).toEqual([{ from: 'trash', to: 'open' }]);
	});

	it.each(delaysInDocs())('sees a silent edit of %i watched tickets with %i requests within %i polls', async (watched, maxRequests, polls) => {
		const scene = await Scene.set({ events: ['ticketChanged'], maxRequests, lookBack: HOUR, start: { mode: 'sinceDate', at: scene0 - 40 * DAY } });
		for (let count = 0; count < watched; count++) {
			scene.store.createTicket({ created_at: scene.now - 30 * DAY + count * MINUTE });
		}
		await scene.allEvents();
		for (let count = 0; count < 300 && scene.requests > 1 + sweepsOf(maxRequests); count++) await scene.poll();
		let slowest = 0;
		const ids = [...scene.store.tickets.keys()];
		for (const place of [0, 0.5, 1]) {
			const id = ids[Math.round(place * (ids.length - 1))];
			scene.store.editTicket(id, { assignee: `user${place}` });
			let needed = 0;
			for (let emitted = false; !emitted && needed < 200; needed++) {
				emitted = (await scene.events()).some(({ ticket_id }) => ticket_id === id);
				expect(scene.requests).toBeLessThanOrEqual(1 + sweepsOf(maxRequests));
			}
			slowest = Math.max(slowest, needed);
		}
		expect(slowest).toBeLessThanOrEqual(polls);
	});
});

/** Requests of a poll that its sweeps use. */
const sweepsOf = (maxRequests: number) => Math.max(2, Math.floor(maxRequests * 0.3));

/** @returns the table of docs/trigger.md: watched tickets, requests per poll, polls until a silent edit is seen */
function delaysInDocs(): Array<[number, number, number]> {
	const page = readFileSync(join(__dirname, '../../docs/trigger.md'), 'utf8');
	const rows = [...page.matchAll(/^\| ([\d,]+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)];
	const number = (text: string) => Number(text.replace(',', ''));
	return rows.flatMap(([, watched, ...polls]) =>
		polls.map((count, column): [number, number, number] => [number(watched), [10, 20, 40][column], number(count)]),
	);
}

const scene0 = Date.parse('2026-03-02T08:00:00Z');
