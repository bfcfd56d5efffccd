import type { INodeParameters } from 'n8n-workflow';
import { pollerOf } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { type Fault, startSimulator } from '../simulator';
import { activated } from './activated';

const service = simulatorOfEachTest();

describe("the trigger in n8n-core's poll context", () => {
	it('takes what is there as read and emits the tickets that come after, one item each', async () => {
		const node = pollerOf(service, { messageBoxIds: [101], simplify: false });
		expect(await node.poll()).toBeNull();
		const ticket = service.store.createTicket({ title: 'First', messages: [{ body: 'Hello' }] });
		const second = service.store.createTicket({ title: 'Second' });
		const items = (await node.poll())?.map(({ json }) => json) ?? [];
		expect(items).toMatchObject([
			{ event: 'ticketCreated', message_box_id: 101, ticket_id: ticket.ticket_id, messages: [{ body: 'Hello' }] },
			{ event: 'ticketCreated', message_box_id: 101, ticket_id: second.ticket_id },
		]);
		for (const item of items) expect(item).not.toHaveProperty('shown');
		expect(await node.poll()).toBeNull();
	});

	it.each([
		['any', ['with', 'without']],
		['with', ['with']],
		['Without Attachments', ['without']],
	])('Has Attachments %s: emits %j', async (hasAttachments, titles) => {
		const poll = await activated(service, { filters: { hasAttachments } });
		service.store.createTicket({ title: 'with', messages: [{ attachments: [{ file_name: 'a.txt' }] }] });
		service.store.createTicket({ title: 'without' });
		expect((await poll()).map(({ title }) => title)).toEqual(titles);
	});

	it('emits in each of two triggers that have one id, which n8n does not check', async () => {
		const nodes = ['Trigger', 'Other trigger'].map((name) => pollerOf(service, { messageBoxIds: [101] }, { node: { id: 'same', name } }));
		for (const node of nodes) await node.poll();
		service.store.createTicket({ title: 'First' });
		for (const node of nodes) expect(await node.poll()).toMatchObject([{ json: { title: 'First' } }]);
	});

	it('simplifies an event to what most workflows use, with names and the plain text of the first message that came in; a change shows the newest one that came in', async () => {
		const poll = await activated(service, { events: ['ticketCreated', 'ticketFieldChanged'] });
		const { store } = service;
		const [user] = [...store.users.values()];
		const label = store.inbox(101).labels.all()[0];
		const html = { body: `<p>Where is it?</p>${'&amp;'.repeat(1_200)}`, is_html: true, from: 'anna@mail.example', reply_to: 'Hana <hana@mail.example>', cc: 'boss@mail.example', sent_at: store.now() - 60_000, created_at: store.now() - 60_000 };
		const [answer, thanks] = [{ body: 'Dear customer', action_cd: 'sent' as const }, { body: 'Thank you' }];
		const ticket = store.createTicket({ title: 'My parcel', assignee: user.mention_name, label_ids: [label.id], messages: [html, answer, thanks, answer] });
		expect(await poll()).toEqual([{
			event: 'ticketCreated',
			ticket_id: ticket.ticket_id,
			title: 'My parcel',
			status_cd: 'open',
			status_name: 'Open',
			message_box_id: 101,
			message_box_name: 'Support',
			created_at: expect.stringMatching(/Z$/),
			last_updated_at: expect.stringMatching(/Z$/),
			message_id: ticket.messages[0].message_id,
			from: 'anna@mail.example',
			from_name: null,
			from_email: 'anna@mail.example',
			reply_to_email: 'hana@mail.example',
			cc: 'boss@mail.example',
			text: `Where is it?\n\n${'&'.repeat(986)}… [cut: 214 more characters]`,
			sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			method_cd: 'mail',
			method_name: 'Email',
			assignee: user.mention_name,
			assignee_name: `${user.last_name} ${user.first_name}`,
			label_ids: [label.id],
			label_names: [label.name],
		}]);
		store.editTicket(ticket.ticket_id, { status_cd: 'closed' });
		expect(await poll()).toMatchObject([{ event: 'ticketFieldChanged', text: 'Thank you', changes: { status_cd: { from: 'open', to: 'closed' } } }]);
	});

	it.each([
		[false, ['ticketCreated', 'newMessage', 'newMessage']],
		[true, ['ticketCreated', 'newMessage']],
	])('a new ticket with a message, Skip First Message %s: %j with what comes later', async (skipFirstMessage, emitted) => {
		const poll = await activated(service, { events: ['ticketCreated', 'newMessage'], skipFirstMessage });
		const { ticket_id } = service.store.createTicket();
		const first = await poll();
		service.store.addMessage(ticket_id);
		expect([...first, ...(await poll())].map(({ event }) => event)).toEqual(emitted);
	});

	it.each([0, 5])('begins with the tickets of the last days, where the clock of n8n is %d days ahead', async (ahead) => {
		const DAY = 24 * 3_600_000;
		const late = await startSimulator({ clock: () => Date.now() - ahead * DAY, seed: { tickets: 0 } });
		const { store } = late;
		const at = (days: number) => ({ created_at: store.now() - days * DAY, messages: [{ sent_at: store.now() - days * DAY }] });
		store.createTicket({ title: 'older', ...at(4) });
		const node = pollerOf(late, { messageBoxIds: [101], startFrom: 'daysAgo', startDays: 3 });
		const { ticket_id } = store.createTicket({ title: 'of these days', ...at(2) });
		const items = [...((await node.poll()) ?? []), ...((await node.poll()) ?? [])];
		expect(items.map(({ json }) => json.ticket_id)).toEqual([ticket_id]);
		await late.stop();
	});

	it('searches for news without an end, which a service may refuse as too far ahead', async () => {
		const poll = await activated(service, { events: ['newMessage'] });
		const { ticket_id } = service.store.createTicket();
		service.clearRequests();
		expect(await poll()).toMatchObject([{ ticket_id }]);
		expect(service.requests[0]).toMatchObject({ method: 'POST', body: { since: expect.any(String) } });
		expect(service.requests[0].body).not.toHaveProperty('until');
	});

	it('watches several inboxes, given as numbers, as text or by expression', async () => {
		const node = pollerOf(service, { messageBoxIds: '={{ ["101", 102] }}', events: ['newMessage'] });
		await node.poll();
		const tickets = [101, 102].map((message_box_id) => service.store.createTicket({ message_box_id }).ticket_id);
		expect((await node.poll())?.map(({ json }) => json.ticket_id)).toEqual(tickets);
		expect(Object.keys((node.staticData.state as { inboxes: object }).inboxes)).toEqual(['101', '102']);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['no inbox', { messageBoxIds: [] }, /Inboxes is empty/],
		['an inbox that is no id', { messageBoxIds: [true] }, /Inboxes: true is not an id/],
		['no event', { messageBoxIds: [101], events: [] }, /Events is empty/],
		['no date', { messageBoxIds: [101], startFrom: 'date', startDate: '' }, /Start Date is empty/],
		['one misspelt letter in a date', { messageBoxIds: [101], startFrom: 'date', startDate: '={{ $now.minus({ days: $vars.dayz }) }}' }, /^Start Date: .* is now or later, so that nothing from before would be emitted/],
		['too many days', { messageBoxIds: [101], startFrom: 'daysAgo', startDays: 91 }, /^Number of Days: 91 is not possible/],
		['a count that is too high', { messageBoxIds: [101], startFrom: 'latestTickets', startCount: 5_000 }, /Number of Tickets: 5000/],
		['a look-back of nothing', { messageBoxIds: [101], options: { lookbackHours: 0 } }, /Lookback: 0/],
	])('refuses %s before any request', async (_name, parameters, message) => {
		await expect(pollerOf(service, parameters).poll()).rejects.toThrow(message);
		expect(service.requests).toHaveLength(0);
	});

	it("loses nothing when this machine's clock is set back during the very first request", async () => {
		const begin = Date.now() - performance.now();
		const steady = await startSimulator({ clock: () => begin + performance.now() });
		const real = Date.now;
		steady.interludes.add('before', {}, () => {
			jest.spyOn(Date, 'now').mockImplementation(() => real() - 10 * 60_000);
		});
		const node = pollerOf(steady, { messageBoxIds: [101], simplify: false });
		expect(await node.poll()).toBeNull();
		expect(Date.now()).toBeLessThan(real() - 9 * 60_000);
		const tickets = [1, 2, 3].map(() => steady.store.createTicket().ticket_id);
		expect((await node.poll())?.map(({ json }) => json.ticket_id)).toEqual(tickets);
		jest.restoreAllMocks();
		await steady.stop();
	});

	it('names the inbox that does not exist, and says at once that the token is wrong', async () => {
		await expect(pollerOf(service, { messageBoxIds: [999] }).poll()).rejects.toThrow('Inbox 999: Not found');
		const stranger = { baseUrl: service.baseUrl, token: 'wrong' };
		await expect(pollerOf(stranger, { messageBoxIds: [101] }).poll()).rejects.toThrow(/token/);
	});
});

