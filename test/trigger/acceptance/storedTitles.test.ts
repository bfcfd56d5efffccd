/** What n8n's database gets of a trigger (docs/privacy.md): titles only where an event needs them, and nothing of a ticket that is gone. */
import { EVENTS } from '../../../nodes/SupportInbox/trigger/properties/settings';
import { HOUR } from '../longRun/units';
import { idsOf, Scene } from '../scene';

type Chosen = NonNullable<Parameters<typeof Scene.begun>[0]>;
type Changes = NonNullable<Chosen['changes']>;

const ANY = { fields: [], becomes: null };
const of = (fields: Changes['ticketFieldChanged']['fields']): Changes => ({ labelAdded: ANY, ticketAssigned: ANY, ticketClosed: { fields: ['status_cd'], becomes: null }, ticketFieldChanged: { fields, becomes: null } });
const stores = (scene: Scene, text: string) => JSON.stringify(scene.memory).includes(text);

it.each<[string, Chosen, boolean]>([
	['Ticket Created', {}, false],
	['New Message and New Comment', { events: ['newMessage', 'newComment'] }, false],
	['Ticket Closed', { events: ['ticketClosed'], changes: of([]) }, false],
	['Ticket Field Changed of the status', { events: ['ticketFieldChanged'], changes: of(['status_cd']) }, false],
	['Ticket Field Changed of the title', { events: ['ticketFieldChanged'], changes: of(['title']) }, true],
	['Ticket Field Changed of any field', { events: ['ticketFieldChanged'], changes: of([]) }, true],
])('%s: whether titles are stored', async (_what, chosen, are) => {
	const scene = await Scene.set(chosen);
	scene.create(1, () => ({ title: 'Secret of before', created_at: scene.now - HOUR }));
	await scene.poll();
	scene.create(1, () => ({ title: 'Secret of after' }));
	await scene.eventsOf(3);
	expect(['Secret of before', 'Secret of after'].map((title) => stores(scene, title))).toEqual([are, are]);
});

it('where a watch over titles begins, the title read next is the one that later ones are compared with, and no other change is missed', async () => {
	const scene = await Scene.set({ events: ['ticketFieldChanged'], changes: of(['status_cd']) });
	const [first, second] = scene.create(2, () => ({ title: 'Parcel', created_at: scene.now - HOUR }));
	await scene.eventsOf(3);
	scene.store.editTicket(first.ticket_id, { title: 'Letter' });
	scene.store.editTicket(second.ticket_id, { status_cd: 'closed', title: 'Letter' });
	scene.settings.changes = of(['status_cd', 'title']);
	expect((await scene.eventsOf(3)).map(({ ticket_id, changes }) => [ticket_id, changes])).toEqual([[second.ticket_id, { status_cd: { from: 'open', to: 'closed' } }]]);
	scene.store.editTicket(first.ticket_id, { title: 'Card' });
	expect((await scene.eventsOf(3)).map(({ changes }) => changes)).toEqual([{ title: { from: 'Letter', to: 'Card' } }]);
	scene.settings.changes = of(['status_cd']);
	await scene.poll();
	expect(stores(scene, 'Letter') || stores(scene, 'Card')).toBe(false);
});

it('a ticket that the service no longer has is dropped, and one that is only not listed once is not new', async () => {
	const scene = await Scene.begun({ events: ['ticketCreated', 'ticketFieldChanged'] });
	const [gone, stays] = scene.create(2, (place) => ({ title: `Secret ${place}` }));
	expect(idsOf(await scene.events())).toEqual([gone.ticket_id, stays.ticket_id]);
	await scene.events(2 * HOUR);
	scene.store.removeTicket(gone.ticket_id);
	await scene.eventsOf(5);
	expect([stores(scene, 'Secret 0'), stores(scene, 'Secret 1')]).toEqual([false, true]);
	await scene.eventsOf(30, { after: 6 * HOUR });
	expect([stores(scene, String(gone.ticket_id)), stores(scene, String(stays.ticket_id))]).toEqual([false, true]);
	const { ticket_id } = scene.create(1)[0];
	scene.store.editTicket(stays.ticket_id, { title: 'Renamed' });
	expect(idsOf(await scene.eventsOf(3)).sort()).toEqual([stays.ticket_id, ticket_id].sort());
});

it('stores what it compares with, but no message, comment or address', async () => {
	const scene = await Scene.begun({ events: EVENTS });
	const { ticket_id, messages } = scene.store.createTicket({
		messages: [{ from: 'Anna Miller <anna@mail.example>', to: 'support@tenant.example', title: 'Parcel', body: 'Where is it?' }],
	});
	scene.store.addComment(messages[0].message_id, { comment: 'Ask Ben', commenter: 'user01' });
	await scene.eventsOf(3);
	scene.store.ticket(ticket_id).status_cd = 'closed';
	expect((await scene.allEvents()).length).toBeGreaterThan(0);
	const stored = JSON.stringify(scene.memory);
	expect(stored).toContain(String(ticket_id));
	expect(stored).toContain('"closed"');
	expect(stored).not.toMatch(/anna|miller|mail\.example|where is it|ask ben/i);
});
