import { serviceFor } from '../service';

const service = serviceFor('ticket', 'create');
const HANDLED = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

it('creates an open ticket with a memo that has all that a service may ask for', async () => {
	const items = await service.run({ subject: 'A call', body: 'Where is it?', customerEmail: 'anna@mail.example' });
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
	await service.run({ subject: 'A call' });
	expect(service.sent()[0].body).toMatchObject({ subject: 'A call', body: 'A call' });
});

describe('beside a service whose clock is an hour behind', () => {
	const behind = serviceFor('ticket', 'create', { clock: () => Date.now() - 3_600_000 });
	const times = () => behind.sent().map(({ body }) => Date.parse((body as { operated_at: string }).operated_at));
	const isPast = (time: number) => time <= behind.simulator.store.now();

	it("the error of the first memo says it, and is not sent again; the next memos are of the service's now", async () => {
		const refused = expect.objectContaining({ description: expect.stringContaining("n8n's clock is ahead of the service's") });
		await expect(behind.run({ subject: 'First' })).rejects.toEqual(refused);
		await behind.run({ subject: 'Second', additionalFields: { operatedAt: { at: { time: '={{ $now }}' } } } });
		expect(times().map(isPast)).toEqual([false, true]);
		behind.simulator.faults.add({ kind: 'status', status: 400, when: { path: /records$/ } });
		await expect(behind.run({ subject: 'Third' })).rejects.not.toEqual(refused);
		expect(behind.sent()).toHaveLength(3);
	});
});
