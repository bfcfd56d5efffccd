/** Lists of names that are longer than what one poll may read. */
import { loadOptions, pollerOf } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { letPass } from '../harness/skippedWaits';

const service = simulatorOfEachTest();

/** With 6 requests a poll, 7 pages take two polls. */
const MANY = 650;
const SMALL = { maxRequestsPerPoll: 6, includeMessages: false };
const ALL_BEGINNERS = ['customer', 'memo', 'outgoingEmail'];

const addUsers = () => {
	for (let user = 0; user < MANY; user++) service.store.addUser({ mention_name: `extra${user}`, last_name: 'Extra', first_name: `No${user}` });
};
const addLabels = () => Array.from({ length: MANY }, (_, place) => service.store.addLabel(102, { name: `Extra ${place}` }).id);

it.each([
	['an assignee', { assignee: `={{ "Extra No${MANY - 1}" }}` }],
	['a label', { labelIds: `={{ ["Extra ${MANY - 1}"] }}` }],
])('a filter by %s on the last page: the next poll goes on where this one stopped', async (_what, filters) => {
	addUsers();
	const last = addLabels().at(-1)!;
	const node = pollerOf(service, { messageBoxIds: [102], startedBy: ALL_BEGINNERS, includeNames: false, options: SMALL, filters });
	await node.poll();
	const { ticket_id } = service.store.createTicket({ message_box_id: 102, assignee: `extra${MANY - 1}`, label_ids: [last] });
	const emitted = [];
	for (let poll = 0; poll < 3; poll++) emitted.push(...((await node.poll()) ?? []));
	expect(emitted.map(({ json }) => json.ticket_id)).toEqual([ticket_id]);
	const pages = service.requests.filter(({ path }) => /users|labels/.test(path)).map(({ query }) => query.page);
	expect(pages).toEqual(['1', '2', '3', '4', '5', '6', '7']);
});

it('Include Names has the names after some polls, also of an id that is newer than the list', async () => {
	const last = addLabels().at(-1)!;
	const node = pollerOf(service, { messageBoxIds: [102], startedBy: ALL_BEGINNERS, options: SMALL });
	await node.poll();
	const namesOf = async (id: number) => {
		service.store.createTicket({ message_box_id: 102, label_ids: [id] });
		return ((await node.poll()) ?? []).map(({ json }) => json.label_names);
	};
	expect([await namesOf(last), await namesOf(last)]).toEqual([[[null]], [[`Extra ${MANY - 1}`]]]);
	const { id } = service.store.addLabel(102, { name: 'Fresh' });
	expect([await namesOf(id), await namesOf(id)]).toEqual([[[null]], [['Fresh']]]);
});

it.each([[0, 2], [60_001, 7]])('a list that could be read in part only is whole for a dropdown %i ms later: pages of the last minute are not read again', async (ms, pages) => {
	addUsers();
	const filters = { assignee: '={{ "Extra No1" }}' };
	await pollerOf(service, { messageBoxIds: [102], options: SMALL, filters }).poll();
	letPass(ms);
	service.clearRequests();
	const users = await loadOptions(service, 'getUsers');
	expect(users.map(({ name }) => name)).toEqual(expect.arrayContaining(['Extra No1', `Extra No${MANY - 1}`]));
	expect(service.requests).toHaveLength(pages);
});

it('a name that is nowhere in a long list is refused after some polls, beside one that exists', async () => {
	addUsers();
	service.store.addLabel(102, { name: 'Urgent' });
	const parameters = { messageBoxIds: [102], startedBy: ALL_BEGINNERS, includeNames: false, options: SMALL };
	const known = pollerOf(service, { ...parameters, filters: { assignee: '={{ "Extra No1" }}' } });
	for (let poll = 0; poll < 3; poll++) await known.poll();
	letPass(30 * 60_000);
	const node = pollerOf(service, { ...parameters, filters: { assignee: '={{ "Sato Hana" }}', labelIds: '={{ ["Urgent"] }}' } });
	const outcomes: string[] = [];
	for (let poll = 0; poll < 4; poll++) {
		outcomes.push(await node.poll().then(() => 'polled', ({ message }: Error) => message));
		letPass(60_000);
	}
	expect(outcomes).toContainEqual(expect.stringContaining('There is no user "Sato Hana"'));
});
