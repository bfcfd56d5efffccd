/** Dry Run of a credential or a node: everything is read and checked, and nothing is written. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { resources } from '../../nodes/SupportInbox/resources';
import { book, MARK } from '../faults/entries';
import { ROWS, semanticsOf } from '../faults/run';
import { pollerOf, runNode, type RunSettings, type Service } from '../harness/engine';
import { execute } from '../harness/execution';
import { sampled } from '../harness/scope';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId, INBOX } from '../resources/service';
import { startSimulator, type Simulator } from '../simulator';

const WRITING = ROWS.filter(({ operation }) => semanticsOf(operation) !== 'safe');
const NOON = Date.parse('2026-03-02T12:00:00Z');
/** Searches and transcripts are read by POST. */
const isWrite = ({ method, path }: { method: string; path: string }) => method !== 'GET' && !/search$|\/chats\//.test(path);

const simulator = simulatorOfEachTest({ seed: { tickets: 3 } });

const inDryRun = ({ baseUrl, token }: Simulator): Service => ({ baseUrl, token, credential: { dryRun: true } });
const writesTo = (simulator: Simulator) => simulator.requests.filter(isWrite);
const json = (items: INodeExecutionData[]) => items.map((item) => item.json);

it('the table has every writing operation', () => {
	const writing = resources.flatMap(({ value, operations }) => operations.filter((operation) => semanticsOf(operation) !== 'safe').map((operation) => `${value}.${operation.value}`));
	expect(WRITING.map(({ name }) => name).sort()).toEqual(writing.sort());
});

it('an execution that rehearsed a write has custom data that says so, and no other one', async () => {
	const mail = { resource: 'email', operation: 'send', messageBoxId: byId(INBOX), mailAccountId: 401, to: '=a{{ $itemIndex }}@mail.example', subject: 'Hello', body: 'Soon' };
	const read = { resource: 'ticket', operation: 'getAll', messageBoxId: byId(INBOX) };
	const customData = async (service: Service, parameters: INodeParameters) => (await execute(service, parameters, { items: [{ json: {} }, { json: {} }] })).customData;
	expect(await customData(inDryRun(simulator), mail)).toEqual({ dry_run: 'true' });
	expect(await customData(inDryRun(simulator), read)).toBeUndefined();
	expect(await customData(simulator, mail)).toBeUndefined();
});

const READING = ROWS.filter(({ operation }) => semanticsOf(operation) === 'safe');

it.each(sampled(READING, ({ resource, operation }) => [operation.method, operation.answer.shape, resource === 'ticket' && operation.value]))('$name: a read gives what it always gives', async ({ resource, operation, entry }) => {
	const parameters = { resource, operation: operation.value, ...entry.parameters(simulator) };
	expect(json(await runNode(inDryRun(simulator), parameters))).toEqual(json(await runNode(simulator, parameters)));
});

it('the trigger emits what it always emits', async () => {
	const poller = pollerOf(inDryRun(simulator), { messageBoxIds: [INBOX], events: ['ticketCreated'] });
	await poller.poll('trigger');
	const { ticket_id } = simulator.store.createTicket({ message_box_id: INBOX });
	const [{ json: event }] = (await poller.poll('trigger'))!;
	expect(event).toMatchObject({ event: 'ticketCreated', ticket_id });
	expect(event).not.toHaveProperty('dry_run');
});

const inbox = { messageBoxId: byId(INBOX) };

