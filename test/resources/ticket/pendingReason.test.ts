/** What the output says of a pending reason that a write may take away, or sends although nobody chose it. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import type { TicketInput } from '../../simulator';
import { sent } from '../sent';
import { byId, INBOX } from '../service';

const TICKET = 1201;
const WAITS = { status_cd: 'ongoing', pending_reason_id: 201 } as const;
const SLEEPS = { status_cd: 'ongoing', pending_reason_id: 202 } as const;

const simulator = simulatorOfEachTest({ reasonAfterReturn: 'stays' });

const given = (input: TicketInput) => {
	const messages = [{ from: 'anna@mail.example', to: 'support101@tenant.example' }];
	return simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, title: 'Where is it?', messages, ...input });
};
/** A ticket that was on hold and still shows its reason. */
const back = (status_cd: 'open' | 'closed', reason = 202) => {
	given({ status_cd: 'ongoing', pending_reason_id: reason });
	simulator.store.ticket(TICKET).status_cd = status_cd;
};
const run = async (parameters: INodeParameters) => (await runNode(simulator, { messageBoxId: byId(INBOX), ...parameters }))[0].json;
const bodies = () => sent(simulator).flatMap(({ method, path, body }) => (method === 'PUT' || /records|reply/.test(path) ? [body] : []));

describe('Memo: Create', () => {
	const memo = async (additionalFields: INodeParameters = {}) =>
		await run({ resource: 'memo', operation: 'create', memoTicketId: byId(TICKET), memoBody: 'Called', createMemoFields: additionalFields });

	it.each<[string, TicketInput, INodeParameters, object]>([
		['that does not snooze', WAITS, {}, {}],
		['that snoozes', SLEEPS, {}, { snooze_may_be_reset: true }],
		['where nothing else is read', WAITS, { statusCd: 'ongoing', subject: 'Call' }, {}],
	])('says that it may take away a pending reason %s: it has no field for one', async (_what, input, fields, besides) => {
		given(input);
		const { message_id: _id, ...json } = await memo(fields);
		expect(json).toEqual({ ticket_id: TICKET, message_box_id: INBOX, pending_reason_may_be_reset: true, ...besides });
		expect(bodies()).toMatchObject([{ status_cd: 'ongoing' }]);
	});

	it.each<[string, () => unknown, INodeParameters]>([
		['is open', () => given({ status_cd: 'open' }), {}],
		['is open and shows an old reason', () => back('open'), {}],
		['is on hold without a reason', () => given({ status_cd: 'ongoing' }), {}],
		['is on hold and gets another status', () => given(WAITS), { statusCd: 'closed' }],
	])('says nothing of a ticket that %s', async (_what, arrange, fields) => {
		arrange();
		expect(Object.keys(await memo(fields)).sort()).toEqual(['message_box_id', 'message_id', 'ticket_id']);
	});
});

const UPDATE: INodeParameters = { resource: 'ticket', operation: 'update', ticketId: byId(TICKET) };
const REPLY: INodeParameters = { resource: 'email', operation: 'reply', replyTicketId: byId(TICKET), replyMailAccountId: '401', body: 'Soon' };
/** Each with a status and further fields. */
const WRITES: Array<[string, (statusCd: string, fields?: INodeParameters) => INodeParameters]> = [
	['Ticket: Update', (statusCd, fields = {}) => ({ ...UPDATE, statusCd, updateTicketFields: fields })],
	['Email: Reply', (statusCd, fields = {}) => ({ ...REPLY, replyEmailFields: { statusCd, ...fields } })],
];

describe.each(WRITES)('%s with the status On Hold and without a reason', (_name, parametersOf) => {
	it.each(['open', 'closed'] as const)('says which reason it sent where the ticket, %s, still shows one', async (status) => {
		back(status);
		expect(await run(parametersOf('ongoing'))).toMatchObject({ ticket_id: TICKET, carried_over_pending_reason_id: 202 });
		expect(bodies()).toMatchObject([{ status_cd: 'ongoing', pending_reason_id: 202 }]);
	});

	it.each<[string, () => unknown, string, INodeParameters]>([
		['is on hold with it', () => given(WAITS), 'ongoing', {}],
		['shows none', () => given({ status_cd: 'open' }), 'ongoing', {}],
		['gets a reason', () => back('open'), 'ongoing', { pendingReasonId: 201 }],
		['gets another status', () => back('open'), 'closed', {}],
	])('says nothing of a ticket that %s', async (_what, arrange, status, fields) => {
		arrange();
		expect(await run(parametersOf(status, fields))).not.toHaveProperty('carried_over_pending_reason_id');
	});
});

it('an update says it beside the updated ticket, and when it was sent again after an answer that was lost', async () => {
	back('open');
	simulator.faults.add({ kind: 'resetAfter', when: { method: 'PUT' } });
	expect(await run({ ...UPDATE, statusCd: 'ongoing', return: 'updatedTicket' })).toMatchObject({ status_cd: 'ongoing', pending_reason_id: 202, carried_over_pending_reason_id: 202 });
	expect(bodies()).toHaveLength(2);
});
