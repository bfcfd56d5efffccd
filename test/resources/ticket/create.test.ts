import { serviceFor } from '../service';

const service = serviceFor('ticket', 'create');
const HANDLED = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

it('creates an open ticket with a memo that has all that a service may ask for', async () => {
	const items = await service.run({ ticketSubject: 'A call', ticketBody: 'Where is it?', customerEmail: 'anna@mail.example' });
	expect(service.sent()).toEqual([
		{
			method: 'POST',
			path: '101/records',
			query: {},
			body: { subject: 'A call', body: 'Where is it?', customer_email: 'anna@mail.example', status_cd: 'open', duration: 0, icon_cd: 'note', operated_at: HANDLED },
		},
	]);
	const { ticket_id, message_id } = items[0].json;
	expect(service.simulator.store.ticket(Number(ticket_id))).toMatchObject({ title: 'A call', status_cd: 'open', messages: [{ message_id }] });
});

it('takes the subject as the text where there is none', async () => {
	await service.run({ ticketSubject: 'A call' });
	expect(service.sent()[0].body).toMatchObject({ subject: 'A call', body: 'A call' });
});

describe('beside a service whose clock is an hour behind', () => {
	const behind = serviceFor('ticket', 'create', { clock: () => Date.now() - 3_600_000 });
	const times = () => behind.sent().map(({ body }) => Date.parse((body as { operated_at: string }).operated_at));
	const isPast = (time: number) => time <= behind.simulator.store.now();

	it('the memo is of now by the service, once its first answer has shown it', async () => {
		const items = await behind.run({ ticketSubject: 'First' });
		await behind.run({ ticketSubject: 'Second', createTicketFields: { operatedAt: { at: { time: '={{ $now }}' } } } });
		expect(times().map(isPast)).toEqual([false, true, true]);
		expect(behind.simulator.store.ticket(Number(items[0].json.ticket_id)).messages).toHaveLength(1);
	});

	it('a refusal for another reason is not sent again', async () => {
		await behind.run({ ticketSubject: 'First' });
		behind.simulator.clearRequests();
		behind.simulator.faults.add({ kind: 'status', status: 400, when: { path: /records$/ } });
		await expect(behind.run({ ticketSubject: 'Second' })).rejects.toThrow('refused');
		expect(behind.sent()).toHaveLength(1);
	});
});