/** Writes that read first, or that are another request than the operation's own. */
type Way = [string, (simulator: Simulator) => INodeParameters];
const WAYS: Way[] = [
	['contact.upsert creates', () => ({ resource: 'contact', operation: 'upsert', ...book, findBy: 'systemId1', systemId1: 'new', lastName: MARK })],
	['ticket.update adds a label and keeps the pending reason', ({ store }) => {
		const { ticket_id } = store.createTicket({ message_box_id: INBOX, status_cd: 'ongoing', pending_reason_id: 201, label_ids: [3001] });
		return { resource: 'ticket', operation: 'update', ...inbox, ticketId: byId(ticket_id), labels: { values: { mode: 'add', labelIds: [3002] } } };
	}],
	['ticket.update with names', ({ store }) => {
		const { ticket_id } = store.createTicket({ message_box_id: INBOX, label_ids: [3001, 3002] });
		const { name } = store.inbox(INBOX).labels.all()[1];
		return { resource: 'ticket', operation: 'update', ...inbox, ticketId: byId(ticket_id), statusCd: 'closed', labels: { values: { mode: 'remove', labelIds: [name] } } };
	}],
	['ticket.update with two comments', ({ store }) => {
		const { ticket_id } = store.createTicket({ message_box_id: INBOX });
		return { resource: 'ticket', operation: 'update', ...inbox, ticketId: byId(ticket_id), assignee: 'user01', updateTicketFields: { assignComment: MARK } };
	}],
	['memo.create keeps status and title', ({ store }) => {
		const { ticket_id } = store.createTicket({ message_box_id: INBOX, status_cd: 'ongoing', pending_reason_id: 201 });
		return { resource: 'memo', operation: 'create', ...inbox, memoTicketId: byId(ticket_id), memoBody: MARK };
	}],
	['email.reply takes from the ticket what is not given', ({ store }) => {
		const to = store.inbox(INBOX).mailAccounts[0].email;
		const { ticket_id } = store.createTicket({ message_box_id: INBOX, messages: [{ from: 'anna@mail.example', to, title: 'Where is it?' }] });
		return { resource: 'email', operation: 'reply', ...inbox, replyTicketId: byId(ticket_id), body: MARK };
	}],
	['email.send with a template', ({ store }) => {
		const { mailAccounts, templates } = store.inbox(INBOX);
		return { resource: 'email', operation: 'send', ...inbox, mailAccountId: mailAccounts[0].mail_account_id, to: 'a@example.com', templateId: templates.find(({ text_body }) => !/{{|\[\[/.test(String(text_body)))!.template_id };
	}],
	['label.create under another', ({ store }) => ({ resource: 'label', operation: 'create', ...inbox, name: MARK, createLabelFields: { parentId: store.inbox(INBOX).labels.all()[0].id } })],
];

/** Each operation that writes, and some of them in other ways. */
const OF_TABLE = WRITING.map(({ name, resource, operation, entry }): Way => [name, (simulator) => ({ resource, operation: operation.value, ...entry.parameters(simulator) })]);

it.each([...OF_TABLE, ...WAYS])('%s: it reads as always, writes nothing, and its item has what the real run sends, byte for byte', async (what, parametersIn) => {
	const [real, tried] = await Promise.all(['real', 'rehearsed'].map(async (run) => await startSimulator({ token: `${run}: ${what}`.replace(/\W+/g, '-'), clock: () => NOON, seed: { tickets: 3 }, rateLimit: { limit: 10_000 } })));
	const [realParameters, triedParameters] = [parametersIn(real), parametersIn(tried)];
	jest.spyOn(Date, 'now').mockReturnValue(NOON);
	const [first] = json(await runNode(inDryRun(tried), triedParameters));
	const [realFirst] = json(await runNode(real, realParameters));
	jest.restoreAllMocks();
	const [{ method, path, body = {} }] = writesTo(real);
	expect(Object.keys(first).slice(0, 4)).toEqual(['dry_run', 'method', 'path', 'body']);
	expect(JSON.stringify([first.method, first.path, first.body])).toBe(JSON.stringify([method, path, body]));
	// The shape of the real output, beside what is said of the dry run; what is created has no ID yet.
	expect(Object.keys(first).filter((name) => !['dry_run', 'method', 'path', 'body', 'before', 'after'].includes(name))).toEqual(Object.keys(realFirst).filter((name) => name !== 'before'));
	for (const [name, value] of Object.entries(realFirst)) {
		const isCreated = method === 'POST' && /_id$/.test(name) && !['message_box_id', 'customer_group_id'].includes(name) && first[name] === null;
		expect([name, first[name]]).toEqual([name, isCreated ? null : value]);
	}
	// A difference may take a read that the write itself does without.
	const reads = ({ requests }: Simulator) => requests.filter((request) => !isWrite(request)).map((request) => `${request.method} ${request.path}`);
	expect(reads(tried)).toEqual(expect.arrayContaining(reads(real)));
	expect(writesTo(tried)).toEqual([]);
	for (const simulator of [real, tried]) {
		simulator.expectNoViolations();
		await simulator.stop();
	}
});

it('a reply that needs nothing of its ticket has its ID as well', async () => {
	const { ticket_id, messages } = simulator.store.createTicket({ message_box_id: INBOX, messages: [{ from: 'anna@mail.example' }] });
	const mailAccountId = simulator.store.inbox(INBOX).mailAccounts[0].mail_account_id;
	const reply = { resource: 'email', operation: 'reply', ...inbox, replyToMessage: 'byId', replyMessageId: messages[0].message_id, replyMailAccountId: mailAccountId, body: MARK, replyEmailFields: { to: 'anna@mail.example', subject: 'Hello', statusCd: 'closed' } };
	const [dryRunItem] = json(await runNode(inDryRun(simulator), reply));
	expect(dryRunItem).toMatchObject({ dry_run: true, ticket_id, message_id: null });
	expect(writesTo(simulator)).toEqual([]);
});

it('a workflow that creates a ticket, updates, notes, reads and answers it goes on to its end', async () => {
	const follow = async (items: INodeExecutionData[], parameters: INodeParameters) => await runNode(inDryRun(simulator), { messageBoxId: byId('={{ $json.message_box_id }}'), ...parameters }, { items });
	const ticketId = byId('={{ $json.ticket_id }}');
	const created = await follow([1, 2].map(() => ({ json: { message_box_id: INBOX } })), { resource: 'ticket', operation: 'create', ticketSubject: '=Call {{ $itemIndex }}', ticketBody: MARK });
	const updated = await follow(created, { resource: 'ticket', operation: 'update', ticketId, statusCd: 'closed' });
	const noted = await follow(updated, { resource: 'memo', operation: 'create', memoTicketId: ticketId, memoBody: MARK });
	const read = await follow(noted, { resource: 'ticket', operation: 'get', ticketId });
	const answered = await follow(read, { resource: 'email', operation: 'reply', replyTicketId: ticketId, body: '=You wrote {{ $json.messages[0].body }}' });
	const [last] = json(await follow(read, { resource: 'email', operation: 'reply', replyToMessage: 'byId', replyMessageId: '={{ $json.messages[0].message_id }}', body: MARK }));
	expect(last).toMatchObject({ dry_run: true, message_id: null, unchecked_fields: ['Message ID'] });
	expect(json(created)).toEqual([1, 2].map(() => expect.objectContaining({ dry_run: true, ticket_id: null, message_id: null })));
	for (const [items, ...texts] of [[updated], [noted], [read], [answered, 'Body']] as const) {
		const dryRunItem = { dry_run: true, message_box_id: INBOX, ticket_id: null, unchecked_fields: [...texts, 'Ticket'] };
		expect(json(items)).toEqual([1, 2].map(() => expect.objectContaining(dryRunItem)));
	}
	expect(new Set(simulator.requests.map(({ path }) => path))).toEqual(new Set(['/api/v2/message_boxes']));
});

it.each<[string, string, string]>([['memo', 'memoTicketId', 'memoBody'], ['email', 'replyTicketId', 'body']])('%s: what goes into a ticket that exists names it, so that the next node can read it', async (resource, slot, text) => {
	const { ticket_id } = simulator.store.createTicket({ message_box_id: INBOX, messages: [{ from: 'anna@mail.example', to: simulator.store.inbox(INBOX).mailAccounts[0].email, title: 'Where is it?' }] });
	const written = await runNode(inDryRun(simulator), { resource, operation: resource === 'email' ? 'reply' : 'create', ...inbox, [slot]: byId(ticket_id), [text]: MARK });
	expect(written[0].json).toMatchObject({ dry_run: true, message_id: null, ticket_id });
	const [update] = json(await runNode(inDryRun(simulator), { resource: 'ticket', operation: 'update', ...inbox, ticketId: byId('={{ $json.ticket_id }}'), statusCd: 'closed' }, { items: written }));
	expect(update).toMatchObject({ dry_run: true, after: { status_cd: 'closed' } });
	expect(update).not.toHaveProperty('unchecked_fields');
});

describe('what an earlier node only rehearsed', () => {
	const NULLS: Array<[string, INodeParameters, string]> = [
		['ticket.update', { resource: 'ticket', operation: 'update', ...inbox, ticketId: byId('={{ $json.ticket_id }}'), updateTicketFields: { colorCd: 'pink' } }, 'Ticket'],
		['ticket.update of labels', { resource: 'ticket', operation: 'update', ...inbox, ticketId: byId(1), labels: { values: { mode: 'add', labelIds: '={{ [$json.label_id] }}' } } }, 'Labels'],
		['ticket.get', { resource: 'ticket', operation: 'get', ...inbox, ticketId: byId('={{ $json.ticket_id }}') }, 'Ticket'],
		['memo.create', { resource: 'memo', operation: 'create', ...inbox, memoTicketId: byId('={{ $json.ticket_id }}'), memoBody: MARK }, 'Ticket'],
		['email.reply', { resource: 'email', operation: 'reply', ...inbox, replyTicketId: byId('={{ $json.ticket_id }}'), body: MARK }, 'Ticket'],
		['contact.update', { resource: 'contact', operation: 'update', ...book, findBy: 'systemId1', systemId1: '={{ $json.label_id }}', lastName: MARK }, 'Customer Code'],
		['label.create under it', { resource: 'label', operation: 'create', ...inbox, name: 'Below', createLabelFields: { parentId: '={{ $json.label_id }}' } }, 'Parent'],
	];
	const items = [{ json: { ticket_id: null, label_id: null } }];

	it.each(NULLS)('%s goes on unread, and says so', async (_what, parameters, field) => {
		const [first] = json(await runNode(inDryRun(simulator), parameters, { items }));
		expect(first).toMatchObject({ dry_run: true, unchecked_fields: [field] });
		expect(Object.keys(first).filter((name) => /[A-Z]/.test(name))).toEqual([]);
		expect(writesTo(simulator)).toEqual([]);
	});

	it.each(NULLS.slice(0, -1))('%s is refused where writes are carried out, and where the name is wrong', async (_what, parameters) => {
		await expect(runNode(simulator, parameters, { items })).rejects.toThrow();
		await expect(runNode(inDryRun(simulator), parameters, { items: [{ json: {} }] })).rejects.toThrow();
		expect(simulator.requests).toEqual([]);
	});
});

const updated = (ids: number[], more: INodeParameters = {}): [INodeParameters, RunSettings] => [
	{ resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId('={{ $json.id }}'), statusCd: 'closed', ...more },
	{ items: ids.map((id) => ({ json: { id } })) },
];

it('a bulk close of 500 shows 500 differences in at most 12 requests', async () => {
	const tickets = Array.from({ length: 500 }, () => simulator.store.createTicket({ message_box_id: INBOX, status_cd: 'open' }));
	const items = json(await runNode(inDryRun(simulator), ...updated(tickets.map(({ ticket_id }) => ticket_id))));
	expect(items).toHaveLength(500);
	for (const item of items) expect(item).toMatchObject({ dry_run: true, before: { status_cd: 'open' }, after: { status_cd: 'closed' }, body: { status_cd: 'closed' } });
	expect(simulator.requests.length).toBeLessThanOrEqual(12);
	expect(simulator.store.ticket(tickets[0].ticket_id).status_cd).toBe('open');
});

it('a field that is wrong is refused as always, and what fails at reading fails', async () => {
	await expect(runNode(inDryRun(simulator), { resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: 'x'.repeat(256) })).rejects.toThrow(/255/);
	await expect(runNode(inDryRun(simulator), ...updated([999_999]))).rejects.toThrow(/Not found/);
	expect(writesTo(simulator)).toEqual([]);
});

it('only the credential with the dry run writes nothing: another one with the same token writes, and what was rehearsed counts as not done', async () => {
	const label = { resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: MARK };
	const settings = { executionId: 'one', node: { retryOnFail: true } };
	await runNode(inDryRun(simulator), label, settings);
	const [{ label_id }] = json(await runNode(simulator, label, settings));
	expect(label_id).toEqual(expect.any(Number));
	const mail = { resource: 'email', operation: 'send', messageBoxId: byId(INBOX), mailAccountId: simulator.store.inbox(INBOX).mailAccounts[0].mail_account_id, to: 'a@example.com', subject: 'Hello', body: MARK, sendEmailFields: { skipIfAnswered: true } };
	for (let run = 0; run < 2; run++) expect(json(await runNode(inDryRun(simulator), mail))[0]).toMatchObject({ dry_run: true, body: { to: 'a@example.com' }, message_id: null });
	expect(json(await runNode(simulator, mail))[0]).toMatchObject({ message_id: expect.any(Number) });
	expect(writesTo(simulator)).toHaveLength(2);
});

it('is no write to what is known of tickets and lists: nothing is read again for it', async () => {
	const [one, other] = [1, 2].map(() => simulator.store.createTicket({ message_box_id: INBOX, status_cd: 'open' }).ticket_id);
	await runNode(inDryRun(simulator), ...updated([one, other, one, other]));
	expect(simulator.requests.map(({ path }) => path)).toEqual(['/api/v2/message_boxes', expect.stringMatching(/search$/)]);
	const byName = updated([one], { labels: { values: { mode: 'add', labelIds: [simulator.store.inbox(INBOX).labels.all()[0].name] } } });
	await runNode(inDryRun(simulator), ...byName);
	await runNode(inDryRun(simulator), { resource: 'label', operation: 'create', ...inbox, name: MARK });
	simulator.clearRequests();
	await runNode(inDryRun(simulator), ...byName);
	expect(simulator.requests.filter(({ path }) => path.endsWith('/labels'))).toEqual([]);
});

it('what is there already, or is skipped, has nothing that would have left', async () => {
	const [{ id, name }] = simulator.store.inbox(INBOX).labels.all();
	const [first] = json(await runNode(inDryRun(simulator), { resource: 'label', operation: 'create', ...inbox, name }, { node: { type: 'supportInboxTool' } }));
	expect(first).toEqual({ dry_run: true, note: 'Nothing was sent or changed.', label_id: id, created: false });
});

it('a model that fills in null for what it does not mean gets what the real run gives', async () => {
	const tool = { node: { type: 'supportInboxTool' } };
	const [label] = json(await runNode(inDryRun(simulator), { resource: 'label', operation: 'update', ...inbox, labelId: 3001, updateLabelFields: { name: MARK, parentId: null as never } }, tool));
	expect(label).toMatchObject({ dry_run: true, body: { name: MARK, color: expect.any(String) }, after: { name: MARK } });
	expect(label).not.toHaveProperty('unchecked_fields');
	expect(simulator.requests.length).toBeGreaterThan(0);
});

it.each(['yes', null, ''])('a value by expression that is not false writes nothing: %p', async (dryRun) => {
	await runNode({ ...inDryRun(simulator), credential: { dryRun } }, { resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: MARK });
	expect(writesTo(simulator)).toEqual([]);
});
