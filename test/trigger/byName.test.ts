/** Names in the place of ids: they stand for other ids in each inbox. */
import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { valueChecksOf } from '../../nodes/SupportInbox/fields/sent';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { leavesOf } from '../description/leaves';
import { loadOptions, pollerOf } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { letPass } from '../harness/skippedWaits';
import { activated } from './activated';

const service = simulatorOfEachTest();

const label = (inbox: number, name: string) => service.store.addLabel(inbox, { name }).id;
const create = (message_box_id: number, more: object = {}) => service.store.createTicket({ message_box_id, ...more }).ticket_id;

/** Begins with any message, and reads no details. @returns the next poll, as the ids of the tickets */
async function idsOf(parameters: INodeParameters): Promise<() => Promise<unknown[]>> {
	const poll = await activated(service, { startedBy: ['customer', 'memo', 'outgoingEmail'], options: { includeMessages: false }, includeNames: false, ...parameters });
	return async () => (await poll()).map(({ ticket_id }) => ticket_id);
}

it.each([
	['two inboxes by name', '={{ ["Support", "billing"] }}', [101, 102]],
	['all inboxes', ['All Inboxes'], [101, 102, 103]],
])('a filter by a label: %s, of which two have it', async (_what, messageBoxIds, inboxes) => {
	service.store.inbox(102).inbox.name = 'Billing';
	const urgent = [label(101, 'Urgent'), label(102, 'Urgent')];
	const poll = await idsOf({ messageBoxIds, filters: { labelIds: '={{ ["urgent"] }}' } });
	const fitting = [create(101, { label_ids: [urgent[0]] }), create(102, { label_ids: [urgent[1]] })];
	// The other way round the ids stand for nothing.
	for (const inbox of inboxes) create(inbox);
	expect(await poll()).toEqual(fitting);
	expect(await poll()).toEqual([]);
	// Each page of each list was asked for once.
	const lists = service.requests.filter(({ method }) => method === 'GET').map(({ path, query }) => `${path} ${JSON.stringify(query)}`);
	expect(lists.filter((one) => one.includes('/labels')).length).toBeGreaterThanOrEqual(inboxes.length);
	expect(lists).toEqual([...new Set(lists)]);
});

it.each([
	['the last name before the first one', ['last_name', 'first_name'] as const],
	['the first name before the last one', ['first_name', 'last_name'] as const],
	['the e-mail address', ['email'] as const],
])('an assignee by %s', async (_what, parts) => {
	const [user] = [...service.store.users.values()];
	const poll = await idsOf({ filters: { assignee: `={{ "${parts.map((part) => user[part]).join(' ')}" }}` } });
	const ticket = create(101, { assignee: user.mention_name });
	create(101, { assignee: null });
	expect(await poll()).toEqual([ticket]);
});

it('an added label, and one that a ticket gets', async () => {
	const id = label(101, 'Urgent');
	const added = await idsOf({ events: ['labelAdded'], addedLabelIds: '={{ ["Urgent"] }}' });
	const became = await idsOf({ events: ['ticketFieldChanged'], changedTo: { labelIds: '={{ ["Urgent"] }}' } });
	const ticket = create(101);
	expect([await added(), await became()]).toEqual([[], []]);
	service.store.editTicket(ticket, { label_ids: [3001] });
	expect([await added(), await became()]).toEqual([[], []]);
	service.store.editTicket(ticket, { label_ids: [3001, id] });
	expect([await added(), await became()]).toEqual([[ticket], [ticket]]);
});

