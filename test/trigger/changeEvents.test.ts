import type { INodeParameters } from 'n8n-workflow';

import { pollerOf } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import type { Simulator } from '../simulator';
import type { Ticket } from '../simulator/store/types';

let service: Simulator;

simulatorForEachTest((started) => (service = started));

/** Makes one edit after another to a ticket. @returns the events of each poll */
async function emitted(parameters: INodeParameters, begin: Partial<Ticket>, ...edits: Array<Partial<Ticket>>): Promise<unknown[]> {
	const ticket = service.store.createTicket(begin);
	const node = pollerOf(service, { messageBoxIds: [101], ...parameters });
	await node.poll();
	const polls: unknown[] = [];
	for (const edit of edits) {
		service.store.editTicket(ticket.ticket_id, edit);
		polls.push(((await node.poll()) ?? []).map(({ json }) => json.event));
	}
	return polls;
}

describe('events of their own', () => {
	it('Ticket Closed comes when a ticket is closed, not when it is opened or changed otherwise', async () => {
		const edits = [{ color_cd: 'red' as const }, { status_cd: 'closed' as const }, { status_cd: 'open' as const }, { status_cd: 'closed' as const }];
		expect(await emitted({ events: ['ticketClosed'] }, {}, ...edits)).toEqual([[], ['ticketClosed'], [], ['ticketClosed']]);
	});

	it('Label Added comes when a chosen label is added, not when one is taken away', async () => {
		const edits = [{ label_ids: [3001, 3002] }, { label_ids: [3002] }, { label_ids: [3002, 3003] }];
		expect(await emitted({ events: ['labelAdded'] }, { label_ids: [3001] }, ...edits)).toEqual([['labelAdded'], [], ['labelAdded']]);
		expect(await emitted({ events: ['labelAdded'], addedLabelIds: [3003] }, { label_ids: [3001] }, ...edits)).toEqual([[], [], ['labelAdded']]);
	});

	it('Ticket Assigned comes when a ticket is assigned to somebody else, not when it is taken away', async () => {
		const edits = [{ assignee: 'user02' }, { assignee: null }, { assignee: 'user01' }];
		expect(await emitted({ events: ['ticketAssigned'] }, { assignee: 'user01' }, ...edits)).toEqual([['ticketAssigned'], [], ['ticketAssigned']]);
		expect(await emitted({ events: ['ticketAssigned'], assignedTo: ['user02'] }, { assignee: 'user01' }, ...edits)).toEqual([['ticketAssigned'], [], []]);
	});

	it('one change can be two events, and one event alone watches tickets like Ticket Changed', async () => {
		expect(await emitted({ events: ['ticketChanged', 'ticketClosed'] }, {}, { status_cd: 'closed' })).toEqual([['ticketChanged', 'ticketClosed']]);
	});
});

describe('Only When It Becomes', () => {
	it.each<[string, INodeParameters, Partial<Ticket>, Array<Partial<Ticket>>]>([
		['a status', { statusCds: ['unwanted', 'spam'] }, {}, [{ status_cd: 'spam' }, { status_cd: 'open' }]],
		['assigned to nobody', { assignee: '__none__' }, { assignee: 'user01' }, [{ assignee: null }, { assignee: 'user01' }]],
		['a color', { colorCds: ['red'] }, {}, [{ color_cd: 'red' }, { color_cd: null }]],
		['with a label', { labelIds: [3001] }, {}, [{ label_ids: [3001] }, { label_ids: [] }]],
	])('%s: coming to it is given, leaving it is not', async (_what, onlyWhenItBecomes, begin, edits) => {
		expect(await emitted({ events: ['ticketChanged'], onlyWhenItBecomes }, begin, ...edits)).toEqual([['ticketChanged'], []]);
		expect(await emitted({ events: ['ticketChanged'] }, begin, ...edits)).toEqual([['ticketChanged'], ['ticketChanged']]);
	});

	it.each(['assignee', 'colorCds', 'labelIds', 'statusCds'])('refuses %s without a value before a request', async (field) => {
		const node = pollerOf(service, { messageBoxIds: [101], events: ['ticketChanged'], onlyWhenItBecomes: { [field]: '' } });
		await expect(node.poll()).rejects.toThrow(/has no value. Give one, or remove the field/);
		expect(service.requests).toHaveLength(0);
	});
});

describe('a filter of the trigger without a value', () => {
	it.each(['assignee', 'hasAttachments', 'labelIds', 'methodCds', 'statusCds'])('%s is refused before a request', async (field) => {
		const node = pollerOf(service, { messageBoxIds: [101], filters: { [field]: '' } });
		await expect(node.poll()).rejects.toThrow(/The filter ".*" has no value. Give one, or remove the filter./);
		expect(service.requests).toHaveLength(0);
	});

	it.each([
		['messageActionCds', { events: ['newMessage'] }],
		['onlyTheseFields', { events: ['ticketChanged'] }],
		['addedLabelIds', { events: ['labelAdded'] }],
		['assignedTo', { events: ['ticketAssigned'] }],
	])('%s: left empty by hand means all, an expression that yields nothing is refused', async (field, parameters) => {
		await pollerOf(service, { messageBoxIds: [101], ...parameters, [field]: [] }).poll();
		await expect(pollerOf(service, { messageBoxIds: [101], ...parameters, [field]: '={{ [] }}' }).poll()).rejects.toThrow(/has no value/);
	});
});
