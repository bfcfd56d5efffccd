/** No write can keep a snooze, as the service does not show it: what becomes of tickets that sleep is the user's choice. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import type { TicketInput } from '../../simulator';
import { byId, INBOX } from '../service';

const TICKET = 1201;
const SLEEPS = { status_cd: 'ongoing', pending_reason_id: 202 } as const;
const WAITS = { status_cd: 'ongoing', pending_reason_id: 201 } as const;

const simulator = simulatorOfEachTest();

const given = (input: TicketInput) => {
	const messages = [{ from: 'anna@mail.example', to: `support${INBOX}@tenant.example` }];
	const ticket = simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, title: 'Where is it?', messages, ...input });
	if (input.pending_reason_id === SLEEPS.pending_reason_id) ticket.snooze = simulator.store.snoozeBy('next_month', 'Call her', 'user01');
	return ticket;
};
const own = { messageBoxId: byId(INBOX) };
const choice = (ifSnoozed?: string) => (ifSnoozed === undefined ? {} : { ifSnoozed });
const update = (chosen?: string, change: INodeParameters = {}) => ({
	resource: 'ticket',
	operation: 'update',
	...own,
	ticketId: byId(TICKET),
	...change,
	updateTicketFields: { colorCd: 'red', ...choice(chosen), ...(change.updateTicketFields as object) },
});
const memo = (chosen?: string) => ({
	resource: 'memo',
	operation: 'create',
	...own,
	memoTicketId: byId(TICKET),
	memoBody: 'Called',
	createMemoFields: choice(chosen),
});
const reply = (chosen?: string) => ({ resource: 'email', operation: 'reply', ...own, replyTicketId: byId(TICKET), body: 'Soon', replyEmailFields: { allowMultipleReplies: true, ...choice(chosen) } });
const run = async (parameters: INodeParameters) => (await runNode(simulator, parameters)).map(({ json }) => json);
const written = () => simulator.requests.filter(({ method, path }) => method === 'PUT' || /\/(?:records|reply)$/.test(path));

const WRITES: Array<[string, (chosen?: string) => INodeParameters, object]> = [
	['Ticket: Update', update, { snooze_may_be_reset: true, approval_may_be_reset: true }],
	['Memo: Create', memo, { snooze_may_be_reset: true }],
	['Email: Reply', reply, { snooze_may_be_reset: true }],
];

describe.each(WRITES)('%s', (name, parametersOf, reported) => {
	it('is done anyway where nothing else is chosen, and says what was reset', async () => {
		given(SLEEPS);
		const [json] = await run(parametersOf());
		expect(json).toMatchObject({ ticket_id: TICKET, ...reported });
		expect(written()).toHaveLength(1);
		// A memo has no field for it, see pendingReason.test.ts.
		if (name !== 'Memo: Create') expect(written()).toMatchObject([{ body: { pending_reason_id: SLEEPS.pending_reason_id } }]);
	});

	it.each<[string, TicketInput]>([
		['is open', { status_cd: 'open' }],
		['is on hold without a reason', { status_cd: 'ongoing' }],
		['is on hold with a reason that does not snooze', WAITS],
	])('says nothing of a ticket that %s, and leaves none of them out', async (_what, input) => {
		given(input);
		for (const chosen of [undefined, 'skip', 'error']) {
			const [json] = await run(parametersOf(chosen));
			if (name === 'Email: Reply') expect(written().at(-1)!.body).toMatchObject(input);
			expect(Object.keys(json).filter((name) => /snooze_may_be_reset|approval_may_be_reset|skipped/.test(name))).toEqual([]);
		}
		expect(written()).toHaveLength(3);
	});

	it('leaves a sleeping ticket alone and says why', async () => {
		const { snooze } = given(SLEEPS);
		const json = await run(parametersOf('skip'));
		expect(json).toEqual([{ skipped: true, reason: expect.stringContaining('on hold with a snooze'), message_box_id: INBOX, ticket_id: TICKET }]);
		expect(written()).toEqual([]);
		expect(simulator.store.ticket(TICKET)).toMatchObject({ ...SLEEPS, snooze });
	});

	it('is refused for a sleeping ticket', async () => {
		given(SLEEPS);
		await expect(run(parametersOf('error'))).rejects.toThrow(`Ticket ${TICKET} is on hold with a snooze`);
		expect(written()).toEqual([]);
	});
});

describe('Ticket: Update', () => {
	it('says nothing of an approval that is given, and of a snooze that is set anew', async () => {
		given(SLEEPS);
		const [unchanged] = await run(update(undefined, { updateTicketFields: { approvalRequired: true } }));
		expect(unchanged).toEqual({ success: true, message_box_id: INBOX, ticket_id: TICKET, snooze_may_be_reset: true });
		const [anew] = await run(update(undefined, { statusCd: 'ongoing', updateTicketFields: { pendingReasonId: 202, snoozeTerm: 'tomorrow' } }));
		expect(anew).toEqual({ success: true, message_box_id: INBOX, ticket_id: TICKET });
	});

	it('says so beside the updated ticket, and gives no ticket where it was skipped', async () => {
		given(SLEEPS);
		expect((await run(update(undefined, { return: 'updatedTicket' })))[0]).toMatchObject({ title: 'Where is it?', snooze_may_be_reset: true });
		expect((await run(update('skip', { return: 'updatedTicket' })))[0]).toMatchObject({ skipped: true });
	});

	it('skips a sleeping ticket also where it would be closed, which needs no reading otherwise', async () => {
		given(SLEEPS);
		expect(await run(update('skip', { statusCd: 'closed' }))).toMatchObject([{ skipped: true }]);
		simulator.clearRequests();
		expect(await run(update(undefined, { statusCd: 'closed' }))).toEqual([{ success: true, message_box_id: INBOX, ticket_id: TICKET }]);
		expect(simulator.requests).toHaveLength(1);
	});

	it('does not take the snooze that it has set itself for one of before, when it is sent again', async () => {
		given({ status_cd: 'open' });
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'PUT' } });
		const json = await run(update('skip', { statusCd: 'ongoing', updateTicketFields: { pendingReasonId: 202 } }));
		expect(json).toEqual([{ success: true, message_box_id: INBOX, ticket_id: TICKET }]);
		expect(written()).toHaveLength(2);
	});
});
