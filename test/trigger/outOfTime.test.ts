/** A poll whose time is used up ends: steps that send nothing never wait, so an endless one would make n8n stand still. */
import { SECOND } from '../../nodes/SupportInbox/store/time';
import { BudgetExhausted, Requests } from '../../nodes/SupportInbox/trigger/service';
import { idsOf, Scene } from './scene';

/** More steps than one of these polls needs. */
const MANY = 200;

describe('inboxes that are to begin when the time of a poll is used up', () => {
	let steps = 0;

	beforeEach(() => {
		const { checkTime } = Requests.prototype;
		jest.spyOn(Requests.prototype, 'checkTime').mockImplementation(function (this: Requests) {
			steps += 1;
			if (steps > MANY) throw new TypeError('the poll does not end');
			return checkTime.call(this);
		});
	});
	afterEach(() => jest.restoreAllMocks());

	it.each([
		['with the newest tickets', [101, 102, 103], { mode: 'latestTickets' as const, count: 10 }],
		['before a ticket search was answered', undefined, { mode: 'now' as const }],
	])('%s: they begin with the next poll', async (_, inboxes, start) => {
		const scene = await Scene.set({ inboxes, start });
		const before = scene.create(3, (place) => ({ message_box_id: 101 + place }));
		// Two requests take more time than a poll has.
		scene.latency = 14 * SECOND;
		steps = 0;
		const { events, report } = (await scene.poll())!;
		expect({ events, report }).toMatchObject({ events: [], report: { thrown: null, reported: [], tolerated: [] } });
		scene.latency = 50;
		steps = 0;
		expect(idsOf(await scene.events())).toEqual(start.mode === 'latestTickets' ? idsOf(before) : []);
		const [{ ticket_id }] = scene.create(1, () => ({ message_box_id: 103 }));
		steps = 0;
		expect(idsOf(await scene.events())).toEqual([ticket_id]);
	});
});

it('the list of inboxes could not be asked for in time: that says nothing of what the token sees', async () => {
	const scene = await Scene.set({ inboxes: undefined });
	// Somebody else was reading the list, and held it until then.
	jest.spyOn(Requests.prototype, 'checkTime').mockImplementationOnce(() => {
		throw new BudgetExhausted('time');
	});
	expect((await scene.poll())!).toMatchObject({ events: [], report: { thrown: null, reported: [] } });
	jest.restoreAllMocks();
	await scene.poll();
	const [{ ticket_id }] = scene.create(1);
	expect(idsOf(await scene.events())).toEqual([ticket_id]);
});
