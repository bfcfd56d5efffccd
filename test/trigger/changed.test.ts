import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import type { TicketEvent } from '../../nodes/SupportInbox/trigger/detect/events';
import type { TicketPatch } from '../simulator';
import { Scene } from './scene';

type Changes = TicketEvent['changes'];

const CHANGED = { events: ['ticketFieldChanged' as const] };

describe('Ticket Field Changed', () => {
	/** What is edited before each poll, and the changes that the poll emits; nothing else is emitted. */
	it.each<[string, Parameters<typeof Scene.set>[0], Array<[TicketPatch[], Changes[]]>]>([
		[
			'several silent edits as one change, from what to what, and an edit taken back not at all',
			CHANGED,
			[[
				[{ status_cd: 'ongoing' }, { status_cd: 'closed' }, { color_cd: 'red' }, { color_cd: null }, { assignee: 'aiko', label_ids: [2, 3] }],
				[{ status_cd: { from: 'open', to: 'closed' }, assignee: { from: null, to: 'aiko' }, label_ids: { from: [1, 2], to: [2, 3] } }],
			]],
		],
		[
			'a ticket that leaves a filter, and one that comes in, but not what happens outside of it',
			{ ...CHANGED, filters: { statusCds: ['open'] } },
			[
				[[{ status_cd: 'closed' }], [{ status_cd: { from: 'open', to: 'closed' } }]],
				[[{ status_cd: 'trash' }], []],
				[[{ status_cd: 'open' }], [{ status_cd: { from: 'trash', to: 'open' } }]],
			],
		],
	])('emits %s', async (_what, settings, steps) => {
		const scene = await Scene.set(settings);
		const { ticket_id } = scene.store.createTicket({ title: 'Parcel', label_ids: [1, 2] });
		await scene.eventsOf(2);
		for (const [edits, expected] of steps) {
			for (const edit of edits) scene.store.editTicket(ticket_id, edit);
			const events = await scene.events();
			expect(events.map(({ changes }) => changes)).toEqual(expected);
			for (const event of events) expect(event).toMatchObject({ event: 'ticketFieldChanged', ticket_id, ...edits.at(-1) });
		}
		expect(await scene.allEvents()).toEqual([]);
	});

	it.each(delaysInDocs())('sees a silent edit of %i watched tickets with %i requests within %i polls', async (watched, maxRequests, polls) => {
		const scene = await Scene.set({ ...CHANGED, maxRequests, lookback: HOUR });
		scene.settings.start = { mode: 'date', at: scene.now - 40 * DAY };
		const tickets = scene.create(watched, (place) => ({ created_at: scene.now - 30 * DAY + place * MINUTE }));
		await scene.allEvents();
		for (let count = 0; count < 300 && scene.requests > 1 + sweepsOf(maxRequests); count++) await scene.poll();
		for (const place of [0, 0.5, 1]) {
			const id = tickets[Math.round(place * (tickets.length - 1))].ticket_id;
			scene.store.editTicket(id, { assignee: `user${place}` });
			let needed = 0;
			for (let emitted = false; !emitted && needed < 200; needed++) {
				emitted = (await scene.events()).some(({ ticket_id }) => ticket_id === id);
				expect(scene.requests).toBeLessThanOrEqual(1 + sweepsOf(maxRequests));
			}
			expect(needed).toBeLessThanOrEqual(polls);
		}
	});
});

/** Requests of a poll that its sweeps use. */
const sweepsOf = (maxRequests: number) => Math.min(22, maxRequests - 1);

/** @returns the table of docs/trigger.md: watched tickets, requests per poll, polls until a silent edit is seen */
function delaysInDocs(): Array<[number, number, number]> {
	const page = readFileSync(join(__dirname, '../../docs/trigger.md'), 'utf8');
	const rows = [...page.matchAll(/^\| ([\d,]+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)];
	const number = (text: string) => Number(text.replace(',', ''));
	return rows.flatMap(([, watched, ...polls]) =>
		polls.map((count, column): [number, number, number] => [number(watched), [10, 20, 40][column], number(count)]),
	);
}
