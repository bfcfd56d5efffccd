import { type IDataObject, type INode, type INodeParameters, type NodeParameterValueType, NodeHelpers } from 'n8n-workflow';
import { SupportInbox } from '../../../nodes/SupportInbox/SupportInbox.node';
import type { RunSettings } from '../../harness/engine';
import type { TicketInput } from '../../simulator';
import { withoutLists } from '../sent';
import { byId, emptyItems, serviceFor } from '../service';

const service = serviceFor('ticket', 'update');
const TICKET = 1201;
const REASON = 202;
const PATH = `101/tickets/${TICKET}`;
const ticket = () => service.simulator.store.ticket(TICKET);
const given = (input: TicketInput = {}) => service.simulator.store.createTicket({ id: TICKET, message_box_id: 101, ...input });

/** Runs the update with the values where the editor stores them: a few beside the ticket, the others in the collection. */
const update = async ({ statusCd, assignee, labels, ...updateFields }: INodeParameters, settings: RunSettings = {}) => {
	const first = Object.entries({ statusCd, assignee, labels }).filter(([, value]) => value !== undefined);
	return await service.run({ ticketId: byId(TICKET), ...Object.fromEntries(first), updateTicketFields: updateFields }, settings);
};
/** How the labels or classifications are to change, as the editor stores it. */
const labels = (mode: string, labelIds: NodeParameterValueType) => ({ labels: { values: { mode, labelIds } } });
const classes = (mode: string, caseCategoryIds: NodeParameterValueType) => ({ classifications: { values: { mode, caseCategoryIds } } });
/** The bodies of the updates that arrived. */
const bodies = () => service.sent().filter(({ method }) => method === 'PUT').map(({ body }) => body);
const methods = () => withoutLists(service.sent()).map(({ method }) => method);

describe('clearing', () => {
	it('sends null and empty lists where that is chosen, and nothing that was not set', async () => {
		given({ assignee: 'user01', color_cd: 'red', label_ids: [3001], case_category_ids: [5001] });
		await update({ statusCd: 'closed', assignee: '__none__', colorCd: '__none__', ...classes('removeAll', []), ...labels('removeAll', []) });
		expect(bodies()).toEqual([
			{ status_cd: 'closed', assignee: null, color_cd: null, case_category_ids: [], label_ids: [] },
		]);
		expect(ticket()).toMatchObject({ assignee: null, color_cd: null, case_category_ids: [], label_ids: [] });
	});

	it.each<[string, string]>([['assignee', 'Assignee'], ['colorCd', 'Color'], ['pendingReasonId', 'Pending Reason']])('never by an empty column: null is refused in %s', async (name, label) => {
		given({ assignee: 'user01', color_cd: 'red' });
		await expect(update({ [name]: '={{ null }}' })).rejects.toThrow(`${label}: null is not accepted`);
		expect(service.sent()).toEqual([]);
	});

	it('clears the pending reason only when asked to', async () => {
		given({ status_cd: 'ongoing', pending_reason_id: 201 });
		await update({ pendingReasonId: '__none__' });
		expect(service.sent()).toEqual([{ method: 'PUT', path: PATH, query: {}, body: { pending_reason_id: null } }]);
		expect(ticket()).toMatchObject({ status_cd: 'ongoing', pending_reason_id: null });
	});
});

