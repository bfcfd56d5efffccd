import { SECOND } from '../../nodes/SupportInbox/store/time';
import { crowdedInbox } from './crowdedInbox';

it.each(['label', 'close'] as const)(
	'ten triggers, a bulk run, a person and new tickets at the limit of 60: seven minutes and 100 updates (%s): no poll and no dropdown fails or waits, and every trigger emits everything',
	async (change) => {
		const { failedPolls, dropdowns, bulk, received, emitted, windows } = await crowdedInbox({ minutes: 7, updates: 100, change, after: 2, phase: 30 * SECOND });
		expect(failedPolls).toBe(0);
		expect(dropdowns.opened).toBeGreaterThanOrEqual(9);
		expect(dropdowns.filled).toBe(dropdowns.opened);
		expect(dropdowns.longestMs).toBeLessThanOrEqual(10 * SECOND);
		expect(received).toBe(12);
		const everything = { ticketCreated: received, newMessage: received, ticketFieldChanged: 100 };
		expect(emitted).toEqual(emitted.map(() => everything));
		expect(bulk.done).toBe(100);
		// None is read again because a node of this process has written it.
		expect(windows.reduce((sum, { details }) => sum + details, 0)).toBeLessThanOrEqual(received);
	},
);
