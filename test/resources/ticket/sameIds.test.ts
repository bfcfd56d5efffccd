/** The API document does not say that the id of a ticket or message is unique in the tenant: here two inboxes have the same ones. */
import { pollerOf, runNode } from '../../harness/engine';
import { byId, INBOX, serviceFor } from '../service';

const service = serviceFor('ticket', 'update');
const SALES = 102;
const [FIRST, SECOND] = [900_001, 900_002];

/** Creates tickets with the same two ids in both inboxes, each with the first label of its inbox. @returns the ids of the first three labels of each */
function tickets(): Record<number, number[]> {
	const { store } = service.simulator;
	return Object.fromEntries([INBOX, SALES].map((inbox) => {
		const labels = store.inbox(inbox).labels.all().slice(0, 3).map(({ id }) => id);
		for (const id of [FIRST, SECOND]) store.createTicket({ id, message_box_id: inbox, label_ids: [labels[0]] });
		return [inbox, labels];
	}));
}

it('an update reads each ticket in its own inbox: none gets the labels of its namesake', async () => {
	const labels = tickets();
	const items = [FIRST, SECOND].flatMap((id) => [INBOX, SALES].map((inbox) => ({ json: { inbox, id, label: labels[inbox][1] } })));
	const changes = { messageBoxId: byId('={{ $json.inbox }}'), ticketId: byId('={{ $json.id }}'), labels: { values: { mode: 'add', labelIds: '={{ [$json.label] }}' } } };
	await service.run(changes, { items });
	const shown = [INBOX, SALES].flatMap((inbox) => [FIRST, SECOND].map((id) => service.simulator.store.inbox(inbox).tickets.get(id)!.label_ids));
	expect(shown).toEqual([labels[INBOX], labels[INBOX], labels[SALES], labels[SALES]].map((ids) => ids.slice(0, 2)));
});

it('a ticket that only another inbox shows is still found by the search of its own', async () => {
	const { store } = service.simulator;
	const [label] = store.inbox(SALES).labels.all().map(({ id }) => id);
	store.createTicket({ id: FIRST, message_box_id: INBOX });
	for (const id of [FIRST, SECOND]) store.createTicket({ id, message_box_id: SALES });
	const items = [[INBOX, SECOND], [INBOX, FIRST], [SALES, FIRST], [SALES, SECOND]].map(([inbox, id]) => ({ json: { inbox, id } }));
	const changes = { messageBoxId: byId('={{ $json.inbox }}'), ticketId: byId('={{ $json.id }}'), labels: { values: { mode: 'add', labelIds: `={{ [$json.inbox === ${SALES} ? ${label} : 3001] }}` } } };
	await service.run(changes, { items, node: { onError: 'continueRegularOutput' } });
	const searches = service.simulator.requests.filter(({ path }) => path === `/api/v2/${SALES}/tickets/search`);
	expect(searches.map(({ body }) => (body as { ticket_ids: number[] }).ticket_ids)).toEqual([[FIRST, SECOND]]);
});

it.each(['ticketCreated', 'newMessage'])('a trigger emits %s of a ticket whose ids the workflow has created in another inbox', async (event) => {
	const node = pollerOf(service.simulator, { messageBoxIds: [SALES], events: [event], options: { ignoreOwnChanges: 'allWorkflows' } });
	await node.poll();
	const [{ json: own }] = await runNode(service.simulator, { resource: 'ticket', operation: 'create', messageBoxId: byId(INBOX), ticketSubject: 'A call', ticketBody: 'Called' });
	service.simulator.store.createTicket({ id: Number(own.ticket_id), message_box_id: SALES, messages: [{ id: Number(own.message_id) }] });
	expect(await node.poll()).toMatchObject([{ json: { event, ticket_id: own.ticket_id, message_box_id: SALES } }]);
});