it.each<[string, INodeParameters, string]>([
	['no inbox', { messageBoxIds: '={{ ["Nowhere"] }}' }, 'There is no inbox "Nowhere" in this tenant. Check the name or the ID.'],
	['a label of none of the inboxes', { messageBoxIds: [101, 102], filters: { labelIds: '={{ ["Missing"] }}' } }, 'None of the inboxes has a label "Missing". Check the name or the ID.'],
	['an added label of none of them', { messageBoxIds: [101, 102], events: ['labelAdded'], addedLabelIds: '={{ ["Urgnt"] }}' }, 'None of the inboxes has a label "Urgnt"'],
	['no user', { messageBoxIds: [101], filters: { assignee: '={{ "No Body" }}' } }, 'There is no user "No Body"'],
])('a name of %s is refused, live and in the test event', async (_what, parameters, message) => {
	await expect(pollerOf(service, parameters).poll()).rejects.toMatchObject({ name: 'NodeOperationError', message: expect.stringContaining(message) });
	await expect(pollerOf(service, parameters).poll('manual', 'manual')).rejects.toThrow(message);
});

it('a choice by the name that people see, in any capitals, for each list of choices', async () => {
	const lists = leavesOf(new SupportInboxTrigger().description.properties).filter(({ field: { type, options } }) => ['options', 'multiOptions'].includes(type) && options !== undefined);
	expect(lists.length).toBeGreaterThan(10);
	for (const { field } of lists) {
		const [{ rule }] = valueChecksOf([field]);
		const circumstances = { zone: 'UTC', now: 0 };
		for (const { name, value } of field.options as INodePropertyOptions[]) {
			expect([field.name, rule(name.toUpperCase(), circumstances)]).toEqual([field.name, rule(value, circumstances)]);
		}
	}
	const poll = await idsOf({ filters: { statusCds: '={{ ["on hold", "CLOSED"] }}' } });
	const fitting = [create(101, { status_cd: 'ongoing' }), create(101, { status_cd: 'closed' })];
	create(101, { status_cd: 'open' });
	expect(await poll()).toEqual(fitting);
});

it('an explanation by names sends at most three requests; if they do not suffice, the next one knows more', async () => {
	label(101, 'Urgent');
	const ticket = create(101);
	const parameters = { messageBoxIds: ['All Inboxes'], filters: { assignee: '={{ "user01" }}', labelIds: '={{ ["Urgent"] }}' }, options: { debugTicketId: ticket } };
	const explained = async () => {
		const asked = service.requests.length;
		const [item] = (await pollerOf(service, parameters).poll('manual', 'manual')) ?? [];
		return [service.requests.length - asked, JSON.stringify(item.json.events)];
	};
	expect(await explained()).toEqual([3, expect.stringContaining('No request was left to look up the names')]);
	expect(await explained()).toEqual([3, expect.stringContaining('this would hold it back: Assignee: the ticket has none, chosen: user01')]);
});

it('the list of inboxes begins with all of them; their labels are typed', async () => {
	const [first, second] = await loadOptions(service, 'getInboxes', { messageBoxIds: [] }, 'supportInboxTrigger');
	expect([first, second]).toMatchObject([{ value: 'All Inboxes' }, { value: 101 }]);
	const labels = await loadOptions(service, 'getLabelsOfInboxesOrWithout', { messageBoxIds: ['All Inboxes'] }, 'supportInboxTrigger');
	expect(labels).toMatchObject([{ name: 'No Label' }, { name: 'Cannot be loaded for all inboxes', disabled: true }]);
});

it.each([
	['by id', ['101'], ['Urgent']],
	['by ids', [101, 103], ['Support: Urgent', 'Returns: Urgent']],
	['by name', ['Support'], ['Urgent']],
	['by name and by id, the same', ['Support', 101], ['Urgent']],
	['by name and by id', ['support', 103], ['Support: Urgent', 'Returns: Urgent']],
	['as text', 'Support, 103', ['Support: Urgent', 'Returns: Urgent']],
	['that are not chosen', [], ['Choose an inbox first']],
	['by an expression', '={{ $json.inbox }}', ['Cannot be loaded while the inbox is an expression']],
	['by an expression with commas', '={{ ["Support", $json.inbox] }}', ['Cannot be loaded while the inbox is an expression']],
])('the labels of inboxes %s', async (_what, messageBoxIds, shown) => {
	for (const inbox of [101, 103]) label(inbox, 'Urgent');
	const names = (await loadOptions(service, 'getLabelsOfInboxes', { messageBoxIds }, 'supportInboxTrigger')).map(({ name }) => name);
	expect(names.filter((name) => /Urgent$|first|Cannot/.test(name))).toEqual(shown);
});