describe('the pending reason', () => {
	it('stays when the update does not mention it', async () => {
		given({ status_cd: 'ongoing', pending_reason_id: 201 });
		await update({ colorCd: 'blue' });
		// The list of pending reasons shows whether a snooze is reset.
		expect(service.sent().map(({ path }) => path)).toEqual([`101/tickets/${TICKET}`, '101/pending_reasons', `101/tickets/${TICKET}`]);
		expect(bodies()).toEqual([{ color_cd: 'blue', pending_reason_id: 201 }]);
		expect(ticket().pending_reason_id).toBe(201);
	});

	it('goes when the status leaves On Hold, without a look at the ticket', async () => {
		given({ status_cd: 'ongoing', pending_reason_id: 201 });
		await update({ statusCd: 'closed' });
		expect(methods()).toEqual(['PUT']);
		expect(ticket().pending_reason_id).toBeNull();
	});

	it("comes back at the reason's own time, a predefined one or a given one in the workflow's time zone", async () => {
		given();
		const onHold = { statusCd: 'ongoing', pendingReasonId: REASON };
		await update(onHold);
		await update({ ...onHold, snoozeTerm: 'today' });
		await update({ ...onHold, snoozeTime: { at: { time: '2099-05-01T09:00:00' } } }, { timezone: 'Asia/Tokyo' });
		const base = { status_cd: 'ongoing', pending_reason_id: REASON };
		expect(bodies()).toEqual([
			base,
			{ ...base, snooze_term: 'today' },
			{ ...base, snooze_time: '2099-05-01T09:00:00.000+09:00' },
		]);
	});
});

it('snoozes a ticket that waits already without choosing its reason again', async () => {
	given({ status_cd: 'ongoing', pending_reason_id: REASON });
	await update({ snoozeTerm: 'next_month', snoozeComment: 'Again' });
	expect(bodies()).toEqual([{ pending_reason_id: REASON, snooze_term: 'next_month', snooze_comment: 'Again' }]);
});

it('refuses to snooze a ticket that waits for nothing, after a look at it', async () => {
	given({ status_cd: 'ongoing' });
	await expect(update({ snoozeTerm: 'today' })).rejects.toThrow('A snooze needs a pending reason');
	expect(methods()).toEqual(['GET']);
});

describe('labels and classifications', () => {
	const before = { label_ids: [3001, 3002], case_category_ids: [5001, 5002] };
	it.each([
		['replace', [3002, 3003], [5002, 5003]],
		['add', [3001, 3002, 3003], [5001, 5002, 5003]],
		['remove', [3001], [5001]],
		['removeAll', [], []],
	])('%s', async (mode, labelIds, caseCategoryIds) => {
		given(before);
		await update({ ...labels(mode, [3002, 3003]), ...classes(mode, [5002, 5003]), statusCd: 'closed' });
		expect(bodies()).toEqual([{ status_cd: 'closed', label_ids: labelIds, case_category_ids: caseCategoryIds }]);
	});

	it('adds where nobody chose how, keeping what is there', async () => {
		given(before);
		await update({ statusCd: 'closed', labels: { values: { labelIds: [3003] } }, classifications: { values: { caseCategoryIds: '5003' } } });
		expect(bodies()).toEqual([{ status_cd: 'closed', label_ids: [3001, 3002, 3003], case_category_ids: [5001, 5002, 5003] }]);
	});

	it('leaves them alone where nothing was added', async () => {
		given(before);
		await update({ statusCd: 'closed', labels: {}, classifications: {} });
		expect(bodies()).toEqual([{ status_cd: 'closed' }]);
		expect(ticket()).toMatchObject(before);
	});

	it.each([['Labels', labels('={{ $json.mode }}', '={{ $json.chosen }}'), 'Order'], ['Classifications', classes('={{ $json.mode }}', '={{ $json.chosen }}'), 5001]])('refuses to remove all beside what is chosen by expression: %s', async (label, change, chosen) => {
		given(before);
		await expect(update(change, { items: [{ json: { mode: 'Remove All', chosen } }] })).rejects.toThrow(`${label}: Remove All takes away more than the ${label.toLowerCase()} that are chosen beside it`);
		expect(bodies()).toEqual([]);
	});

	it('keeps the labels that two items of one run add to the same ticket', async () => {
		given({ label_ids: [3001] });
		const items = await update(labels('add', '={{ [3010 + $itemIndex] }}'), { items: emptyItems(5) });
		expect(ticket().label_ids).toEqual([3001, 3010, 3011, 3012, 3013, 3014]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3, 4].map((item) => ({ item })));
	});

	it('keeps the labels that two executions add to the same ticket at once', async () => {
		given({ label_ids: [3001] });
		await Promise.all([3010, 3011, 3012].map(async (label) => await update(labels('add', [label]))));
		expect([...ticket().label_ids].sort()).toEqual([3001, 3010, 3011, 3012]);
	});
});

