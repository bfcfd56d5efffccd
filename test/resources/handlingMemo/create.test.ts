import type { INodeParameters } from 'n8n-workflow';

import { byId, serviceFor } from '../service';

const service = serviceFor('handlingMemo', 'create');
const TICKET = 1201;
const given = () => service.simulator.store.createTicket({ id: TICKET, message_box_id: 101, status_cd: 'open' });

it('writes a memo into a new ticket where that is chosen, with what is set, nothing else', async () => {
	const items = await service.run({ writeInto: 'newTicket', body: 'Called back' });
	expect(service.sent()).toEqual([{ method: 'POST', path: '101/records', query: {}, body: { body: 'Called back' } }]);
	const { ticket_id, message_id } = items[0].json;
	expect(service.simulator.store.ticket(Number(ticket_id))).toMatchObject({ status_cd: 'closed', messages: [{ message_id }] });
});

it('writes a memo into a ticket, every field under the name of the API', async () => {
	given();
	await service.run(
		{
			memoTicketId: byId(String(TICKET)),
			body: '<b>Called back</b>',
			additionalFields: {
				customerEmail: 'anna@mail.example',
				customerTel: '03-5550-0100',
				duration: '12',
				iconCd: 'called_phone',
				isHtml: true,
				operatedAt: '2026-01-05T09:30:00',
				operator: 'user01',
				statusCd: 'ongoing',
				subject: 'Call',
			},
		},
		{ timezone: 'Asia/Tokyo' },
	);
	expect(service.sent()[0].body).toEqual({
		ticket_id: TICKET,
		body: '<b>Called back</b>',
		customer_email: 'anna@mail.example',
		customer_tel: '03-5550-0100',
		duration: 12,
		icon_cd: 'called_phone',
		is_html: true,
		operated_at: '2026-01-05T09:30:00.000+09:00',
		operator: 'user01',
		status_cd: 'ongoing',
		subject: 'Call',
	});
});

it('assigns a new ticket; an existing one is not assigned by a memo', async () => {
	given();
	await service.run({ writeInto: 'newTicket', body: 'x', additionalFields: { assignee: 'user02' } });
	await service.run({ body: 'x', memoTicketId: byId(TICKET), additionalFields: { assignee: 'user02' } });
	expect(service.sent().map(({ body }) => body)).toEqual([
		{ body: 'x', assignee: 'user02' },
		{ body: 'x', ticket_id: TICKET },
	]);
});

it('takes the number of a ticket as lists show it', async () => {
	given();
	await service.run({ body: 'x', memoTicketId: byId(`#${TICKET}`) });
	expect(service.sent()[0].body).toEqual({ body: 'x', ticket_id: TICKET });
});

it('creates a ticket although another one was chosen before', async () => {
	await service.run({ writeInto: 'newTicket', body: 'x', memoTicketId: byId(TICKET) });
	expect(service.sent()[0].body).toEqual({ body: 'x' });
});

it.each([0, 1440])('takes %d minutes', async (duration) => {
	await service.run({ writeInto: 'newTicket', body: 'x', additionalFields: { duration } });
	expect(service.sent()[0].body).toEqual({ body: 'x', duration });
});

it.each<[string, INodeParameters, RegExp]>([
	['no body', { body: '' }, /^Body is empty/],
	['the future', { additionalFields: { operatedAt: '2999-01-01T00:00:00Z' } }, /^Handled At: .* is in the future/],
	['too long', { additionalFields: { duration: 1441 } }, /^Duration \(Minutes\): 1441 is not possible/],
	['a negative duration', { additionalFields: { duration: -1 } }, /^Duration \(Minutes\): -1 is not possible/],
	['half a minute', { additionalFields: { duration: 0.5 } }, /^Duration \(Minutes\): 0.5 is not possible/],
	['an unknown type', { additionalFields: { iconCd: 'fax' } }, /^Handling Type: "fax" is not known/],
	['a ticket that is no id', { memoTicketId: byId('abc') }, /^Ticket: "abc" is not an id/],
	['no ticket', { memoTicketId: byId('') }, /^Ticket is empty/],
	['a ticket that was not touched', { memoTicketId: { __rl: true, mode: 'list', value: '' } }, /^Ticket is empty/],
	['a ticket that an expression does not find', { memoTicketId: byId('={{ $json.mistyped }}') }, /^Ticket is empty/],
	['a ticket that is nothing by expression', { memoTicketId: byId('={{ null }}') }, /^Ticket is empty/],
	['a customer address that is none', { additionalFields: { customerEmail: 'a@b.example\r\nc' } }, /^Customer E-Mail: /],
])('refused before a request: %s', async (_what, change, message) => {
	await expect(service.run({ body: 'x', memoTicketId: byId(TICKET), ...change })).rejects.toThrow(message);
	expect(service.sent()).toEqual([]);
});