it('the labels of an inbox whose name nobody has: the name is refused', async () => {
	await expect(loadOptions(service, 'getLabelsOfInboxes', { messageBoxIds: ['Nowhere'] }, 'supportInboxTrigger')).rejects.toThrow('There is no inbox "Nowhere"');
});

it('each dropdown offers what its field takes', async () => {
	const dropdowns = leavesOf(new SupportInboxTrigger().description.properties).filter(({ field: { typeOptions } }) => typeOptions?.loadOptionsMethod !== undefined);
	const refused: unknown[] = [];
	for (const { path, field } of dropdowns) {
		const [{ rule }] = valueChecksOf([field]);
		const offered = await loadOptions(service, String(field.typeOptions?.loadOptionsMethod), { messageBoxIds: [101] }, 'supportInboxTrigger');
		for (const { name, value } of offered) {
			try {
				rule(field.type === 'multiOptions' ? [value] : value, { zone: 'UTC', now: 0 });
			} catch (error) {
				refused.push([path, name, (error as Error).message]);
			}
		}
	}
	expect(dropdowns.length).toBeGreaterThan(6);
	expect(refused).toEqual([]);
});

it('a label that is twice in one inbox stops that inbox alone, and names it', async () => {
	const urgent = label(101, 'Urgent');
	label(102, 'Urgent');
	label(102, 'Urgent');
	const node = pollerOf(service, { messageBoxIds: [101, 102], options: { includeMessages: false }, filters: { labelIds: '={{ ["Urgent"] }}' } });
	await node.poll();
	const ticket = create(101, { label_ids: [urgent] });
	expect((await node.poll())?.map(({ json }) => json.ticket_id)).toEqual([ticket]);
	expect(node.reported.map(({ message }) => message)).toEqual([expect.stringMatching(/^Inbox 102: Labels: "Urgent" is the name of several labels: Urgent \(\d+\), Urgent \(\d+\)\./)]);
});

it('a handling memo is no new message, unless its channel is chosen', async () => {
	const ticketId = create(101, { created_at: Date.now() - 60_000 });
	const [any, memos] = [
		await idsOf({ events: ['newMessage'] }),
		await idsOf({ events: ['newMessage'], messageMethodCds: ['record'] }),
	];
	service.store.addMessage(ticketId, { method_cd: 'record', action_cd: 'received' });
	expect([await any(), await memos()]).toEqual([[], [ticketId]]);
	service.store.addMessage(ticketId, { action_cd: 'received' });
	expect([await any(), await memos()]).toEqual([[ticketId], []]);
});

it('of a label that somebody has deleted polls fail and name it, and what came meanwhile comes once the field is right', async () => {
	const [urgent, gone] = [label(101, 'Urgent'), label(101, 'Vip')];
	const parameters = { messageBoxIds: [101], options: { includeMessages: false } };
	const ofLabels = (labelIds: number[]) => pollerOf(service, { ...parameters, filters: { labelIds } }, { node: { id: 'same' } });
	const node = ofLabels([urgent, gone]);
	await node.poll();
	service.store.inbox(101).labels.remove(gone);
	letPass(3_600_001);
	const ticket = create(101, { label_ids: [urgent] });
	const outcomes: unknown[] = [];
	for (let poll = 0; poll < 2; poll++) outcomes.push(await node.poll().catch((error: Error) => error.message));
	expect(outcomes).toEqual(Array(2).fill(expect.stringContaining(`label with the ID ${gone}`)));
	const mended = ofLabels([urgent]);
	Object.assign(mended.staticData, node.staticData);
	expect((await mended.poll())?.map(({ json }) => json.ticket_id)).toEqual([ticket]);
});
