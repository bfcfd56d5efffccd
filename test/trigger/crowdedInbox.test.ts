import { SECOND } from '../../nodes/SupportInbox/trigger/time';

import { crowdedInbox } from './crowdedInbox';

/** When in a window of the limit the bulk run begins. */
const PHASES = [0, 15 * SECOND, 30 * SECOND, 45 * SECOND];
/** What ten triggers and a person need of a window, with three new tickets in it: searches for news, the tickets, dropdowns. */
const NEEDED_BY_OTHERS = 10;
/** One request of a window stays to its end for a poll in the last seconds: n8n polls at any second. */
const USABLE = 60 - 1;
/** Requests for sweeps that each window has (docs/trigger.md), and one that was sent before the run began. */
const SWEEPS = 4;

describe('ten triggers, a bulk run, a person and new tickets at the limit of 60', () => {
	it.each(['label', 'close'] as const)(
		'seven minutes and 100 updates (%s): no poll and no dropdown fails or waits, and every trigger tells everything',
		async (change) => {
			const { failedPolls, dropdowns, bulk, received, told, windows } = await crowdedInbox({ minutes: 7, updates: 100, change, after: 2, phase: 30 * SECOND });
			expect(failedPolls).toBe(0);
			expect(dropdowns.opened).toBeGreaterThanOrEqual(9);
			expect(dropdowns.filled).toBe(dropdowns.opened);
			expect(dropdowns.longestMs).toBeLessThanOrEqual(10 * SECOND);
			expect(received).toBe(12);
			const everything = { ticketCreated: received, newMessage: received, ticketChanged: 100 };
			expect(told).toEqual(told.map(() => everything));
			expect(bulk.done).toBe(100);
			// None is read again because a node of this process has written it.
			expect(windows.reduce((sum, { wholeTickets }) => sum + wholeTickets, 0)).toBeLessThanOrEqual(received);
		},
	);

	it.each([40, 80].flatMap((updates) => PHASES.map((phase) => [updates, phase])))('%i updates, which fit into as many windows as alone, take at most 1.3 times as long, from %i ms of a window', async (updates, phase) => {
		const { failedPolls, dropdowns, bulk } = await crowdedInbox({ minutes: 7, updates, change: 'label', after: 4, phase });
		expect(failedPolls).toBe(0);
		expect(dropdowns.filled).toBe(dropdowns.opened);
		expect(bulk.done).toBe(updates);
		expect(bulk.ms / bulk.aloneMs).toBeLessThanOrEqual(1.3);
	});

	it.each(PHASES)('100 updates, which fit into two windows only alone, use all that the others do not need, from %i ms of a window', async (phase) => {
		const { bulk, windows } = await crowdedInbox({ minutes: 7, updates: 100, change: 'label', after: 4, phase });
		expect(bulk.done).toBe(100);
		for (const { all, news, wholeTickets, lists, lookBack } of windows.slice(0, 2)) {
			expect(all).toBe(USABLE);
			expect(news + wholeTickets + lists).toBeLessThanOrEqual(NEEDED_BY_OTHERS);
			expect(lookBack).toBeLessThanOrEqual(SWEEPS);
		}
		// A third window has the rest; nothing waits for its end.
		expect(windows[2].writes).toBeLessThanOrEqual(12);
		expect(windows.slice(3).every(({ writes }) => writes === 0)).toBe(true);
	});

	it('300 updates, of which the limit makes many minutes, take at most 1.3 times what they take alone', async () => {
		const { failedPolls, dropdowns, bulk } = await crowdedInbox({ minutes: 10, updates: 300, change: 'label', after: 4, phase: 30 * SECOND });
		expect(failedPolls).toBe(0);
		expect(dropdowns.filled).toBe(dropdowns.opened);
		expect(bulk.done).toBe(300);
		expect(bulk.ms / bulk.aloneMs).toBeLessThanOrEqual(1.3);
	});
});
