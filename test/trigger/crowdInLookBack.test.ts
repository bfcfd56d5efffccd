import { HOUR, MINUTE } from '../../nodes/SupportInbox/trigger/time';
import { Scene } from './scene';

/** Requests of a sweep over the look-back with a number of tickets (docs/trigger.md, "Delays"). */
const requestsOfSweep = (tickets: number) => tickets / 40 + 7;

/** Requests of a poll that its sweeps use (docs/trigger.md, "Delays"). */
const sweepShare = (maxRequests: number) => Math.max(2, Math.floor(maxRequests * 0.3));

type When = (place: number) => number;
const inOneSecond: When = () => 0;
const inThreeCrowds: When = (place) => (place % 3) * HOUR;
const besideOthers: When = (place) => (place < 200 ? HOUR : place * MINUTE);

it.each([
	[8, 138, 'in one second', inOneSecond],
	[40, 3_000, 'in one second', inOneSecond],
	[20, 300, 'in three bursts', inThreeCrowds],
	[20, 400, 'half of them in one second', besideOthers],
])('a message that is dated back, while the look-back has a burst, with Max %i and %i tickets, %s, is emitted in the round that the page promises, or the next', async (maxRequests, tickets, _how, when) => {
	const scene = await Scene.set({ events: ['newMessage'], lookback: 12 * HOUR, maxRequests });
	const begin = scene.now - 9 * HOUR;
	scene.create(tickets, (place) => ({ messages: [{ sent_at: begin + when(place) }] }));
	// The first rounds find out how many there are.
	await scene.eventsOf(40);

	const pollsOfRound = requestsOfSweep(tickets) / sweepShare(maxRequests);
	for (let times = 0; times < 3; times++) {
		scene.create(1, () => ({ messages: [{ sent_at: scene.now - 40 * MINUTE }] }));
		let polls = 1;
		while ((await scene.events(MINUTE)).length === 0 && polls < 100) polls += 1;
		expect(polls).toBeLessThanOrEqual(1 + Math.ceil(2 * pollsOfRound));
	}
});
