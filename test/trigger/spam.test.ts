/** Spam and Trash are left out until they are chosen; a ticket that somebody takes out of them is new then. */
import { pollerOf } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { activated } from './activated';
import { idsOf, Scene } from './scene';

const service = simulatorOfEachTest({ seed: { tickets: 0 } });

const create = (more: object = {}) => service.store.createTicket({ message_box_id: 101, ...more }).ticket_id;
const EVENTS = ['ticketCreated', 'newMessage', 'ticketFieldChanged'];

describe.each(['spam', 'trash'] as const)('a ticket in %s', (status_cd) => {
	it('is emitted as created, once, when it leaves: its older messages are old', async () => {
		const poll = await activated(service, { events: EVENTS });
		// What came in the second of a poll may have come after it.
		const earlier = () => ({ sent_at: service.store.now() - 5_000, created_at: service.store.now() - 5_000 });
		const id = create({ status_cd, messages: [earlier()] });
		await poll();
		service.store.addMessage(id, earlier());
		await poll();
		service.store.editTicket(id, { status_cd: 'open' });
		expect(await poll()).toMatchObject([{ event: 'ticketCreated', ticket_id: id, status_cd: 'open' }]);
		expect(await poll()).toEqual([]);
		const { message_id } = service.store.addMessage(id);
		expect(await poll()).toMatchObject([{ event: 'newMessage', message_id }]);
	});

	it('is no new one where it was there before the trigger', async () => {
		const id = create({ status_cd });
		const poll = await activated(service, { events: ['ticketCreated'] });
		service.store.editTicket(id, { status_cd: 'open' });
		expect(await poll()).toEqual([]);
	});

	it('is shown as a change when a ticket goes there', async () => {
		const poll = await activated(service, { events: ['ticketFieldChanged'] });
		const id = create();
		await poll();
		service.store.editTicket(id, { status_cd });
		expect(await poll()).toMatchObject([{ ticket_id: id, changes: { status_cd: { to: status_cd } } }]);
	});
});

it.each<[string, object, object, object]>([
	['gets a label that is chosen', { statusCds: ['spam'], labelIds: [3001] }, {}, { label_ids: [3001] }],
	['is there when its status is chosen', {}, { statusCds: ['open', 'spam'] }, {}],
	['goes to Trash, which is chosen', { statusCds: ['trash'] }, {}, { status_cd: 'trash' }],
])('a ticket in Spam is not new because it %s', async (_what, filters, later, patch) => {
	const scene = await Scene.begun({ filters });
	const { ticket_id } = scene.store.createTicket({ status_cd: 'spam' });
	expect(await scene.events()).toEqual([]);
	Object.assign(scene.settings.filters, later);
	scene.store.editTicket(ticket_id, patch);
	expect(await scene.allEvents()).toEqual([]);
});

it.each<[string, string[], string[]]>([
	['where other statuses are chosen', ['open'], ['open']],
	['also if its status was chosen meanwhile', [], ['open', 'spam']],
])('a ticket that leaves Spam is emitted as created %s', async (_what, statusCds, later) => {
	const scene = await Scene.begun({ filters: { statusCds } });
	const { ticket_id } = scene.store.createTicket({ status_cd: 'spam' });
	await scene.poll();
	scene.settings.filters.statusCds = later;
	expect(await scene.allEvents()).toEqual([]);
	scene.store.editTicket(ticket_id, { status_cd: 'open' });
	expect(idsOf(await scene.allEvents())).toEqual([ticket_id]);
});

it('the test event is no spam', async () => {
	const wanted = create({ messages: [{ sent_at: Date.now() - 3_600_000 }] });
	create({ status_cd: 'spam' });
	const items = await pollerOf(service, { messageBoxIds: [101], events: ['ticketCreated'] }).poll('manual', 'manual');
	expect(items?.map(({ json }) => json.ticket_id)).toEqual([wanted]);
});
