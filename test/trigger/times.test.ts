/** Times of the service: with any offset they are read, without one they are none. */
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';
import { idsOf, messageIdsOf, Scene } from './scene';

const TIME = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z"/g;

/** From now on answers show times so. @param form of a time (ms); @param of the ticket whose row alone has it */
function timesAs(scene: Scene, form: (at: number) => string, of?: number): void {
	const inForm = (json: string) => json.replace(TIME, (time) => JSON.stringify(form(Date.parse(JSON.parse(time) as string))));
	const rewrite = (json: string) => {
		if (of === undefined) return inForm(json);
		const rows = JSON.parse(json) as Array<{ ticket_id: number }>;
		return JSON.stringify(rows.map((row) => (row.ticket_id === of ? (JSON.parse(inForm(JSON.stringify(row))) as object) : row)));
	};
	scene.simulator.faults.add({ kind: 'rewritten', rewrite, when: { path: of === undefined ? /tickets/ : /search/, times: 'always' } });
}

const local = (offset: number, label: string) => (at: number) => new Date(at + offset).toISOString().slice(0, 19) + label;
const withoutOffset = local(9 * HOUR, '');

it.each<[string, (at: number) => string]>([
	['+05:45', local(5.75 * HOUR, '+05:45')],
	['-0930', local(-9.5 * HOUR, '-0930')],
	['+09', local(9 * HOUR, '+09')],
	['Z, without seconds', (at) => `${new Date(at).toISOString().slice(0, 16)}Z`],
])('times with the offset %s are read', async (_offset, form) => {
	const scene = await Scene.set({ events: ['ticketCreated', 'newMessage', 'ticketUnanswered'], unanswered: { first: 2 * HOUR } });
	const [old] = scene.create(1, () => ({ created_at: scene.now - HOUR }));
	timesAs(scene, form);
	expect(await scene.eventsOf(2)).toEqual([]);
	scene.now = Math.ceil(scene.now / MINUTE) * MINUTE + SECOND;
	const { message_id } = scene.store.addMessage(old.ticket_id);
	const [fresh] = scene.create(1);
	const emitted = await scene.eventsOf(3);
	expect(idsOf(emitted).sort()).toEqual([old.ticket_id, fresh.ticket_id, fresh.ticket_id]);
	expect(messageIdsOf(emitted)).toContain(message_id);
	expect(await scene.eventsOf(100)).toEqual([]);
	expect(idsOf(await scene.eventsOf(30))).toEqual([old.ticket_id, fresh.ticket_id]);
});

it('a row whose times have no offset is left out until they have one', async () => {
	const scene = await Scene.begun({ events: ['ticketCreated', 'newMessage'] });
	const [first, second] = scene.create(2);
	timesAs(scene, withoutOffset, second.ticket_id);
	expect(idsOf(await scene.eventsOf(3))).toEqual([first.ticket_id, first.ticket_id]);
	scene.simulator.faults.clear();
	expect(idsOf(await scene.eventsOf(3))).toEqual([second.ticket_id, second.ticket_id]);
});

it('where no row has an offset the poll fails and says so, and what came is emitted once when they have one', async () => {
	const scene = await Scene.begun();
	const tickets = scene.create(2);
	timesAs(scene, withoutOffset);
	expect(await scene.outcomes(4)).toEqual(['tolerated', 'tolerated', 'tolerated', 'thrown']);
	expect((await scene.poll())?.report.thrown?.error).toMatchObject({ failure: { kind: 'unexpectedResponse', missing: 'created_at' } });
	scene.simulator.faults.clear();
	expect(idsOf(await scene.allEvents())).toEqual(idsOf(tickets));
});
