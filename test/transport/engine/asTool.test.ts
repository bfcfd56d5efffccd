import type { RunSettings } from '../../harness/engine';
import { bookOf, contact, fields } from '../../resources/contact/book';
import { byId, serviceFor } from '../../resources/service';

const service = serviceFor('ticket', 'getAll');
const search = async (statusCds: string, node: RunSettings['node']) => await service.run({ statusCds }, { node });
const type = 'supportInboxTool';

it('shows an agent what was wrong and what would do, as an item: the description of an error does not reach it', async () => {
	const [{ json, pairedItem }] = await search('finished', { type });
	expect(json.error).toMatch(/^Statuses: "finished" is not known here\. It takes: Closed, .*Trash\.$/);
	expect(pairedItem).toEqual({ item: 0 });
	expect(service.sent()).toEqual([]);
});

it('shows an agent the error of the service with what to do about it', async () => {
	const [{ json }] = await service.run({ messageBoxId: byId(999) }, { node: { type } });
	expect(json.error).toMatch(/not find|not found|does not exist/i);
	expect(String(json.error).split('. ').length).toBeGreaterThan(1);
	expect(service.sent()).toHaveLength(1);
});

it('stops an agent where the user wants it: On Error says to stop the workflow', async () => {
	await expect(search('finished', { type, onError: 'stopWorkflow' })).rejects.toThrow('not known');
});

it('fails as before where it is no tool', async () => {
	await expect(search('finished', {})).rejects.toThrow('not known');
});

describe('a model fills in every field of a search', () => {
	const EMPTY = {
		assignee: '={{ null }}', labelIds: '={{ [] }}', colorCds: '={{ null }}', titleContains: '={{ "" }}', messageDate: { since: { since: '={{ null }}' }, until: { until: '={{ "" }}' }, inTheLast: { number: '={{ null }}' } },
	};

	it('so an empty value counts as not given, and the output begins with the filters that were applied', async () => {
		const [first, ...tickets] = await service.run({ statusCds: '={{ ["open"] }}', getAllTicketFilters: EMPTY, limit: '={{ null }}' }, { node: { type } });
		expect(service.sent().map(({ body }) => body)).toEqual([{ status_cds: ['open'], per_page: 50, page: 1 }]);
		expect(first).toEqual({ json: { applied_filters: { Statuses: ['open'] } }, pairedItem: { item: 0 } });
		expect(tickets.length).toBeGreaterThan(0);
	});

	it('also where nothing was found or no filter was applied', async () => {
		const items = await service.json({ statusCds: '={{ ["open"] }}', getAllTicketFilters: { ...EMPTY, ticketIds: '999999' } }, { node: { type } });
		expect(items).toEqual([{ applied_filters: { 'Ticket IDs': '999999' } }]);
		const all = await service.json({ statusCds: '={{ "" }}', getAllTicketFilters: { labelIds: '={{ null }}' }, limit: 1_000 }, { node: { type } });
		expect(all[0]).toEqual({ applied_filters: { Statuses: ['closed', 'unwanted', 'ongoing', 'open'] } });
		expect(service.sent().filter(({ method }) => method === 'POST').at(-1)).toMatchObject({ body: { status_cds: ['closed', 'unwanted', 'ongoing', 'open'] } });
	});

	it('and say that there may be more, where they are as many as the limit', async () => {
		const all = (await service.json({ statusCds: '={{ ["open"] }}', returnAll: true })).length;
		for (const [limit, cut] of [[all - 1, { more: true, limit: all - 1 }], [all, { more: true, limit: all }], [all + 1, {}]] as const) {
			const [first, ...tickets] = await service.json({ statusCds: '={{ ["open"] }}', limit }, { node: { type } });
			expect([first, tickets.length]).toEqual([{ applied_filters: { Statuses: ['open'] }, ...cut }, Math.min(limit, all)]);
		}
		expect((await service.json({ resource: 'label', operation: 'getAll', limit: 1 }, { node: { type } }))[0]).toEqual({ more: true, limit: 1 });
		expect((await service.json({ resource: 'label', operation: 'getAll', limit: 1 }))[0]).toHaveProperty('label_id');
	});

	it('never of a write: null is refused, as it would remove the assignee', async () => {
		const ticket = service.simulator.store.createTicket({ message_box_id: 101, assignee: 'user01' });
		const update = { operation: 'update', ticketId: byId(ticket.ticket_id), statusCd: 'closed' };
		const [{ json }] = await service.run({ ...update, assignee: '={{ null }}' }, { node: { type } });
		expect(json.error).toContain('To choose none, enter "__none__"');
		expect(service.sent()).toEqual([]);
		await service.run({ ...update, assignee: '={{ "__none__" }}' }, { node: { type } });
		expect(service.sent().at(-1)).toMatchObject({ method: 'PUT', body: { assignee: null } });
	});

	it.each(['null', 'undefined'])('also the word %s, which a workflow may have as a name', async (word) => {
		bookOf(service.simulator).add({ system_id1: 'K1', last_name: 'Sato', tels: [{ tel: '1' }] });
		const update = contact('update', { findBy: 'systemId1', systemId1: 'K1', ...fields('updateContactFields', { firstName: 'Aiko', lastName: word, tel: word }) });
		await service.run(update, { node: { type } });
		expect(bookOf(service.simulator).withCode('K1')).toMatchObject({ first_name: 'Aiko', last_name: 'Sato', tels: [{ tel: '1' }] });
		const [{ json }] = await service.run({ resource: 'label', operation: 'create', name: word }, { node: { type } });
		expect(json.error).toMatch(/^The field "Name" has no value/);
	});

	it('still refuses a path without a value', async () => {
		const [{ json }] = await service.run({ messageBoxId: byId('={{ null }}') }, { node: { type } });
		expect(json.error).toBe('The field "Inbox" has no value. Choose or enter one.');
		expect(service.sent()).toEqual([]);
	});
});
