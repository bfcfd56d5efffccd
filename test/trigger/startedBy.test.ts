import type { INodeParameters } from 'n8n-workflow';
import { pollerOf } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import type { MessageInput } from '../simulator';
import { activated } from './activated';

const service = simulatorOfEachTest();

const ALL = { startedBy: ['customer', 'memo', 'outgoingEmail'] };
const received: MessageInput = { body: 'Where is it?' };
const sent: MessageInput = { body: 'We received your request', action_cd: 'sent', method_cd: 'mail' };
const memo: MessageInput = { body: 'Called', method_cd: 'record', action_cd: 'sent' };
const later = (minutes: number) => ({ created_at: service.store.now() + minutes * 60_000, sent_at: service.store.now() + minutes * 60_000 });

/** Polls once to begin, creates tickets, and polls again. @returns the titles that were emitted, and how many tickets were read for them */
async function given(parameters: INodeParameters): Promise<{ titles: unknown[]; details: number }> {
	const poll = await activated(service, parameters);
	const { store } = service;
	store.createTicket({ title: 'from a customer', messages: [received, { ...sent, ...later(1) }] });
	store.createTicket({ title: 'of a call', messages: [memo] });
	for (const action_cd of ['sent', 'draft', 'requested', 'approved', 'rejected', 'scheduled', 'sending', 'send_error'] as const) {
		store.createTicket({ title: `mail: ${action_cd}`, messages: [{ ...sent, action_cd }, { ...received, ...later(1) }] });
	}
	service.clearRequests();
	const titles = (await poll()).map(({ title }) => title);
	return { titles, details: service.requests.filter(({ method, path }) => method === 'GET' && /tickets/.test(path)).length };
}

describe('Started By', () => {
	it('leaves out tickets that a mail of ours has begun, in any of its states, also when somebody has answered', async () => {
		expect((await given({})).titles).toEqual(['from a customer', 'of a call']);
	});

	it('emits those alone where that is chosen', async () => {
		expect((await given({ startedBy: ['outgoingEmail'] })).titles).toHaveLength(8);
		expect((await given({ startedBy: ['memo'] })).titles).toEqual(['of a call']);
	});

	it('reads the details of new tickets without Include Messages, and none when all three are chosen', async () => {
		const options = { includeMessages: false };
		expect(await given({ options })).toMatchObject({ titles: { length: 2 }, details: 10 });
		expect(await given({ options, ...ALL })).toMatchObject({ titles: { length: 10 }, details: 0 });
	});

	it('is refused when it is empty', async () => {
		await expect(pollerOf(service, { messageBoxIds: [101], startedBy: [] }).poll()).rejects.toThrow(/Started By is empty/);
		expect(service.requests).toHaveLength(0);
	});

	it.each([false, true])('still emits the messages of the others as new, Skip First Message %s', async (skipFirstMessage) => {
		const poll = await activated(service, { events: ['ticketCreated', 'newMessage'], messageActionCds: [], skipFirstMessage });
		service.store.createTicket({ messages: [sent] });
		expect((await poll()).map(({ event }) => event)).toEqual(['newMessage']);
	});
});

it('a simplified new ticket in which no message was received shows the first one', async () => {
	const poll = await activated(service);
	service.store.createTicket({ messages: [memo, { ...sent, ...later(1) }] });
	expect(await poll()).toMatchObject([{ text: 'Called', method_cd: 'record' }]);
});
