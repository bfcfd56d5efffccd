/** Times of the service: with any offset they are read, without one they are none, and far ahead of its clock they are reported. */
import { omit } from '../../nodes/SupportInbox/output/pick';
import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
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

/** From now on tickets lack these times in answers. @param of the only ticket that lacks them */
function without(scene: Scene, times: string[], path: RegExp, of?: number): void {
	const strip = (ticket: { ticket_id: number }) => (of === undefined || ticket.ticket_id === of ? omit(ticket, ...(times as never[])) : ticket);
	const rewrite = (json: string) => {
		const answer = JSON.parse(json) as { ticket_id: number } | Array<{ ticket_id: number }>;
		return JSON.stringify(Array.isArray(answer) ? answer.map(strip) : strip(answer));
	};
	scene.simulator.faults.add({ kind: 'rewritten', rewrite, when: { path, times: 'always' } });
}

const UNUSABLE: Array<[string, (scene: Scene, of?: number) => void]> = [
	['times without an offset', (scene, of) => timesAs(scene, withoutOffset, of)],
	['no created_at', (scene, of) => without(scene, ['created_at'], /search/, of)],
];

it.each(UNUSABLE)('a row with %s is left out until it is whole', async (_what, spoil) => {
	const scene = await Scene.begun({ events: ['ticketCreated', 'newMessage'] });
	const [first, second] = scene.create(2);
	spoil(scene, second.ticket_id);
	expect(idsOf(await scene.eventsOf(3))).toEqual([first.ticket_id, first.ticket_id]);
	scene.simulator.faults.clear();
	expect(idsOf(await scene.eventsOf(3))).toEqual([second.ticket_id, second.ticket_id]);
});

it.each(UNUSABLE)('where all rows have %s the poll fails and says so, and what came is emitted once when they are whole', async (_what, spoil) => {
	const scene = await Scene.begun();
	const tickets = scene.create(2);
	spoil(scene);
	expect(await scene.outcomes(4)).toEqual(['tolerated', 'tolerated', 'tolerated', 'thrown']);
	expect((await scene.poll())?.report.thrown?.error).toMatchObject({ failure: { kind: 'unexpectedResponse', missing: 'created_at' } });
	scene.simulator.faults.clear();
	expect(idsOf(await scene.allEvents())).toEqual(idsOf(tickets));
});

it.each([
	['details without times', ['created_at', 'last_updated_at'], /tickets\/\d+$/],
	['a ticket without last_updated_at', ['last_updated_at'], /tickets/],
])('%s: each event is emitted once, also after a move, and nothing is read again and again', async (_what, times, path) => {
	const requests = async (spoil: (scene: Scene) => void) => {
		const scene = await Scene.begun({ events: ['ticketCreated', 'newMessage'], inboxes: [101, 102] });
		spoil(scene);
		const [{ ticket_id, messages: [first] }] = scene.create(1);
		const emitted = await scene.events();
		scene.store.moveTicket(ticket_id, 102);
		const { message_id } = scene.store.addMessage(ticket_id);
		emitted.push(...(await scene.eventsOf(5)));
		expect(messageIdsOf(emitted)).toEqual([undefined, first.message_id, message_id]);
		return scene.service.requests;
	};
	expect(await requests((scene) => without(scene, times, path))).toBe(await requests(() => {}));
});

it('an old ticket whose details have no created_at is not new', async () => {
	const scene = await Scene.set({ events: ['ticketCreated', 'newMessage'], filters: { methodCds: ['mail'] } });
	// The first page of the start has 50 tickets.
	const [{ ticket_id }] = scene.create(60, () => ({ created_at: scene.now - 3 * DAY }));
	without(scene, ['created_at'], /tickets\/\d+$/);
	await scene.events();
	scene.store.addMessage(ticket_id);
	expect((await scene.eventsOf(3)).map(({ event }) => event)).toEqual(['newMessage']);
});

describe('where times are ahead of the Date header', () => {
	const notesOf = async (scene: Scene, polls: number) => {
		const notes: string[] = [];
		for (let poll = 0; poll < polls; poll++) notes.push(...((await scene.poll())?.report.notes ?? []));
		return notes;
	};
	const ahead = (by: number) => async (chosen: Parameters<typeof Scene.set>[0]) => {
		const scene = await Scene.set(chosen);
		scene.create(1);
		timesAs(scene, local(by, 'Z'));
		return scene;
	};

	it('by hours, the log says so once in a process, and not where n8n is behind', async () => {
		const scene = await ahead(9 * HOUR)({ events: ['ticketCreated', 'newMessage'], inboxes: [101, 102] });
		scene.clockOffset = -2 * HOUR;
		expect(await notesOf(scene, 1)).toEqual([expect.stringMatching(/^the newest last_updated_at is 5(39|40) minutes ahead of the service's clock/)]);
		scene.create(2, () => ({ message_box_id: 102 }));
		expect(await notesOf(scene, 5)).toEqual([]);
		scene.newProcess();
		expect(await notesOf(scene, 2)).toHaveLength(1);
	});

	it('by less than ten minutes, or where only n8n is behind, it does not', async () => {
		// A minute passes until the poll.
		const scene = await ahead(10.5 * MINUTE)({});
		scene.clockOffset = -9 * HOUR;
		scene.create(1);
		expect(await notesOf(scene, 3)).toEqual([]);
	});
});
