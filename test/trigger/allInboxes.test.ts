/** All inboxes of a tenant: those that join, those that leave for a while, and a list that cannot be read. */
import { HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import type { Fault } from '../simulator';
import { idsOf, LIMITED, Scene } from './scene';

/** So long an inbox that is not in the list is remembered. */
const DAY = 24 * HOUR;

const write = (scene: Scene, message_box_id: number) => scene.store.createTicket({ message_box_id }).ticket_id;
/** The access token does not see an inbox. @returns shows it again */
function hide(scene: Scene, id: number): () => void {
	const { inboxes } = scene.store;
	const inbox = inboxes.get(id)!;
	inboxes.delete(id);
	return () => void inboxes.set(id, inbox);
}

it('goes on where it stopped in an inbox that was away for hours, and begins anew after more than a day', async () => {
	const scene = await Scene.begun({ inboxes: undefined });
	const meanwhile = write(scene, 102);
	let show = hide(scene, 102);
	expect(await scene.eventsOf(10, { after: 20 * MINUTE })).toEqual([]);
	show();
	expect(idsOf(await scene.allEvents())).toEqual([meanwhile]);

	write(scene, 102);
	show = hide(scene, 102);
	expect((await scene.poll())?.report.notes).toEqual([]);
	const gone = await scene.poll(DAY + HOUR);
	expect(gone?.report).toMatchObject({ thrown: null, notes: ['inbox 102 is gone, and what was known of it is forgotten'] });
	show();
	await scene.poll(MINUTE);
	expect(await scene.allEvents()).toEqual([]);
});

it.each<[string, (scene: Scene) => void]>([
	['in one process', () => {}],
	['of n8n', (scene) => scene.newProcess()],
])('forgets no inbox after a pause of a week %s where one list lacks it, and not after several in turn', async (_what, restart) => {
	const scene = await Scene.begun({ inboxes: undefined });
	for (let week = 0; week < 3; week++) {
		const meanwhile = write(scene, 102);
		scene.now += 7 * DAY;
		restart(scene);
		const show = hide(scene, 102);
		expect(await scene.poll()).toMatchObject({ events: [], report: { thrown: null, notes: [] } });
		show();
		expect(idsOf(await scene.allEvents())).toEqual([meanwhile]);
	}
});

it.each<[string, Fault]>([
	['cannot be read', { kind: 'status', status: 500 }],
	['gets no answer', { kind: 'noAnswer' }],
])('a list that %s stops nothing in the inboxes that are known, and fails the first poll', async (_what, fault) => {
	const scene = await Scene.set({ inboxes: undefined });
	const noList = () => scene.fail(fault, /message_boxes$/);
	noList();
	expect((await scene.poll())?.report.thrown).toMatchObject({ meaning: 'trouble' });
	scene.simulator.faults.clear();
	await scene.poll(2 * MINUTE);
	noList();
	for (let poll = 0; poll < 3; poll++) {
		const ticket = write(scene, 103);
		const result = await scene.poll(2 * MINUTE);
		expect(idsOf(result!.events)).toEqual([ticket]);
		expect(result!.report).toMatchObject({ thrown: null, reported: [], tolerated: [{ meaning: 'trouble' }] });
	}
	expect((await scene.poll(2 * MINUTE))?.report).toMatchObject({ thrown: null, reported: [{ meaning: 'trouble' }] });
});

it.each<[string, Fault, number]>([
	['the service is down', { kind: 'status', status: 503 }, 3],
	['nothing is left of the rate limit', LIMITED, 5],
])('fails when %s and only the list is answered', async (_what, fault, minutes) => {
	const scene = await Scene.begun({ inboxes: undefined });
	scene.fail(fault, /tickets\/search$/);
	expect(await scene.outcomes(8)).toEqual(Array.from({ length: 8 }, (_, minute) => (minute < minutes ? 'tolerated' : 'thrown')));
});

it.each([403, 404])('one that joins and answers %i is reported when that begins, and fails no poll', async (status) => {
	const scene = await Scene.begun({ inboxes: undefined });
	scene.store.addInbox({ id: 104, name: 'Board', customer_group_id: 11 });
	scene.fail({ kind: 'status', status }, /\/104\//);
	const outcomes = await scene.outcomes(70);
	expect(outcomes.filter((what) => what === 'reported')).toHaveLength(1);
	expect(outcomes).not.toContain('thrown');
});

it('fails where the access token sees no inbox', async () => {
	const scene = await Scene.set({ inboxes: undefined });
	for (const id of [101, 102, 103]) hide(scene, id);
	await expect(scene.poll()).rejects.toThrow('sees no inbox');
});
