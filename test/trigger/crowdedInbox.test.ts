import { MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

import { crowdedInbox } from './crowdedInbox';

describe('ten triggers, a bulk run, a person and new tickets at the limit of 60', () => {
	it('seven minutes and 100 updates: no poll and no dropdown fails or waits, and every trigger tells everything', async () => {
		const { failedPolls, dropdowns, bulk, received, told } = await crowdedInbox(7, 100);
		expect(failedPolls).toBe(0);
		expect(dropdowns.opened).toBeGreaterThanOrEqual(9);
		expect(dropdowns.filled).toBe(dropdowns.opened);
		expect(dropdowns.longestMs).toBeLessThanOrEqual(10 * SECOND);
		expect(received).toBe(12);
		const everything = { ticketCreated: received, newMessage: received, ticketChanged: 100 };
		expect(told).toEqual(told.map(() => everything));
		expect(bulk.done).toBe(100);
		// What the triggers need is missing in the second minute of the limit, and the last items wait for a third one.
		expect(bulk.ms - bulk.aloneMs).toBeLessThanOrEqual(MINUTE);
	});

	it('300 updates, of which the limit makes many minutes, take at most 1.3 times what they take alone', async () => {
		const { failedPolls, dropdowns, bulk } = await crowdedInbox(8, 300);
		expect(failedPolls).toBe(0);
		expect(dropdowns.filled).toBe(dropdowns.opened);
		expect(bulk.done).toBe(300);
		expect(bulk.ms / bulk.aloneMs).toBeLessThanOrEqual(1.3);
	});
});
