/** An id that a list of the service can show is looked for in it, as a name is: the service takes ids of rows that do not exist. */
import type { INodeParameters } from 'n8n-workflow';
import { pollerOf, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId } from '../resources/service';

const service = simulatorOfEachTest({ seed: { tickets: 0 } });

const TICKET = 1201;
beforeEach(() => void service.store.createTicket({ id: TICKET, message_box_id: 101, label_ids: [3001], messages: [{ from: 'anna@mail.example' }] }));
const run = async (parameters: INodeParameters, dryRun = false) => await runNode({ baseUrl: service.baseUrl, token: service.token, credential: { dryRun } }, parameters);
const written = () => service.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('search'));
const lists = () => service.requests.filter(({ method, path }) => method === 'GET' && !/\d$/.test(path)).map(({ path }) => path.slice('/api/v2/'.length));

const GONE = 990_001;
const inInbox = (resource: string, operation: string, more: INodeParameters): INodeParameters => ({ resource, operation, messageBoxId: byId(101), ...more });
const search = (filters: INodeParameters, inbox: number | string = 101) => ({ ...inInbox('ticket', 'getAll', { getAllTicketFilters: filters }), messageBoxId: byId(inbox) });
const update = (more: INodeParameters) => inInbox('ticket', 'update', { ticketId: byId(TICKET), ...more });
const contact = (additionalFields: INodeParameters): INodeParameters => ({ resource: 'contact', operation: 'create', customerGroupId: byId(11), lastName: 'Sato', createContactFields: additionalFields });
const memo = (additionalFields: INodeParameters) => inInbox('memo', 'create', { memoTicketId: byId(TICKET), memoBody: 'Called', createMemoFields: additionalFields });
const change = (mode: string, labelIds: unknown) => ({ labels: { values: { mode, labelIds } } }) as INodeParameters;
const send = (mailAccountId: unknown) => inInbox('email', 'send', { mailAccountId, to: 'anna@mail.example', subject: 'Hello', body: 'Text' } as INodeParameters);

const FILTERS: Array<[string, INodeParameters, string]> = [
	['Labels', search({ labelIds: [GONE] }), 'label'],
	['Exclude Labels', search({ excludeLabelIds: [3001, GONE] }), 'label'],
	['Classifications', search({ caseCategoryIds: [GONE] }), 'classification'],
	['Exclude Classifications', search({ excludeCaseCategoryIds: [GONE] }), 'classification'],
	['Pending Reasons', search({ pendingReasonIds: [GONE] }), 'pending reason'],
	['Assignee', search({ assignee: 'gone' }), 'user'],
	['Exclude Assignees', search({ excludeAssignees: ['gone'] }), 'user'],
];
const WRITES: Array<[string, INodeParameters, string]> = [
	['a label to add', update(change('add', [GONE])), 'label'],
	['a classification', update({ updateTicketFields: { classifications: { values: { mode: 'replace', caseCategoryIds: [GONE] } } } }), 'classification'],
	['a pending reason', update({ statusCd: 'ongoing', updateTicketFields: { pendingReasonId: GONE } }), 'pending reason'],
	['an assignee', update({ assignee: 'gone' }), 'user'],
	['a mail account', send(GONE), 'mail account'],
	['a mail account of a reply', inInbox('email', 'reply', { replyTicketId: byId(TICKET), replyMailAccountId: GONE, body: 'Text' }), 'mail account'],
	['badges', contact({ badgeIds: [GONE] }), 'badge'],
	['the assignee of a contact', contact({ defaultAssignee: 'gone' }), 'user'],
	['the operator of a memo', memo({ operator: 'gone' }), 'user'],
	['the parent of a label', inInbox('label', 'create', { name: 'New', createLabelFields: { parentId: GONE } }), 'label'],
	['the parent of a classification', inInbox('classification', 'update', { caseCategoryId: 5001, updateClassificationFields: { parentId: GONE } }), 'classification'],
];

it.each([...FILTERS, ...WRITES])('%s: one that is not there is refused, live and in a dry run', async (_what, parameters, noun) => {
	const refusal = noun === 'user' ? 'There is no user "gone" in this tenant' : `There is no ${noun} with the ID ${GONE} in this`;
	await expect(run(parameters)).rejects.toThrow(refusal);
	await expect(run(parameters, true)).rejects.toThrow(refusal);
	expect(written()).toEqual([]);
	expect(service.requests.filter(({ path }) => path.endsWith('search'))).toEqual([]);
});

it.each<[string, INodeParameters, string]>([
	['an inbox', { ...inInbox('ticket', 'create', { ticketSubject: 'Hello' }), messageBoxId: byId(GONE) }, `There is no inbox with the ID ${GONE}`],
	['an address book', { ...contact({}), customerGroupId: byId(GONE) }, `There is no address book with the ID ${GONE}`],
	['a label to change', inInbox('label', 'update', { labelId: GONE, updateLabelFields: { color: 'red_01' } }), `There is no label with the ID ${GONE}`],
])('%s in the path: a dry run looks for it, since it asks nothing else; in a real run the service answers', async (_what, parameters, refusal) => {
	await expect(run(parameters, true)).rejects.toThrow(refusal);
	await expect(run(parameters)).rejects.toThrow();
	expect(service.store.inboxes.has(GONE)).toBe(false);
});

