/** Only If Unchanged: nothing is written over what somebody else has done since the item was made. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { callTool, runNode, type RunSettings } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { sent } from './sent';
import { byId, INBOX } from './service';

const simulator = simulatorOfEachTest({ seed: { tickets: 0 } });

const OURS = `support${INBOX}@tenant.example`;
const writes = () => sent(simulator).filter(({ method, path }) => method === 'PUT' || path.endsWith('reply'));
const run = async (parameters: INodeParameters, json: IDataObject, settings: RunSettings = {}) =>
	(await runNode(simulator, { messageBoxId: byId(INBOX), ...parameters }, { items: [{ json }], ...settings }))[0].json;

describe('Ticket: Update', () => {
	const AS_SEEN = { status_cd: 'open' as const, assignee: 'user01', label_ids: [3001, 3002], case_category_ids: [], color_cd: null, title: 'Order' };
	const make = () => simulator.store.createTicket({ message_box_id: INBOX, ...AS_SEEN, label_ids: [...AS_SEEN.label_ids] }).ticket_id;
	const update = (ticketId: number, more: INodeParameters = {}): INodeParameters => ({ resource: 'ticket', operation: 'update', ticketId: byId(ticketId), statusCd: 'closed', updateTicketFields: { onlyIfUnchanged: true }, ...more });

	it.each<[string, object, IDataObject]>([
		['status', { status_cd: 'ongoing' }, { status_cd: { from: 'open', to: 'ongoing' } }],
		['assignee', { assignee: 'user02' }, { assignee: { from: 'user01', to: 'user02' } }],
		['labels', { label_ids: [3001, 3003] }, { label_ids: { from: [3001, 3002], to: [3001, 3003] } }],
		['color', { color_cd: 'red' }, { color_cd: { from: null, to: 'red' } }],
		['title', { title: 'Other' }, { title: { from: 'Order', to: 'Other' } }],
	])('is skipped where the %s is another one now, and the item says which and what it was', async (_what, edit, changes) => {
		const ticketId = make();
		simulator.store.editTicket(ticketId, edit);
		expect(await run(update(ticketId), { ticket_id: ticketId, ...AS_SEEN })).toEqual({ skipped: true, reason: expect.stringMatching(/^The ticket has changed since: \w/), changes, message_box_id: INBOX, ticket_id: ticketId });
		expect(writes()).toEqual([]);
	});

	it.each([['', [3002, 3001]], [', in a sheet', '3001, 3002']])('is done where every value is the same%s, and where one changed that the item does not have', async (_where, label_ids) => {
		const ticketId = make();
		simulator.store.editTicket(ticketId, { color_cd: 'red' });
		expect(await run(update(ticketId), { ticket_id: ticketId, status_cd: 'open', label_ids })).toMatchObject({ success: true });
		expect(writes()).toHaveLength(1);
	});

	it.each<[string, object, IDataObject]>([
		['one label, which is a number', { label_ids: [3001] }, { label_ids: 3001 }],
		['a pending reason, which is text', { status_cd: 'ongoing', pending_reason_id: 201 }, { pending_reason_id: '201' }],
		['a title of digits', { title: '48213' }, { title: 48213 }],
		['no label', { label_ids: [] }, { label_ids: '' }],
		['no color', { color_cd: null }, { color_cd: '' }],
	])('is done where the cells of a sheet or a CSV file have every value: %s', async (_what, ticket, cells) => {
		const { ticket_id } = simulator.store.createTicket({ message_box_id: INBOX, ...ticket });
		expect(await run(update(ticket_id, { statusCd: '__keep__', assignee: 'user01' }), { ticket_id, ...cells })).toMatchObject({ success: true });
		expect(writes()).toHaveLength(1);
	});

	it("this execution's own label does not count, and that of another one does", async () => {
		const label = (ticketId: number, executionId: string) => run({ resource: 'ticket', operation: 'update', ticketId: byId(ticketId), labels: { values: { mode: 'add', labelIds: [3003] } } }, {}, { executionId });
		const [own, other] = [make(), make()];
		await label(own, 'e-1');
		await label(other, 'e-2');
		const close = (ticketId: number) => run(update(ticketId), { ticket_id: ticketId, ...AS_SEEN }, { executionId: 'e-1' });
		expect(await close(own)).toMatchObject({ success: true });
		expect(await close(other)).toMatchObject({ skipped: true, changes: { label_ids: { to: [3001, 3002, 3003] } } });
	});

	it('an own label does not hide what somebody else changed', async () => {
		const ticketId = make();
		await run({ resource: 'ticket', operation: 'update', ticketId: byId(ticketId), labels: { values: { mode: 'add', labelIds: [3003] } } }, {}, { executionId: 'e-1' });
		simulator.store.editTicket(ticketId, { label_ids: [3001, 3003] });
		expect(await run(update(ticketId), { ticket_id: ticketId, ...AS_SEEN }, { executionId: 'e-1' })).toMatchObject({ skipped: true });
	});

	it.each([
		['nothing to compare', {}, /has no value of the ticket to compare/],
		['the values of a ticket of another inbox', { message_box_id: 102, ...AS_SEEN }, /^Only If Unchanged: the item is of inbox 102, not of inbox 101/],
		['the values of another ticket', { ticket_id: 1, status_cd: 'open' }, /has the values of ticket 1, not of ticket/],
	])('an item with %s is refused', async (_what, json, message) => {
		await expect(run(update(make()), json)).rejects.toThrow(message);
		expect(sent(simulator)).toEqual([]);
	});

	it('a tool has no item, so it is refused there', async () => {
		const [{ json }] = await callTool(simulator, { messageBoxId: byId(INBOX), ...update(make()) }, [{ json: AS_SEEN }]);
		expect(json.error).toMatch(/no value of the ticket to compare/);
	});
});

describe('Email: Reply', () => {
	const make = () => {
		const { ticket_id, messages } = simulator.store.createTicket({ message_box_id: INBOX, messages: [{ from: 'anna@mail.example', to: OURS }] });
		return { ticketId: ticket_id, messageId: messages[0].message_id };
	};
	const later = (ticketId: number, message: object) => simulator.store.addMessage(ticketId, { method_cd: 'mail', ...message, created_at: simulator.store.now() + 1_000 });
	const WAYS: Array<[string, (ids: ReturnType<typeof make>) => INodeParameters]> = [
		['by the ticket, behind the trigger', ({ ticketId }) => ({ replyTicketId: byId(ticketId) })],
		['by the message', ({ messageId }) => ({ replyToMessage: 'byId', replyMessageId: String(messageId) })],
		['by the message, with all fields', ({ messageId }) => ({ replyToMessage: 'byId', replyMessageId: String(messageId), statusCd: 'open', replyMailAccountId: '401', replyEmailFields: { to: 'anna@mail.example', subject: 'Hello', statusCd: 'open', onlyIfUnchanged: true } })],
	];
	const reply = async (ids: ReturnType<typeof make>, by: INodeParameters) =>
		await run({ resource: 'email', operation: 'reply', replyMailAccountId: '401', body: 'Soon.', replyEmailFields: { onlyIfUnchanged: true }, ...by }, { ticket_id: ids.ticketId, message_id: ids.messageId });

	const byTicket = (ticketId: number) => ({ resource: 'email', operation: 'reply', replyTicketId: byId(ticketId), replyMailAccountId: '401', body: 'Soon.', replyEmailFields: { onlyIfUnchanged: true } });

	describe.each(WAYS)('%s', (_way, byOf) => {
		it.each([
			['the customer has written again', { action_cd: 'received', from: 'anna@mail.example', to: OURS }, /^The customer has written again since: message \d+$/],
			['somebody has answered', { action_cd: 'sent', from: OURS, to: 'anna@mail.example' }, /^Somebody has answered since: message \d+$/],
			['an answer waits for approval', { action_cd: 'requested', from: OURS, to: 'anna@mail.example' }, /^Somebody has answered since: message \d+$/],
		])('is skipped where %s', async (_what, message, reason) => {
			const ids = make();
			later(ids.ticketId, message);
			expect(await reply(ids, byOf(ids))).toMatchObject({ skipped: true, reason: expect.stringMatching(reason) });
			expect(writes()).toEqual([]);
		});

		it.each([['nothing came since', undefined], ['a memo', { method_cd: 'record', action_cd: 'received' }], ['a draft', { action_cd: 'draft', from: OURS, to: 'anna@mail.example' }], ['an answer that was sent back', { action_cd: 'rejected', from: OURS, to: 'anna@mail.example' }]])('is sent where there is %s', async (_what, message) => {
			const ids = make();
			if (message !== undefined) later(ids.ticketId, message);
			expect(await reply(ids, byOf(ids))).toHaveProperty('message_id');
			expect(writes()).toHaveLength(1);
		});
	});

	it.each<[string, (messageId: number) => IDataObject]>([
		['a sheet, which has the id as text', (id) => ({ message_id: String(id) })],
		['a node that returns the ticket', (id) => ({ messages: [{ message_id: id - 1 }, { message_id: id }] })],
		['the trigger without Simplify', (id) => ({ message: { message_id: id } })],
	])('behind %s it is skipped as well', async (_what, itemOf) => {
		const { ticketId, messageId } = make();
		later(ticketId, { action_cd: 'received', from: 'anna@mail.example', to: OURS });
		expect(await run(byTicket(ticketId), itemOf(messageId))).toMatchObject({ skipped: true, reason: expect.stringMatching(/^The customer has written again/) });
		expect(writes()).toEqual([]);
	});

	it.each<[string, IDataObject, RegExp]>([
		['behind an item of another inbox', { message_box_id: 102, message_id: 1 }, /^Only If Unchanged: the item is of inbox 102, not of inbox 101/],
		['behind a model, whose item names none', { output: 'Soon.' }, /^Only If Unchanged: the item names no message/],
		['behind an item of another ticket', { message_id: 987_654 }, /^Only If Unchanged: the item has no message of ticket \d+/],
	])('is refused %s', async (_what, item, message) => {
		const { ticketId } = make();
		await expect(run(byTicket(ticketId), item)).rejects.toThrow(message);
		expect(writes()).toEqual([]);
	});
});