describe('refused before a request', () => {
	afterEach(() => expect(service.sent()).toEqual([]));

	it.each<[string, INodeParameters, RegExp]>([
		['no label to add', labels('add', []), /^Labels: No label is chosen/],
		['no label to remove', labels('remove', ''), /^Labels: No label is chosen/],
		['a reason with another status', { statusCd: '={{ "closed" }}', pendingReasonId: 201 }, /needs the status On Hold/],
		['a snooze without a reason', { pendingReasonId: '={{ "__none__" }}', snoozeTerm: 'today' }, /needs a pending reason/],
		['a comment for nobody', { assignee: '={{ "__none__" }}', assignComment: 'Hello' }, /needs an assignee/],
		['a comment where the assignee stays as it is', { statusCd: 'open', assignComment: 'Hello' }, /needs an assignee/],
		['a return time with another status', { statusCd: 'open', snoozeTime: { at: { time: '2099-05-01T09:00:00Z' } } }, /needs a pending reason/],
		['a snooze comment with no reason', { pendingReasonId: '__none__', snoozeComment: 'Ask' }, /needs a pending reason/],
		['two return times', { statusCd: 'ongoing', pendingReasonId: REASON, snoozeTerm: 'today', snoozeTime: { at: { time: '2099-05-01T09:00:00Z' } } }, /^Two return times are set/],
		['a return time that an expression does not find, beside a predefined one', { statusCd: 'ongoing', pendingReasonId: 202, snoozeTerm: 'today', snoozeTime: { at: { time: '={{ $json.mistyped }}' } } }, /^Snooze Until \(Time\): There is no value/],
	])('%s', async (_what, updateFields, message) => {
		await expect(update(updateFields)).rejects.toThrow(message);
	});
});

describe('before a run', () => {
	/** What n8n marks red in the editor, and does not run. */
	const issuesOf = (more: INodeParameters) => {
		const parameters = { resource: 'ticket', operation: 'update', messageBoxId: byId(101), ticketId: byId(TICKET), ...more };
		const { description } = new SupportInbox();
		const issues = NodeHelpers.getNodeParametersIssues(description.properties, { parameters, typeVersion: 1 } as unknown as INode, description);
		return Object.values(issues?.parameters ?? {}).flat();
	};

	it.each(['add', 'remove', 'replace'])('n8n marks an empty list of labels red with the mode %s', (mode) => {
		expect(issuesOf(labels(mode, []))).toEqual(['Parameter "Label Names or IDs" is required.']);
	});

	it.each<[string, INodeParameters]>([
		['all are removed', labels('removeAll', [])],
		['labels are chosen', labels('add', [3001])],
		['the mode comes by expression and the list as well', labels('={{ $json.mode }}', '={{ [] }}')],
	])('n8n marks nothing red where %s', (_what, more) => {
		expect(issuesOf(more)).toEqual([]);
	});
});

