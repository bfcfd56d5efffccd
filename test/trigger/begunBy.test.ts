import type { INodeParameters } from 'n8n-workflow';

import { pollerOf } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import type { Simulator } from '../simulator';

let service: Simulator;

simulatorForEachTest((started) => (service = started));

const received = { body: 'Where is it?' };
const sent = { body: 'We received your request', action_cd: 'sent', method_cd: 'mail' } as const;
const later = (minutes: number) => ({ created_at: service.store.now() + minutes * 60_000, sent_at: service.store.now() + minutes * 60_000 });

/** Polls once to begin, creates tickets, and polls again. @returns the titles that were given */
async function given(parameters: INodeParameters): Promise<string[]> {
	const node = pollerOf(service, { messageBoxIds: [101], ...parameters });
	await node.poll();
	const { store } = service;
	store.createTicket({ title: 'from a customer', messages: [received, { ...sent, ...later(1) }] });
	store.createTicket({ title: 'of a call', messages: [{ body: 'Called', method_cd: 'record', action_cd: 'sent' }] });
	for (const action_cd of ['sent', 'draft', 'requested', 'approved', 'rejected', 'scheduled', 'sending', 'send_error'] as const) {
		store.createTicket({ title: `mail: ${action_cd}`, messages: [{ ...sent, action_cd }, { ...received, ...later(1) }] });
	}
	service.clearRequests();
	return ((await node.poll()) ?? []).map(({ json }) => String(json.title));
}

describe('Begun By', () => {
	it('leaves out tickets that a mail of ours has begun, in any of its states, also when somebody has answered', async () => {
		expect(await given({})).toEqual(['from a customer', 'of a call']);
	});

	it('gives those alone where that is chosen', async () => {
		expect(await given({ begunBy: ['ourMail'] })).toHaveLength(8);
		expect(await given({ begunBy: ['handlingMemo'] })).toEqual(['of a call']);
	});

	it('reads the details of new tickets without Include Messages, and none when all three are chosen', async () => {
		const options = { includeMessages: false };
		expect(await given({ options })).toHaveLength(2);
		expect(service.requests.filter(({ method }) => method === 'GET').filter(({ path }) => /tickets/.test(path))).toHaveLength(10);
		expect(await given({ options, begunBy: ['customer', 'handlingMemo', 'ourMail'] })).toHaveLength(10);
		expect(service.requests.filter(({ method, path }) => method === 'GET' && /tickets/.test(path))).toHaveLength(0);
	});

	it('is refused when it is empty', async () => {
		await expect(pollerOf(service, { messageBoxIds: [101], begunBy: [] }).poll()).rejects.toThrow(/Begun By is empty/);
		expect(service.requests).toHaveLength(0);
	});

	it('still gives the messages of the others as new', async () => {
		const node = pollerOf(service, { messageBoxIds: [101], events: ['ticketCreated', 'newMessage'], messageActionCds: [] });
		await node.poll();
		service.store.createTicket({ messages: [sent] });
		expect(((await node.poll()) ?? []).map(({ json }) => json.event)).toEqual(['newMessage']);
	});
});

describe('the message that a simplified event shows', () => {
	it('is the first received one of a new ticket, though an agent has answered and the customer written again', async () => {
		const node = pollerOf(service, { messageBoxIds: [101] });
		await node.poll();
		service.store.createTicket({ messages: [received, { ...sent, ...later(1) }, { body: 'Thanks', ...later(2) }] });
		expect((await node.poll())?.[0].json).toMatchObject({ text: 'Where is it?', method_cd: 'mail' });
	});

	it('is the first one where none was received', async () => {
		const node = pollerOf(service, { messageBoxIds: [101] });
		await node.poll();
		service.store.createTicket({ messages: [{ body: 'Called', method_cd: 'record', action_cd: 'sent' }, { ...sent, ...later(1) }] });
		expect((await node.poll())?.[0].json).toMatchObject({ text: 'Called', method_cd: 'record' });
	});

	it('is the newest received one of a change, where the messages are known', async () => {
		const node = pollerOf(service, { messageBoxIds: [101], events: ['ticketCreated', 'newMessage', 'ticketChanged'] });
		await node.poll();
		const ticket = service.store.createTicket({ messages: [received, { body: 'Hello?', ...later(1) }, { ...sent, ...later(2) }] });
		await node.poll();
		service.store.editTicket(ticket.ticket_id, { color_cd: 'red' });
		expect((await node.poll())?.[0].json).toMatchObject({ event: 'ticketChanged', text: 'Hello?' });
	});

	it('is no field without Simplify', async () => {
		const node = pollerOf(service, { messageBoxIds: [101], simplify: false });
		await node.poll();
		service.store.createTicket();
		expect((await node.poll())?.[0].json).not.toHaveProperty('shown');
	});
});
