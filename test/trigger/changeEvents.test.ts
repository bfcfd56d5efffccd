import type { INodeParameters } from 'n8n-workflow';
import { pollerOf } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import type { Ticket } from '../simulator/store/types';
import { activated } from './activated';

const service = simulatorOfEachTest();

/** Makes one edit after another to a ticket. @returns the events of each poll */
async function emitted(parameters: INodeParameters, begin: Partial<Ticket>, ...edits: Array<Partial<Ticket>>): Promise<unknown[]> {
	const ticket = service.store.createTicket(begin);
	const poll = await activated(service, parameters);
	const polls: unknown[] = [];
	for (const edit of edits) {
		service.store.editTicket(ticket.ticket_id, edit);
		polls.push((await poll()).map(({ event }) => event));
	}
	return polls;
}

const labels = [{ label_ids: [3001, 3002] }, { label_ids: [3002] }, { label_ids: [3002, 3003] }];
const users = [{ assignee: 'user02' }, { assignee: null }, { assignee: 'user01' }];
const states: Array<Partial<Ticket>> = [{ color_cd: 'red' }, { status_cd: 'closed' }, { status_cd: 'open' }, { status_cd: 'closed' }];

it.each<[string, INodeParameters, Partial<Ticket>, Array<Partial<Ticket>>, string[][]]>([
	['Ticket Closed comes when a ticket is closed, not when it is opened or changed otherwise', { events: ['ticketClosed'] }, {}, states, [[], ['ticketClosed'], [], ['ticketClosed']]],
	['Label Added comes when a label is added, not when one is taken away', { events: ['labelAdded'] }, { label_ids: [3001] }, labels, [['labelAdded'], [], ['labelAdded']]],
	['Label Added comes for the chosen label', { events: ['labelAdded'], addedLabelIds: [3003] }, { label_ids: [3001] }, labels, [[], [], ['labelAdded']]],
	['Ticket Assigned comes when a ticket is assigned to somebody else, not when it is taken away', { events: ['ticketAssigned'] }, { assignee: 'user01' }, users, [['ticketAssigned'], [], ['ticketAssigned']]],
	['Ticket Assigned comes for the chosen user', { events: ['ticketAssigned'], assignedTo: ['user02'] }, { assignee: 'user01' }, users, [['ticketAssigned'], [], []]],
	['one change can be two events', { events: ['ticketFieldChanged', 'ticketClosed'] }, {}, [{ status_cd: 'closed' }], [['ticketFieldChanged', 'ticketClosed']]],
])('events of their own: %s', async (_what, parameters, begin, edits, events) => {
	expect(await emitted(parameters, begin, ...edits)).toEqual(events);
});

it.each([
	['ticketClosed', { status_cd: { from: 'open', to: 'closed' } }],
	['labelAdded', { label_ids: { from: [3001], to: [3002] } }],
	['ticketAssigned', { assignee: { from: null, to: 'user02' } }],
])('%s holds the change of its own field alone, of a set all before and after', async (event, changes) => {
	const { ticket_id } = service.store.createTicket({ status_cd: 'open', label_ids: [3001], assignee: null });
	const poll = await activated(service, { events: [event], includeNames: false });
	service.store.editTicket(ticket_id, { status_cd: 'closed', label_ids: [3002], assignee: 'user02', color_cd: 'red' });
	expect(await poll()).toMatchObject([{ event, changes }]);
	service.store.editTicket(ticket_id, { status_cd: 'open', label_ids: [3001], assignee: null, color_cd: null });
	await poll();
	service.store.editTicket(ticket_id, { status_cd: 'closed', label_ids: [3002], assignee: 'user02' });
	expect((await poll()).map((item) => item.changes)).toEqual([changes]);
});

describe('Changed To', () => {
	it.each<[string, INodeParameters, Partial<Ticket>, Array<Partial<Ticket>>]>([
		['a status', { statusCds: ['unwanted', 'spam'] }, {}, [{ status_cd: 'spam' }, { status_cd: 'open' }]],
		['assigned to nobody', { assignee: '__none__' }, { assignee: 'user01' }, [{ assignee: null }, { assignee: 'user01' }]],
		['a color', { colorCds: ['red'] }, {}, [{ color_cd: 'red' }, { color_cd: null }]],
		['with a label', { labelIds: [3001] }, {}, [{ label_ids: [3001] }, { label_ids: [] }]],
	])('%s: coming to it is emitted, leaving it is not', async (_what, changedTo, begin, edits) => {
		expect(await emitted({ events: ['ticketFieldChanged'], changedTo }, begin, ...edits)).toEqual([['ticketFieldChanged'], []]);
		expect(await emitted({ events: ['ticketFieldChanged'] }, begin, ...edits)).toEqual([['ticketFieldChanged'], ['ticketFieldChanged']]);
	});
});

describe('a field of the trigger without a value', () => {
	it.each([
		['Changed To', 'changedTo', ['assignee', 'colorCds', 'labelIds', 'statusCds'], /has no value. Enter one, or remove the field/],
		['a filter', 'filters', ['assignee', 'hasAttachments', 'labelIds', 'methodCds', 'statusCds'], /The filter ".*" has no value. Enter one, or remove the filter./],
	])('%s: refused before a request', async (_what, collection, fields, refusal) => {
		for (const field of fields) {
			const node = pollerOf(service, { messageBoxIds: [101], events: ['ticketFieldChanged'], [collection]: { [field]: '' } });
			await expect(node.poll()).rejects.toThrow(refusal);
		}
		expect(service.requests).toHaveLength(0);
	});

	it.each([
		['messageActionCds', { events: ['newMessage'] }],
		['watchedFields', { events: ['ticketFieldChanged'] }],
		['addedLabelIds', { events: ['labelAdded'] }],
		['assignedTo', { events: ['ticketAssigned'] }],
	])('%s: left empty by hand means all, an expression that yields nothing is refused', async (field, parameters) => {
		await pollerOf(service, { messageBoxIds: [101], ...parameters, [field]: [] }).poll();
		await expect(pollerOf(service, { messageBoxIds: [101], ...parameters, [field]: '={{ [] }}' }).poll()).rejects.toThrow(/has no value/);
	});
});