describe('a failure of one inbox beside others', () => {
	it.each<[Fault, RegExp]>([
		[{ kind: 'status', status: 404, body: { message: 'Message box not found' } }, /^Inbox 102: Not found: Message box not found$/],
		[{ kind: 'status', status: 403 }, /^Inbox 102: The service denied access although requests are left/],
		[{ kind: 'status', status: 400 }, /^Inbox 102: The service refused the values/],
		[{ kind: 'status', status: 500 }, /^Inbox 102: The service failed \(500\)/],
		[{ kind: 'status', status: 503 }, /^Inbox 102: The service is under maintenance \(503\)/],
		[{ kind: 'resetBefore' }, /^Inbox 102: The connection broke before the answer came/],
		[{ kind: 'cutJson' }, /^Inbox 102: The answer was cut off$/],
	])('names it: %j', async (fault, message) => {
		const node = pollerOf(service, { messageBoxIds: [101, 102] });
		await node.poll();
		service.faults.add({ ...fault, when: { path: /\/102\//, times: 'always' } });
		for (let polls = 0; polls < 5; polls++) expect(await node.poll()).toBeNull();
		expect(node.reported.map((error) => error.message)).toEqual([expect.stringMatching(message)]);
	});

	it('is none where all inboxes have it', async () => {
		const node = pollerOf(service, { messageBoxIds: [101, 102] });
		await node.poll();
		service.faults.add({ kind: 'status', status: 401, when: { times: 'always' } });
		await expect(node.poll()).rejects.toThrow(/^The access token/);
	});
});

describe('Fetch Test Event', () => {
	const sample = async (parameters: INodeParameters) => await pollerOf(service, { messageBoxIds: [101], ...parameters }).poll('manual', 'manual');

	it('shows for each chosen event what real events look like, and keeps no trace of it', async () => {
		const events = ['ticketCreated', 'newMessage', 'ticketFieldChanged'];
		const parameters = { messageBoxIds: [101], events };
		const node = pollerOf(service, parameters);
		const shown = await node.poll('manual', 'manual');
		expect(node.staticData).toEqual({});

		await node.poll();
		const ticket = service.store.createTicket();
		const created = await node.poll();
		service.store.editTicket(ticket.ticket_id, { status_cd: 'closed' });
		const changed = await node.poll();
		const real = [...(created ?? []), ...(changed ?? [])];
		expect(shown).toHaveLength(3);
		for (const { json } of shown ?? []) {
			const same = real.find((item) => item.json.event === json.event);
			expect(Object.keys(json).sort()).toEqual(Object.keys(same?.json ?? {}).sort());
		}
	});

	it('explains a ticket, from what the polls of the published workflow know', async () => {
		const explaining = (ticket: number | string) => ({ options: { debugTicketId: ticket } });
		const parameters: INodeParameters = { messageBoxIds: [101], events: ['ticketCreated', 'newMessage'], filters: { statusCds: ['open'] } };
		const of = { node: { id: 'explained' } };
		const [plain, node] = [pollerOf(service, parameters), pollerOf(service, { ...parameters, ...explaining(1) }, of)];
		await Promise.all([plain.poll(), node.poll()]);
		const { ticket_id } = service.store.createTicket({ status_cd: 'closed' });
		const open = service.store.createTicket();
		const published = await node.poll();
		expect(published?.map(({ json }) => [json.event, json.ticket_id])).toEqual([['ticketCreated', open.ticket_id], ['newMessage', open.ticket_id]]);
		expect((await plain.poll())?.map(({ json }) => json)).toEqual(published?.map(({ json }) => json));

		const stored = JSON.stringify(node.staticData);
		const asked = service.requests.length;
		const editor = pollerOf(service, { ...parameters, ...explaining(`#${ticket_id}`) }, of);
		const reason = 'Statuses: the ticket is Closed, chosen: Open.';
		const shown = await editor.poll('manual', 'manual');
		expect(shown?.map(({ json }) => json)).toEqual([
			{
				ticket_id,
				message_box_id: 101,
				state_source: 'memory',
				read_until: expect.stringMatching(/^\d{4}-.*Z$/),
				events: [
					{ event: 'ticketCreated', result: 'skipped', reason: expect.stringContaining(reason) },
					{ event: 'newMessage', message_id: expect.any(Number), result: 'skipped', reason: expect.stringContaining(reason) },
				],
			},
		]);
		expect(service.requests.slice(asked).map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /api/v2/101/tickets/${ticket_id}`]);
		expect([JSON.stringify(node.staticData), editor.staticData]).toEqual([stored, {}]);
		await expect(pollerOf(service, { ...parameters, ...explaining('Order') }).poll('manual', 'manual')).rejects.toThrow('"Order" is not an id');
		await expect(pollerOf(service, { ...parameters, ...explaining('') }).poll('manual', 'manual')).rejects.toThrow('Debug Ticket ID');
		await expect(pollerOf(service, { ...parameters, ...explaining('') }).poll()).resolves.toBeNull();
	});

	it('invents nothing: what a field was before is not known', async () => {
		const { ticket_id } = service.store.createTicket({ label_ids: [3001] });
		const items = await sample({ events: ['labelAdded'], addedLabelIds: [3001] });
		expect(items?.map(({ json }) => json)).toMatchObject([{ ticket_id, changes: { label_ids: { from: null, to: [3001] } } }]);
	});

	it.each<[string, INodeParameters]>([
		['added labels', { events: ['labelAdded'], addedLabelIds: [3001, 3002] }],
		['an assignee', { events: ['ticketAssigned'], assignedTo: ['user02'] }],
		['Changed To: a label', { events: ['ticketFieldChanged'], changedTo: { labelIds: [3001, 3002] } }],
		['Changed To: an assignee', { events: ['ticketFieldChanged'], changedTo: { assignee: 'user02' } }],
		['Changed To: a status', { events: ['ticketFieldChanged'], changedTo: { statusCds: ['ongoing', 'unwanted'] } }],
		['Changed To: a color', { events: ['ticketFieldChanged'], changedTo: { colorCds: ['pink', 'blue'] } }],
		['Changed To: a label or a status', { events: ['ticketFieldChanged'], changedTo: { labelIds: [3001], statusCds: ['unwanted'] } }],
		['a filter by labels', { filters: { labelIds: [3001, 3002] } }],
		['a filter by labels, and an added one', { events: ['labelAdded'], addedLabelIds: [3002], filters: { labelIds: [3001, 3003] } }],
	])('finds an old ticket among newer ones that do not fit: %s', async (_what, parameters) => {
		const { store } = service;
		for (const id of [...store.tickets.keys()]) store.removeTicket(id);
		const { ticket_id } = store.createTicket({ assignee: 'user02', label_ids: [3002, 3003], status_cd: 'unwanted', color_cd: 'blue' });
		for (let newer = 0; newer < 25; newer++) store.createTicket({ assignee: 'user01', label_ids: [], status_cd: 'open', color_cd: null });
		expect((await sample(parameters))?.map(({ json }) => json.ticket_id)).toEqual([ticket_id]);
	});

	it.each<[string, INodeParameters]>([
		['ids', {}],
		['names', { filters: { labelIds: '={{ ["Urgent"] }}' } }],
	])('shows a ticket beside an inbox that cannot be read, and names that inbox if there is none, with %s', async (_what, parameters) => {
		const { id } = service.store.addLabel(102, { name: 'Urgent' });
		const { ticket_id } = service.store.createTicket({ message_box_id: 102, label_ids: [id] });
		const several = { messageBoxIds: [999, 102], ...parameters };
		expect((await sample(several))?.map(({ json }) => json.ticket_id)).toEqual([ticket_id]);
		for (const each of [...service.store.tickets.keys()]) service.store.removeTicket(each);
		await expect(sample(several)).rejects.toThrow('Inbox 999');
	});

	it("shows since when a customer waits, where n8n's clock is a day behind", async () => {
		const ahead = await startSimulator({ clock: () => Date.now() + 24 * 3_600_000, seed: { tickets: 0 } });
		const { messages } = ahead.store.createTicket({ created_at: ahead.store.now() - 3_600_000 });
		const shown = await pollerOf(ahead, { messageBoxIds: [101], events: ['ticketUnanswered'] }).poll('manual', 'manual');
		expect(shown?.map(({ json }) => Date.parse(String(json.waiting_since)))).toEqual([messages[0].sent_at]);
		await ahead.stop();
	});

	it('says clearly that an inbox is empty', async () => {
		for (const id of [...service.store.tickets.keys()]) service.store.removeTicket(id);
		await expect(sample({})).rejects.toThrow('There is no ticket to show yet');
	});
});
