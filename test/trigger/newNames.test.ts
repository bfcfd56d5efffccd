/** Names that came to be after the list that would have them was read. */
import type { INodeParameters } from 'n8n-workflow';
import { pollerOf } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { letPass } from '../harness/skippedWaits';

const MINUTE = 60_000;
const service = simulatorOfEachTest();

const trigger = (parameters: INodeParameters, id?: string) =>
	pollerOf(service, { messageBoxIds: [101, 102], startedBy: ['customer', 'memo', 'outgoingEmail'], includeNames: false, options: { includeMessages: false }, ...parameters }, id === undefined ? {} : { node: { id } });
const URGENT = { filters: { labelIds: '={{ ["Urgent"] }}' } };
const OF_NEW_USER = { filters: { assignee: '={{ "Sato Hana" }}' } };
const addUser = () => service.store.addUser({ mention_name: 'hana', last_name: 'Sato', first_name: 'Hana' }).mention_name;
const addLabel = (name = 'Urgent') => service.store.addLabel(102, { name }).id;
const lists = () => service.requests.filter(({ path }) => /users|labels/.test(path)).map(({ path }) => path);

it.each([2, 30, 59])('a name that was refused is looked up anew %i minutes later', async (minutes) => {
	await expect(trigger(URGENT).poll()).rejects.toThrow('None of the inboxes has a label "Urgent"');
	await expect(trigger(OF_NEW_USER).poll()).rejects.toThrow('There is no user "Sato Hana"');
	const ticket = { message_box_id: 102, label_ids: [addLabel()], assignee: addUser() };
	letPass(minutes * MINUTE);
	for (const parameters of [URGENT, OF_NEW_USER]) {
		const node = trigger(parameters);
		await node.poll();
		const { ticket_id } = service.store.createTicket(ticket);
		expect((await node.poll())?.map(({ json }) => json.ticket_id)).toEqual([ticket_id]);
	}
});

it('a trigger begins with the names as they are, also where another one has read them before', async () => {
	const id = addLabel('Old');
	await trigger({ filters: { labelIds: '={{ ["Old"] }}' } }).poll();
	letPass(10 * MINUTE);
	service.store.inbox(102).labels.all().find((label) => label.id === id)!.name = 'Urgent';
	const { ticket_id } = service.store.createTicket({ message_box_id: 102, label_ids: [id] });
	const items = await trigger({ ...URGENT, startFrom: 'latestTickets' }).poll();
	expect(items?.map(({ json }) => json.ticket_id)).toEqual([ticket_id]);
});

it.each([
	['a label', { filters: { labelIds: '={{ ["Old"] }}' } }, URGENT],
	['a user', { filters: { assignee: '={{ "Yamada Aiko" }}' } }, OF_NEW_USER],
])('a trigger that has polled gets another name, of %s that is new', async (_what, before, after) => {
	addLabel('Old');
	const { poll, staticData } = trigger(before, 'changed');
	await poll();
	letPass(10 * MINUTE);
	addLabel();
	addUser();
	const changed = trigger(after, 'changed');
	Object.assign(changed.staticData, staticData);
	expect(await changed.poll()).toBeNull();
	expect(changed.reported).toEqual([]);
});

it('a name that is nowhere costs its lists once a poll', async () => {
	const node = trigger(URGENT);
	for (const after of [0, 2 * MINUTE, 1_000]) {
		letPass(after);
		service.clearRequests();
		await expect(node.poll()).rejects.toThrow('None of the inboxes has a label "Urgent"');
		// The list of 101 has two pages.
		expect(lists()).toHaveLength(3);
	}
});

it('a name that one of several inboxes has costs each list once an hour', async () => {
	addLabel();
	const node = trigger(URGENT);
	await node.poll();
	service.clearRequests();
	for (let poll = 0; poll < 50; poll++) {
		letPass(MINUTE);
		await node.poll();
	}
	expect(lists()).toEqual([]);
});
