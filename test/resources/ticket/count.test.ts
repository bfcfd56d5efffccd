/** Ticket: Get Many with Result: Count. The service has no count, so its pages are read, at most twenty. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunSettings } from '../../harness/engine';
import type { TicketInput } from '../../simulator';
import { byId, serviceFor } from '../service';

const service = serviceFor('ticket', 'getAll', { seed: { tickets: 0 } });
// The other inboxes have tickets all the same.
beforeEach(() => [...service.simulator.store.tickets.keys()].forEach((id) => service.simulator.store.removeTicket(id)));
const given = (count: number, input: TicketInput = {}) => {
	for (let number = 0; number < count; number++) service.simulator.store.createTicket({ message_box_id: 101, ...input });
};
const count = async (parameters: INodeParameters = {}, settings: RunSettings = {}, options: INodeParameters = {}) =>
	await service.json({ statusCds: ['open'], ...parameters, getAllTicketOptions: { result: 'count', ...options } }, settings);
const ALL = { messageBoxId: byId('All Inboxes') };

it.each([
	[0, 1, false],
	[49, 1, false],
	[50, 2, false],
	[120, 3, false],
	[999, 20, false],
	[1_000, 20, true],
	[1_030, 20, true],
])('of %i tickets it takes %i full pages', async (tickets, pages, isAtLeast) => {
	given(tickets);
	given(1, { status_cd: 'closed' });
	expect(await count()).toEqual([{ count: Math.min(tickets, 1_000), at_least: isAtLeast }]);
	const bodies = Array.from({ length: pages }, (_, page) => ({ status_cds: ['open'], per_page: 50, page: page + 1 }));
	expect(service.sent().map(({ body }) => body)).toEqual(bodies);
});

it('is for all that match: the Limit, the order, names and messages cost nothing', async () => {
	given(60, { assignee: 'user01', messages: [{}] });
	const options = { includeMessages: true, oldestFirst: true };
	expect(await count({ limit: 1, includeNames: true }, {}, options)).toEqual([{ count: 60, at_least: false }]);
	expect(service.sent()).toHaveLength(2);
});

it('counts what the node chooses, of the pages that were read', async () => {
	given(3, { title: 'A refund' });
	given(1_010);
	expect(await count({ getAllTicketFilters: { titleContains: 'refund' } })).toEqual([{ count: 0, at_least: true }]);
	given(2, { title: 'Refund?' });
	expect(await count({ getAllTicketFilters: { titleContains: 'refund' } })).toEqual([{ count: 2, at_least: true }]);
});

it('counts over all inboxes; one that fails makes it "at least"', async () => {
	given(60);
	given(2, { message_box_id: 102 });
	expect(await count(ALL)).toEqual([{ count: 62, at_least: false }]);
	service.simulator.faults.add({ when: { path: /102\/tickets\/search/, times: 'always' }, kind: 'status', status: 400 });
	const [counted, failed] = await count(ALL, { node: { onError: 'continueRegularOutput' } });
	expect([counted, failed]).toEqual([{ count: 60, at_least: true }, { error: expect.stringContaining('(102)') }]);
	await expect(count(ALL)).rejects.toThrow('(102)');
});

it('answers an agent with the filters that were applied, and is no list that was cut', async () => {
	given(3);
	const items = await count({ limit: 1 }, { node: { type: 'supportInboxTool' } });
	expect(items).toEqual([{ applied_filters: { Statuses: ['open'] } }, { count: 3, at_least: false }]);
});
