import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId } from '../resources/service';
import type { MessageInput } from '../simulator';
import { activated } from './activated';

const service = simulatorOfEachTest();

const inbox = byId(101);

/** Updates a ticket with the node, in a workflow. */
async function update(workflowId: string, ticketId: number, change: INodeParameters): Promise<void> {
	await runNode(service, { resource: 'ticket', operation: 'update', messageBoxId: inbox, ticketId: byId(ticketId), ...change }, { workflowId });
}

/** A trigger that has begun, in workflow "mine". */
const trigger = async (parameters: INodeParameters = {}) => await activated(service, { events: ['ticketCreated', 'ticketFieldChanged'], ...parameters }, { workflowId: 'mine' });

describe('Ignore Own Changes', () => {
	it('is on for this workflow; it can be extended to every workflow, or switched off', async () => {
		const { ticket_id } = service.store.createTicket();
		const [mine, all, none] = [await trigger(), await trigger({ options: { ignoreOwnChanges: 'allWorkflows' } }), await trigger({ options: { ignoreOwnChanges: 'none' } })];
		const closed = { changes: { status_cd: { from: 'open', to: 'closed' } } };
		const opened = { changes: { status_cd: { from: 'closed', to: 'open' } } };
		await update('mine', ticket_id, { statusCd: 'closed' });
		expect([await mine(), await all(), await none()]).toMatchObject([[], [], [closed]]);
		await update('other', ticket_id, { statusCd: 'open' });
		expect([await mine(), await all(), await none()]).toMatchObject([[opened], [], [opened]]);
	});

	it('emits what somebody else changed at the same time, and only that', async () => {
		const ticket = service.store.createTicket({ label_ids: [3001] });
		const events = await trigger();
		await update('mine', ticket.ticket_id, { statusCd: 'closed', labels: { values: { mode: 'add', labelIds: [3003] } } });
		service.store.editTicket(ticket.ticket_id, { color_cd: 'red', label_ids: [3001, 3002, 3003] });
		const [event, ...others] = await events();
		expect(others).toEqual([]);
		expect(event.changes).toMatchObject({ color_cd: { from: null, to: 'red' }, label_ids: { from: [3001], to: [3001, 3002, 3003] } });
		expect(event.changes).not.toHaveProperty('status_cd');
	});

	it('emits it when somebody takes back what the workflow has done', async () => {
		const ticket = service.store.createTicket();
		const events = await trigger();
		await update('mine', ticket.ticket_id, { statusCd: 'closed' });
		service.store.editTicket(ticket.ticket_id, { status_cd: 'unwanted' });
		expect(await events()).toMatchObject([{ changes: { status_cd: { from: 'open', to: 'unwanted' } } }]);
		service.store.editTicket(ticket.ticket_id, { status_cd: 'closed' });
		expect(await events()).toMatchObject([{ changes: { status_cd: { from: 'unwanted', to: 'closed' } } }]);
	});

	it.each<[string, string, INodeParameters, MessageInput]>([
		['a memo', 'createMemoFields', { resource: 'memo', operation: 'create', memoTicketId: {}, memoBody: 'Called' }, {}],
		['a reply', 'replyEmailFields', { resource: 'email', operation: 'reply', replyTicketId: {}, body: 'On its way.' }, { from: 'anna@mail.example', to: 'support101@tenant.example' }],
	])('emits the status that a person has set before %s of this workflow that keeps it, and not what it sets itself', async (_what, fields, parameters, message) => {
		const ticket = service.store.createTicket({ messages: [message] });
		const events = await trigger({ events: ['ticketClosed', 'ticketFieldChanged'] });
		const write = async (more: INodeParameters = {}) => {
			const filled = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, typeof value === 'object' ? byId(ticket.ticket_id) : value]));
			await runNode(service, { messageBoxId: inbox, mailAccountId: byId(service.store.inbox(101).mailAccounts[0].mail_account_id), ...filled, ...more }, { workflowId: 'mine' });
		};
		service.store.editTicket(ticket.ticket_id, { status_cd: 'closed' });
		// Its first poll reads the ticket as it is now.
		await trigger();
		await write();
		expect(service.requests.at(-1)?.body).toMatchObject({ status_cd: 'closed' });
		const changes = { status_cd: { from: 'open', to: 'closed' } };
		expect(await events()).toMatchObject([{ event: 'ticketFieldChanged', changes }, { event: 'ticketClosed', changes }]);
		await write();
		expect(await events()).toEqual([]);
		await write({ [fields]: { statusCd: 'open' } });
		expect(ticket.status_cd).toBe('open');
		expect(await events()).toEqual([]);
	});

	it('emits the pending reason that a person has set before an update of this workflow that keeps it', async () => {
		const [reason] = service.store.inbox(101).pendingReasons;
		const ticket = service.store.createTicket();
		const events = await trigger();
		service.store.editTicket(ticket.ticket_id, { status_cd: 'ongoing', pending_reason_id: reason.pending_reason_id });
		await trigger();
		await update('mine', ticket.ticket_id, { labels: { values: { mode: 'add', labelIds: [3003] } } });
		const [event, ...others] = await events();
		expect(others).toEqual([]);
		expect(event.changes).toMatchObject({ status_cd: { to: 'ongoing' }, pending_reason_id: { from: null, to: reason.pending_reason_id } });
		expect(event.changes).not.toHaveProperty('label_ids');
	});

	it('leaves out a ticket that the workflow has created, by a memo or a mail', async () => {
		const events = await trigger({ startedBy: ['customer', 'memo', 'outgoingEmail'] });
		const ticket = { resource: 'ticket', operation: 'create', messageBoxId: inbox, ticketSubject: 'Called' };
		await runNode(service, ticket, { workflowId: 'mine' });
		expect(await events()).toEqual([]);
		await runNode(service, ticket, { workflowId: 'other' });
		expect(await events()).toMatchObject([{ event: 'ticketCreated' }]);
	});

	it('leaves out a message that the workflow has sent', async () => {
		const events = await trigger({ events: ['newMessage'], messageActionCds: ['received', 'sent'] });
		const ticket = service.store.createTicket({ messages: [{ from: 'anna@mail.example', to: 'support101@tenant.example' }] });
		expect(await events()).toHaveLength(1);
		const account = service.store.inbox(101).mailAccounts[0].mail_account_id;
		const reply = { resource: 'email', operation: 'reply', messageBoxId: inbox, replyTicketId: byId(ticket.ticket_id), replyMailAccountId: byId(account), body: 'On its way.' };
		await runNode(service, reply, { workflowId: 'mine' });
		expect(await events()).toEqual([]);
		await runNode(service, reply, { workflowId: 'other' });
		expect(await events()).toHaveLength(1);
	});

	it('emits what a person sets after an update of this workflow that nobody has confirmed', async () => {
		const { ticket_id } = service.store.createTicket();
		const events = await trigger();
		service.faults.add({ kind: 'html', when: { method: 'PUT' } });
		await expect(update('mine', ticket_id, { statusCd: 'closed' })).rejects.toThrow('did not confirm the change');
		service.store.editTicket(ticket_id, { status_cd: 'closed' });
		expect(await events()).toMatchObject([{ changes: { status_cd: { from: 'open', to: 'closed' } } }]);
	});
});
