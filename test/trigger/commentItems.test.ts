/** What New Comment emits in n8n-core's poll context: its items, its filters, the comments of this n8n, and test events. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DAY } from '../../nodes/SupportInbox/store/time';
import { pollerOf, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId } from '../resources/service';
import type { Simulator } from '../simulator';
import { activated } from './activated';
import { idsOf } from './scene';

const service = simulatorOfEachTest();

const newest = (ticketId: number) => service.store.ticket(ticketId).messages.at(-1)!.message_id;
const comment = (ticketId: number, fields: Partial<Parameters<Simulator['store']['addComment']>[1]> = {}) => service.store.addComment(newest(ticketId), { comment: 'Look', commenter: 'user01', ...fields });
/** Triggers that poll within milliseconds share one look at the watched tickets: each polls three times. */
async function trigger(parameters: INodeParameters = {}): Promise<() => Promise<IDataObject[]>> {
	const poll = await activated(service, { events: ['newComment'], ...parameters }, { workflowId: 'mine' });
	return async () => [...(await poll()), ...(await poll()), ...(await poll())];
}

const update = async (workflowId: string, ticketId: number, change: INodeParameters) =>
	await runNode(service, { resource: 'ticket', operation: 'update', messageBoxId: byId(101), ticketId: byId(ticketId), ...change }, { workflowId });
/** How often a ticket was read with its messages. */
const reads = () => service.requests.filter(({ method, path }) => method === 'GET' && /tickets\/\d+$/.test(path)).length;
const typesOf = (events: IDataObject[]) => events.map((event) => (event.comment as IDataObject).comment_type);

it('comes with the names of commenter and type, and the text of its message; without Simplify with the message, but not its other comments', async () => {
	const [short, whole, bare] = [await trigger(), await trigger({ simplify: false }), await trigger({ simplify: false, includeNames: false })];
	const ticket = service.store.createTicket({ messages: [{ from: 'Anna <anna@example.com>', body: 'Where is it?' }] });
	comment(ticket.ticket_id, { comment_type: 'request' });
	const written = { commenter: 'user01', comment_type: 'request', comment: 'Look' };
	const named = { ...written, commenter_name: 'Yamada Aiko', comment_type_name: 'Approval Requested', commented_at: expect.any(String) };
	const [event] = await short();
	expect(event).toMatchObject({ event: 'newComment', ticket_id: ticket.ticket_id, message_id: newest(ticket.ticket_id), from_email: 'anna@example.com', text: 'Where is it?' });
	expect(event.comment).toEqual(named);
	expect(event).not.toHaveProperty('message');
	const [raw] = await whole();
	expect(raw.comment).toEqual(named);
	expect(raw.message).toMatchObject({ message_id: newest(ticket.ticket_id), body: 'Where is it?', method_name: 'Email' });
	expect(raw.message).not.toHaveProperty('comments');
	expect((await bare())[0].comment).toEqual({ ...written, commented_at: expect.any(String) });
});

it('comes with null for the name of somebody whom the list of users does not have', async () => {
	const events = await trigger();
	comment(service.store.createTicket().ticket_id, { commenter: 'gone' });
	expect(await events()).toMatchObject([{ comment: { commenter: 'gone', commenter_name: null } }]);
});

it('is of the chosen types, by the chosen users, by name or mention name', async () => {
	const { ticket_id } = service.store.createTicket();
	const [byType, byUser, byName, all] = [
		await trigger({ commentTypes: ['request', 'pullback'] }),
		await trigger({ commentAuthors: ['user02'] }),
		await trigger({ commentAuthors: '={{ ["Yamada Ben"] }}' }),
		await trigger(),
	];
	for (const comment_type of ['comment', 'request', 'snooze'] as const) comment(ticket_id, { comment_type });
	comment(ticket_id, { comment_type: 'pullback', commenter: 'user02' });
	expect(typesOf(await byType())).toEqual(['request', 'pullback']);
	expect(typesOf(await byUser())).toEqual(['pullback']);
	expect(typesOf(await byName())).toEqual(['pullback']);
	expect(typesOf(await all())).toEqual(['comment', 'request', 'snooze', 'pullback']);
});

it('an expression for the types that yields nothing does not mean all', async () => {
	await expect(trigger({ commentTypes: '={{ [] }}' })).rejects.toThrow(/Comment Types/);
});

