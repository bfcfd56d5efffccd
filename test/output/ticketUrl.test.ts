/** The address of each ticket's page, made of the credential's example. */
import type { INodeParameters } from 'n8n-workflow';
import { ticketAddressOf, sampleTicketUrl } from '../../nodes/SupportInbox/output/sampleTicketUrl';
import { pollerOf, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { sent } from '../resources/sent';
import { byId } from '../resources/service';

const TENANT = 'https://tenant.example';

describe('the example', () => {
	it.each([
		['/tickets/#/101/tickets/open/p1/1201', '/tickets/#/{message_box_id}/tickets/{status_cd}/p1/{ticket_id}', 101],
		['/inbox/101/ticket/1201?view=full', '/inbox/{message_box_id}/ticket/{ticket_id}?view=full', 101],
		['/?box=101&id=1201', '/?box={message_box_id}&id={ticket_id}', 101],
		['/v2/t/1201', '/v2/t/{ticket_id}', undefined],
		['/open/closed/1201', '/open/closed/{ticket_id}', undefined],
		['/t/{ticket_id}', '/t/{ticket_id}', undefined],
	])('%s is understood', (address, pattern, inbox) => {
		expect(ticketAddressOf(` ${TENANT}:8443${address} `)).toEqual({ pattern: `${TENANT}:8443${pattern}`, ...(inbox && { inbox }) });
	});

	it.each([
		['nothing but a host', TENANT, /not the web address of a ticket/],
		['no scheme', 'tenant.example/t/1201', /not the web address of a ticket/],
		['a script', 'javascript:alert(1)//{ticket_id}', /not the web address of a ticket/],
		['a name and password', 'https://user:pass@tenant.example/t/1201', /not the web address of a ticket/],
		['no number', `${TENANT}/tickets`, /has 0 numbers.*Write \{ticket_id\}/],
		['an unknown place', `${TENANT}/{id}`, /\{id\} is not known/],
		['no place for the ticket', `${TENANT}/{message_box_id}/1201`, /\{ticket_id\} is missing/],
	])('with %s is refused', (_what, address, message) => {
		expect(() => ticketAddressOf(address)).toThrow(message);
	});

	it('may be left empty', () => {
		expect([ticketAddressOf(undefined), ticketAddressOf(' ')]).toEqual([undefined, undefined]);
	});
});

it('what an address needs and a row lacks gives none', () => {
	const address = { pattern: `${TENANT}/{status_cd}/{ticket_id}` };
	expect(sampleTicketUrl(address, { ticket_id: 5, status_cd: 'ongoing' })).toBe(`${TENANT}/ongoing/5`);
	expect(sampleTicketUrl(address, { ticket_id: 5 })).toBeNull();
	expect(sampleTicketUrl(address, { ticket_id: null, status_cd: 'open' })).toBeNull();
});

describe('what comes out', () => {
	const simulator = simulatorOfEachTest();
	const withTicketUrl = (ticketUrlOfCredential: string) => ({ baseUrl: simulator.baseUrl, token: simulator.token, credential: { sampleTicketUrl: ticketUrlOfCredential } });
	const run = async (parameters: INodeParameters, ticketUrlOfCredential: string) =>
		await runNode(withTicketUrl(ticketUrlOfCredential), { messageBoxId: byId(101), ...parameters });
	const given = () => simulator.store.createTicket({ id: 7, message_box_id: 101, status_cd: 'open', messages: [{ from: 'a@mail.example', to: 'support101@tenant.example' }] }).ticket_id;
	const EXAMPLE = `${TENANT}/tickets/#/103/tickets/closed/p1/10001`;
	const url = (status: string, id: unknown = 7) => `${TENANT}/tickets/#/101/tickets/${status}/p1/${String(id)}`;

	it.each<[string, INodeParameters, string]>([
		['ticket.get', { ticketId: byId(7) }, 'open'],
		['ticket.getAll', { getAllTicketFilters: { ticketIds: '7' } }, 'open'],
		['ticket.getAll', { getAllTicketFilters: { ticketIds: '7' }, simplify: false, getAllTicketOptions: { includeMessages: true } }, 'open'],
		['ticket.update', { ticketId: byId(7), statusCd: 'closed' }, 'closed'],
		['ticket.update', { ticketId: byId(7), statusCd: 'ongoing', return: 'updatedTicket' }, 'ongoing'],
		['ticket.create', { ticketSubject: 'New' }, 'open'],
		['memo.create', { memoTicketId: byId(7), memoBody: 'Called', createMemoFields: { statusCd: 'closed' } }, 'closed'],
		['email.reply', { replyTicketId: byId(7), body: 'Soon' }, 'open'],
		['email.send', { mailAccountId: '401', to: 'a@mail.example', subject: 'Hi', body: 'x', newStatusCd: 'ongoing' }, 'ongoing'],
	])('%s %j', async (name, parameters, status) => {
		given();
		const [resource, operation] = name.split('.');
		const [{ json }] = await run({ resource, operation, ...parameters }, EXAMPLE);
		expect(json.ticket_url).toBe(url(status, json.ticket_id));
		expect(Object.keys(json).at(-1)).toBe('ticket_url');
	});

	it('has no such field without an example, and none where there is no ticket', async () => {
		given();
		const [ticket] = await run({ resource: 'ticket', operation: 'get', ticketId: byId(7) }, '');
		expect(ticket.json).not.toHaveProperty('ticket_url');
		const [label] = await run({ resource: 'label', operation: 'getAll' }, EXAMPLE);
		expect(label.json).not.toHaveProperty('ticket_url');
	});

	it('a Sample Ticket URL that cannot be used is refused before a request', async () => {
		given();
		const close = run({ resource: 'ticket', operation: 'update', ticketId: byId(7), statusCd: 'closed' }, `${TENANT}/tickets`);
		await expect(close).rejects.toMatchObject({ message: 'The Sample Ticket URL of the Support Inbox credential cannot be used', description: expect.stringContaining('has 0 numbers') });
		expect(sent(simulator)).toEqual([]);
	});

	it.each([
		[{}, 'live'],
		[{}, 'Fetch Test Event'],
	])('the trigger: %j, %s', async (parameters, how) => {
		const trigger = pollerOf(withTicketUrl(EXAMPLE), { messageBoxIds: [101], startedBy: ['customer'], ...parameters });
		if (how === 'live') await trigger.poll();
		const { ticket_id } = simulator.store.createTicket({ message_box_id: 101 });
		const [{ json }] = (await trigger.poll(how === 'live' ? 'trigger' : 'manual'))!;
		expect(json.ticket_url).toBe(url('open', ticket_id));
		expect(Object.keys(json).at(-1)).toBe('ticket_url');
	});
});