it('digits in the path are the same id in a dry run, also beside a name of such digits', async () => {
	service.store.inbox(103).inbox.name = '102';
	const parameters = { ...inInbox('ticket', 'create', { ticketSubject: 'Hello' }), messageBoxId: byId('102') };
	expect(await run(parameters, true)).toMatchObject([{ json: { path: '/api/v2/102/records' } }]);
	await run(parameters);
	expect(written()).toMatchObject([{ path: '/api/v2/102/records' }]);
});

it('a list is read once for all items, names and ids, and none where an operation names nothing of it', async () => {
	await runNode(service, update({ assignee: '={{ "Yamada Ben" }}', ...change('add', [3002, 3003]) }), { items: Array.from({ length: 5 }, () => ({ json: {} })) });
	expect(lists().sort()).toEqual(['101/labels', '101/labels', 'users']);
	service.clearRequests();
	await run(update({ statusCd: 'closed' }));
	await run(inInbox('ticket', 'get', { ticketId: byId(TICKET), includeNames: false }));
	expect(lists()).toEqual([]);
});

it('ids are taken as they are where the service does not show the list, names are not', async () => {
	service.faults.add({ kind: 'status', status: 404, when: { path: /labels|users/, times: 'always' } });
	const items = await run(update({ assignee: 'user02', ...change('add', '={{ "3002, 3003" }}') }));
	expect(items).toMatchObject([{ json: { success: true } }]);
	expect(service.store.ticket(TICKET)).toMatchObject({ assignee: 'user02', label_ids: [3001, 3002, 3003] });
	await expect(run(update(change('add', ['Urgent'])))).rejects.toThrow();
});

describe('in all inboxes', () => {
	it('one must have it', async () => {
		const { id } = service.store.addLabel(102, { name: 'Urgent' });
		const { ticket_id } = service.store.createTicket({ message_box_id: 102, label_ids: [id] });
		expect((await run(search({ labelIds: [id] }, 'All Inboxes'))).map(({ json }) => json.ticket_id)).toEqual([ticket_id]);
		await expect(run(search({ excludeLabelIds: [GONE] }, 'All Inboxes'))).rejects.toThrow(`No inbox has a label with the ID ${GONE}`);
	});

	it('the kept lists are read once more before it is refused', async () => {
		await run(search({ excludeLabelIds: [3001] }, 'All Inboxes'));
		const { id } = service.store.addLabel(102, { name: 'New' });
		await run(search({ excludeLabelIds: [id] }, 'All Inboxes'));
		service.clearRequests();
		await expect(run(search({ excludeLabelIds: ['Mistyped'] }, 'All Inboxes'))).rejects.toThrow('No inbox has a label "Mistyped"');
		const read = lists().filter((path) => path.endsWith('labels'));
		await expect(run(search({ excludeLabelIds: ['Mistyped'] }, 'All Inboxes'))).rejects.toThrow('No inbox has a label "Mistyped"');
		expect(lists().filter((path) => path.endsWith('labels'))).toHaveLength(2 * read.length);
	});
});

describe('in the settings of a trigger', () => {
	it.each<[string, INodeParameters, string]>([
		['a filter by label', { filters: { labelIds: [GONE] } }, `None of the inboxes has a label with the ID ${GONE}`],
		['an added label', { events: ['labelAdded'], addedLabelIds: [3001, GONE] }, `None of the inboxes has a label with the ID ${GONE}`],
		['a label that a ticket gets', { events: ['ticketFieldChanged'], changedTo: { labelIds: [GONE] } }, `None of the inboxes has a label with the ID ${GONE}`],
		['a filter by assignee', { filters: { assignee: 'gone' } }, 'There is no user "gone"'],
		['who gets a ticket', { events: ['ticketAssigned'], assignedTo: ['gone'] }, 'There is no user "gone"'],
		['who comments', { events: ['newComment'], commentAuthors: ['gone'] }, 'There is no user "gone"'],
	])('%s: refused when it is published, and in the test event', async (_what, parameters, refusal) => {
		for (const messageBoxIds of [[101], [101, 102], ['All Inboxes']]) {
			await expect(pollerOf(service, { messageBoxIds, ...parameters }).poll()).rejects.toThrow(refusal);
			await expect(pollerOf(service, { messageBoxIds, ...parameters }).poll('manual', 'manual')).rejects.toThrow(refusal);
		}
	});

	it('one that an inbox has is taken, and where the service does not show the list', async () => {
		const parameters = { messageBoxIds: [101, 102], filters: { labelIds: [3001] }, options: { includeMessages: false } };
		service.faults.add({ kind: 'status', status: 404, when: { path: /\/102\/labels/, times: 'always' } });
		const node = pollerOf(service, parameters);
		await node.poll();
		const { ticket_id } = service.store.createTicket({ message_box_id: 101, label_ids: [3001] });
		service.store.createTicket({ message_box_id: 101 });
		expect((await node.poll())?.map(({ json }) => json.ticket_id)).toEqual([ticket_id]);
		expect(node.reported).toEqual([]);
	});
});