describe('Return', () => {
	const returned = { statusCd: 'closed', ...labels('add', [3002]) };
	const run = async (parameters: INodeParameters, settings?: RunSettings) => {
		const { statusCd, labels: change } = returned;
		return await service.run({ ticketId: byId(`#${TICKET}`), statusCd, labels: change, ...parameters }, settings);
	};

	it('gives the updated ticket, without its messages', async () => {
		given({ title: 'Where is it?', label_ids: [3001] });
		const items = await run({ return: 'updatedTicket', includeNamesInUpdatedTicket: false });
		expect(methods()).toEqual(['GET', 'PUT', 'GET']);
		const json = { ticket_id: TICKET, message_box_id: 101, title: 'Where is it?', status_cd: 'closed', label_ids: [3001, 3002] };
		expect(items).toMatchObject([{ json, pairedItem: { item: 0 } }]);
		expect(items[0].json).not.toHaveProperty('messages');
	});

	it('adds names, and gives all fields without Simplify', async () => {
		given({ label_ids: [3001], assignee: 'user01' });
		const [{ json }] = await run({ return: 'updatedTicket', simplifyUpdatedTicket: false });
		expect(json).toMatchObject({ color_cd: null, color_name: null, status_name: 'Closed', assignee_name: 'Yamada Aiko', label_names: ['Order', 'Order/Delivery'], message_box_name: 'Support' });
	});

	it('asks for nothing more where success is enough', async () => {
		given({ label_ids: [3001] });
		const [{ json }] = await run({ return: 'success', includeNamesInUpdatedTicket: true });
		expect(json).toEqual({ success: true, message_box_id: 101, ticket_id: TICKET });
		expect(methods()).toEqual(['GET', 'PUT']);
	});

	it('gives what it changed, as it was and as it is, and names what nobody can put back', async () => {
		given({ status_cd: 'ongoing', pending_reason_id: REASON, label_ids: [3001], assignee: 'user01', color_cd: 'red' });
		const change = { updateTicketFields: { colorCd: 'red', approvalRequired: true } };
		const [{ json }] = await run({ return: 'beforeAndAfter', assignee: 'user02', ...change });
		expect(json).toMatchObject({
			success: true,
			before: { status_cd: 'ongoing', pending_reason_id: REASON, label_ids: [3001], assignee: 'user01' },
			after: { status_cd: 'closed', pending_reason_id: null, label_ids: [3001, 3002], assignee: 'user02', approval_required: true },
		});
		expect(json.before).not.toHaveProperty('color_cd');
		// Whether the reason snoozes is read as always.
		expect(service.sent().filter(({ path }) => !/labels|users/.test(path)).map(({ method, path }) => [method, path])).toEqual([['GET', PATH], ['GET', '101/pending_reasons'], ['PUT', PATH]]);
		const shown = Object.entries(json.after as IDataObject).filter(([name]) => name !== 'approval_required' && !/_names?$/.test(name));
		expect(ticket()).toMatchObject(Object.fromEntries(shown));
	});

	it('has names beside ids where their lists were read before, and spends no request on them', async () => {
		given({ status_cd: 'open', assignee: 'user01' });
		const change = { ticketId: byId(TICKET), statusCd: 'unwanted', assignee: '__none__', return: 'beforeAndAfter' };
		const [{ json }] = await service.run(change);
		expect(Object.entries(json.before as IDataObject)).toEqual([['status_cd', 'open'], ['status_name', 'Open'], ['assignee', 'user01'], ['assignee_name', null]]);
		expect(methods()).toEqual(['GET', 'PUT']);
		await service.run({ ...change, statusCd: 'open', assignee: 'user02', ...labels('add', [3001]) });
		const sent = service.sent().length;
		const [again] = await service.run({ ...change, ...labels('add', [3002]) });
		expect(again.json).toMatchObject({
			before: { status_name: 'Open', assignee_name: 'Yamada Ben', label_names: ['Order'] },
			after: { status_name: 'No Action Needed', assignee_name: null, label_names: ['Order', 'Order/Delivery'] },
		});
		expect(service.sent().slice(sent).map(({ method }) => method)).toEqual(['GET', 'PUT']);
	});

	it('says that the update was done when the ticket cannot be read afterwards', async () => {
		given();
		service.simulator.faults.add({ kind: 'status', status: 404, body: { message: 'gone' }, when: { method: 'GET' } });
		await expect(service.run({ ticketId: byId(TICKET), statusCd: 'closed', return: 'updatedTicket' })).rejects.toMatchObject({
			message: 'The ticket was updated, but it could not be read afterwards',
			description: expect.stringContaining('does not need to be done again'),
		});
		expect(ticket().status_cd).toBe('closed');
	});
});