describe('Ignore Own Changes leaves out', () => {
	const snoozes = () => service.store.inbox(101).pendingReasons.find(({ is_snoozed }) => is_snoozed)!.pending_reason_id;

	it.each<[string, () => INodeParameters, string]>([
		['an assignment with a comment', () => ({ assignee: 'user02', updateTicketFields: { assignComment: 'Please' } }), 'assign'],
		['an assignment without one', () => ({ assignee: 'user02' }), 'assign'],
		['a snooze', () => ({ statusCd: 'ongoing', updateTicketFields: { pendingReasonId: snoozes(), snoozeComment: 'Ask again' } }), 'snooze'],
	])('%s of this workflow, and of no other unless all are meant', async (_what, change, type) => {
		// Old ones: a ticket of this second is read again in any case.
		const [{ ticket_id }, other] = [1, 2].map(() => service.store.createTicket({ created_at: Date.now() - 2 * DAY }));
		const [mine, all, none] = [await trigger(), await trigger({ options: { ignoreOwnChanges: 'allWorkflows' } }), await trigger({ options: { ignoreOwnChanges: 'none' } })];
		for (const events of [mine, all, none]) expect(await events()).toEqual([]);
		await update('mine', ticket_id, change());
		expect(await mine()).toEqual([]);
		expect(await all()).toEqual([]);
		expect(typesOf(await none())).toEqual([type]);
		await update('other', other.ticket_id, change());
		expect(typesOf(await mine())).toEqual([type]);
		expect(await all()).toEqual([]);
		expect(typesOf(await none())).toEqual([type]);
	});

	it('the end of a snooze, and the request of a reply that has to be approved', async () => {
		const ticket = service.store.createTicket({ messages: [{ from: 'anna@mail.example', to: 'support101@tenant.example' }] });
		await update('mine', ticket.ticket_id, { statusCd: 'ongoing', updateTicketFields: { pendingReasonId: snoozes() } });
		const [mine, none] = [await trigger(), await trigger({ options: { ignoreOwnChanges: 'none' } })];
		await update('mine', ticket.ticket_id, { statusCd: 'open', updateTicketFields: { approvalRequired: true } });
		expect(await mine()).toEqual([]);
		expect(typesOf(await none())).toEqual(['canceled_snooze']);
		const account = service.store.inbox(101).mailAccounts[0].mail_account_id;
		await runNode(service, { resource: 'email', operation: 'reply', messageBoxId: byId(101), replyTicketId: byId(ticket.ticket_id), replyMailAccountId: byId(account), body: 'On its way.' }, { workflowId: 'mine' });
		expect(await mine()).toEqual([]);
		expect(typesOf(await none())).toEqual(['request']);
		comment(ticket.ticket_id, { comment_type: 'approve', comment: '' });
		expect(typesOf(await mine())).toEqual(['approve']);
	});

	it('what leaves no comment costs no reading of the ticket, with any commenter', async () => {
		const { ticket_id } = service.store.createTicket({ created_at: Date.now() - 2 * DAY });
		const events = await trigger();
		await events();
		await update('other', ticket_id, { labels: { values: { mode: 'add', labelIds: [3003] } } });
		const before = reads();
		expect(await events()).toEqual([]);
		expect(reads()).toBe(before);
	});

	it('no comment of a person at the same time; and its own one costs no request, whenever the ticket is read', async () => {
		const { ticket_id } = service.store.createTicket({ created_at: Date.now() - 2 * DAY });
		const node = pollerOf(service, { messageBoxIds: [101], events: ['newComment'] }, { workflowId: 'mine' });
		await node.poll();
		await node.poll();
		await update('mine', ticket_id, { assignee: 'user02', updateTicketFields: { assignComment: 'Please' } });
		const before = reads();
		// The write is known, and costs no reading.
		expect(await node.poll()).toBeNull();
		expect(await node.poll()).toBeNull();
		expect(reads()).toBe(before);
		node.staticData.state = structuredClone(node.staticData.state);
		// In the second of the write its last_updated_at does not move again, so a message has to be read.
		comment(ticket_id, { comment_type: 'assign', comment: 'Please, soon' });
		service.store.addMessage(ticket_id);
		const events = (await node.poll()) ?? [];
		expect(events.map(({ json }) => (json.comment as IDataObject).comment)).toEqual(['Please, soon']);
		expect(await node.poll()).toBeNull();
	});
});

describe('Fetch Test Event', () => {
	const sample = async (parameters: INodeParameters) => await pollerOf(service, { messageBoxIds: [101], events: ['newComment'], ...parameters }).poll('manual', 'manual');

	it('shows the newest comment that is chosen, in the shape of real events', async () => {
		const events = await trigger();
		const { ticket_id } = service.store.createTicket();
		comment(ticket_id, { comment_type: 'request', comment: 'May it go out?' });
		comment(ticket_id, { comment: 'No' });
		const [real] = await events();
		const [shown] = (await sample({ commentTypes: ['request'] }))!;
		expect(shown.json).toEqual(real);
	});

	it('says that there is none where no ticket has a chosen comment', async () => {
		comment(service.store.createTicket().ticket_id);
		await expect(sample({ commentTypes: ['pullback'] })).rejects.toThrow('There is no ticket to show yet');
	});
});

it('comes after its ticket and its message', async () => {
	const events = await trigger({ events: ['ticketCreated', 'newMessage', 'newComment'] });
	const { ticket_id } = service.store.createTicket();
	comment(ticket_id);
	const given = await events();
	expect(idsOf(given as Array<{ ticket_id: number }>)).toEqual([ticket_id, ticket_id, ticket_id]);
	expect(given.map(({ event }) => event)).toEqual(['ticketCreated', 'newMessage', 'newComment']);
});
