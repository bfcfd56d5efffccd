import type { INodeParameters } from 'n8n-workflow';
import { byId, emptyItems, serviceFor } from '../service';

// What was read in the last seconds is not read again: the seconds are not those of a busy machine.
const service = serviceFor('memo', 'create');
const TICKET = 1201;
const given = () => service.simulator.store.createTicket({ id: TICKET, message_box_id: 101, status_cd: 'open' });
const into = (change: INodeParameters = {}): INodeParameters => ({ memoTicketId: byId(TICKET), memoBody: 'x', ...change });
const HANDLED = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

it('leaves the ticket in its status, with its title as the subject, handled now, in no time', async () => {
	const ticket = service.simulator.store.createTicket({ id: TICKET, message_box_id: 101, status_cd: 'ongoing', title: 'Where is it?' });
	const [json] = await service.json(into());
	expect(service.sent().map(({ method, path }) => `${method} ${path}`)).toEqual([`GET 101/tickets/${TICKET}`, 'POST 101/records']);
	expect(service.sent()[1].body).toEqual({
		ticket_id: TICKET,
		body: 'x',
		subject: 'Where is it?',
		status_cd: 'ongoing',
		duration: 0,
		icon_cd: 'note',
		operated_at: HANDLED,
	});
	expect(json).toEqual({ ticket_id: TICKET, message_id: ticket.messages.at(-1)!.message_id, message_box_id: 101 });
	expect(ticket.status_cd).toBe('ongoing');
});

it('takes the status that is chosen', async () => {
	const ticket = service.simulator.store.createTicket({ id: TICKET, message_box_id: 101, status_cd: 'open' });
	await service.run(into({ createMemoFields: { statusCd: '={{ "Closed" }}' } }));
	expect(ticket.status_cd).toBe('closed');
});

it('reads nothing where status and subject are given, and the body is the subject of a ticket without a title', async () => {
	given().title = '';
	await service.run(into({ createMemoFields: { statusCd: 'closed', subject: 'Call' } }));
	await service.run(into());
	expect(service.sent().map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
	expect(service.sent().at(-1)!.body).toMatchObject({ subject: 'x', status_cd: 'closed' });
});

it('makes one line of the text that is the subject of a ticket without a title', async () => {
	given().title = '';
	await service.run(into({ memoBody: 'She called\n\nabout 2 parcels\n' }));
	expect(service.sent().at(-1)!.body).toMatchObject({ subject: 'She called about 2 parcels', body: 'She called\n\nabout 2 parcels\n' });
});

it('reads the tickets of a run together', async () => {
	for (let id = 700_000; id < 700_060; id++) {
		service.simulator.store.createTicket({ id, message_box_id: 101, title: `T${id}`, status_cd: id % 2 ? 'open' : 'spam' });
	}
	await service.run(into({ memoTicketId: byId('={{ 700000 + $itemIndex }}') }), { items: emptyItems(60) });
	const memos = service.sent().filter(({ path }) => path === '101/records').map(({ body }) => body as Record<string, unknown>);
	expect(memos.map(({ subject, status_cd }) => [subject, status_cd])).toEqual(
		memos.map((_memo, index) => [`T${700_000 + index}`, index % 2 ? 'open' : 'spam']),
	);
	expect(service.sent()).toHaveLength(60 + 2);
});

it('the future is refused before a request', async () => {
	await expect(service.run(into({ createMemoFields: { operatedAt: { at: { time: '2999-01-01T00:00:00Z' } } } }))).rejects.toThrow(/^Occurred At: .* is in the future/);
	expect(service.sent()).toEqual([]);
});
