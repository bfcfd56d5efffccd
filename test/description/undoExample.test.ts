/** What *Undo a bulk change* writes, and what *Change many tickets* does before it is filled in: their nodes, in n8n's engine. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readExample } from '../../scripts/demo/workflow';
import { runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId, INBOX } from '../resources/service';
import type { TicketInput } from '../simulator';

const simulator = simulatorOfEachTest({ seed: { tickets: 0 } });

const parametersOf = (file: string, node: string) => readExample(file).nodes.find(({ name }) => name === node)!.parameters as INodeParameters;

/** Puts a ticket back that is `now`, of what a change wrote down. */
async function putBack(now: TicketInput, before: IDataObject, after: IDataObject) {
	const { ticket_id } = simulator.store.createTicket({ message_box_id: INBOX, ...now });
	const [{ json: read }] = await runNode(simulator, { resource: 'ticket', operation: 'get', messageBoxId: byId(INBOX), ticketId: byId(ticket_id), simplify: false, includeNames: false });
	const [{ json }] = await runNode(simulator, parametersOf('undo-bulk-change', 'Put it back'), { items: [{ json: { ...read, now: read, before, after, message_box_id: INBOX } }] });
	const { body } = simulator.requests.filter(({ method }) => method === 'PUT').at(-1)!;
	return { json, body: body as IDataObject, ticket: simulator.store.ticket(ticket_id) };
}

const REASON = 202;

it.each<[string, TicketInput, IDataObject, IDataObject, IDataObject]>([
	['an old pending reason of a ticket that was not on hold', { status_cd: 'closed' }, { status_cd: 'open', pending_reason_id: REASON }, { status_cd: 'closed', pending_reason_id: null }, { status_cd: 'open', pending_reason_id: null }],
	['the pending reason of one that was on hold', { status_cd: 'closed' }, { status_cd: 'ongoing', pending_reason_id: REASON }, { status_cd: 'closed', pending_reason_id: null }, { status_cd: 'ongoing', pending_reason_id: REASON }],
	['a label that a colleague has added since stays', { label_ids: [3002, 3003] }, { label_ids: [3001] }, { label_ids: [3002] }, { label_ids: [3003, 3001] }],
	['labels that were added alone are taken away', { label_ids: [3001, 3002] }, { label_ids: [3001] }, { label_ids: [3001, 3002] }, { label_ids: [3001] }],
	['what somebody has changed since stays, and the rest is put back', { status_cd: 'open', assignee: 'user02' }, { status_cd: 'ongoing', assignee: 'user01' }, { status_cd: 'closed', assignee: 'user02' }, { status_cd: 'open', assignee: 'user01' }],
	['a user who was deleted meanwhile', { assignee: 'user02' }, { assignee: 'user16' }, { assignee: 'user02' }, { assignee: 'user16' }],
])('%s', async (_what, now, before, after, expected) => {
	const { json, ticket } = await putBack(now, before, after);
	expect(json).toMatchObject({ success: true });
	expect(ticket).toMatchObject(expected);
});

it('only what has a value in before is sent', async () => {
	const { body } = await putBack({ status_cd: 'closed', assignee: 'user02', color_cd: 'red' }, { color_cd: null }, { color_cd: 'red' });
	expect(body).toEqual({ color_cd: null, label_ids: [], case_category_ids: [] });
});

it('a forgotten filter ends the search, and finds no ticket', async () => {
	const search = { ...parametersOf('change-many-tickets', 'Search the tickets'), messageBoxId: byId(INBOX) };
	await expect(runNode(simulator, search)).rejects.toThrow('The filter "Labels" has no value');
	expect(simulator.requests).toEqual([]);
});
