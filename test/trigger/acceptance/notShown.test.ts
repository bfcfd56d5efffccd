/** New tickets whose details do not come, or come without messages at first. */
import { HOUR, MINUTE } from '../longRun/units';
import { idsOf, Scene } from '../scene';

const readings = (scene: Scene, id: number) => scene.simulator.requests.filter(({ method, path }) => method === 'GET' && path.endsWith(`/tickets/${id}`)).length;

describe.each([1, 2, 3, 20])('of %i triggers of one token', (count) => {
	/** @returns in which of its polls after that each trigger emits a ticket that cannot be shown, and the reports */
	async function pollsUntilEmitted(seconds: (place: number) => number) {
		const scene = await Scene.set({}, {});
		const triggers = Array.from({ length: count }, () => scene.another({ includeMessages: true }));
		for (const poll of triggers) await poll();
		const { ticket_id } = scene.store.createTicket();
		scene.store.unshowable.hide(ticket_id, { status: 500 });
		const emitted = triggers.map(() => new Array<number>());
		const reported: number[] = [];
		const start = scene.now;
		for (let minute = 1; minute <= 6; minute++) {
			for (const [place, poll] of triggers.entries()) {
				scene.now = start + minute * MINUTE + seconds(place) * 1_000;
				const { events, reported: failures } = await poll();
				emitted[place].push(...idsOf(events).map(() => minute));
				reported.push(...failures.map(() => minute));
			}
		}
		return { emitted, reported, readings: readings(scene, ticket_id) };
	}

	it.each<[string, (place: number) => number]>([
		['spread over the minute', (place) => (60 * place) / count],
		['that poll one right after the other', (place) => place],
	])('%s, each emits a ticket that cannot be shown in its third poll', async (_what, seconds) => {
		const { emitted, reported, readings: asked } = await pollsUntilEmitted(seconds);
		expect(emitted).toEqual(emitted.map(() => [3]));
		expect(reported).toEqual([3]);
		// A try every half minute, by the trigger that polls then; later ones come after growing pauses.
		expect(asked).toBeLessThanOrEqual(9);
	});
});

describe('a new ticket whose first details have no messages yet, under Begun By', () => {
	const CUSTOMERS = { begunBy: ['customer' as const] };
	const empty = (scene: Scene, id: number, times: number | 'always') =>
		scene.simulator.faults.add({ kind: 'partial', replace: { messages: [] }, when: { method: 'GET', path: new RegExp(`/tickets/${id}$`), times } });

	it.each([true, false])('is left out where a mail of ours began it, and comes where a customer did, Include Messages %s', async (includeMessages) => {
		const scene = await Scene.begun({ ...CUSTOMERS, includeMessages });
		const [ours, theirs] = scene.create(2, (place) => ({ messages: [{ action_cd: place === 0 ? 'sent' : 'received' }] }));
		for (const { ticket_id } of [ours, theirs]) empty(scene, ticket_id, 1);
		expect(await scene.events()).toEqual([]);
		const events = await scene.eventsOf(5);
		expect(idsOf(events)).toEqual([theirs.ticket_id]);
		expect(events[0]).not.toHaveProperty('begun_by');
	});

	it('is left out also where another trigger has read it without messages', async () => {
		const scene = await Scene.begun({ includeMessages: true });
		const other = scene.another(CUSTOMERS);
		await other();
		const { ticket_id } = scene.store.createTicket({ messages: [{ action_cd: 'sent' }] });
		empty(scene, ticket_id, 1);
		const emitted: number[][] = [[], []];
		for (let poll = 0; poll < 5; poll++) {
			emitted[0].push(...idsOf(await scene.events()));
			emitted[1].push(...idsOf((await other()).events));
		}
		expect(emitted).toEqual([[ticket_id], []]);
	});

	it('comes after an hour where it never has messages, and nobody knows who began it', async () => {
		const scene = await Scene.begun(CUSTOMERS);
		const { ticket_id } = scene.store.createTicket();
		empty(scene, ticket_id, 'always');
		expect(await scene.eventsOf(60)).toEqual([]);
		expect(await scene.eventsOf(2)).toEqual([expect.objectContaining({ event: 'ticketCreated', ticket_id, begun_by: null })]);
		expect(readings(scene, ticket_id)).toBeLessThan(12);
		expect(await scene.events(HOUR)).toEqual([]);
	});
});
