/** docs/reference/output.md says what comes with and without Simplify: here the nodes run, and its tables must be what came. `npm run reference` writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { resources } from '../../nodes/SupportInbox/resources';
import { book } from '../faults/entries';
import { pollerOf, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId } from '../resources/service';

const FILE = join(__dirname, '../../docs/reference/output.md');
const page = () => readFileSync(FILE, 'utf8');
const TRIGGER = 'Support Inbox Trigger';

const service = simulatorOfEachTest({ answers: 'everythingFilled' });

/** The tables of the page: the fields of each row, by heading and first cell. */
const tables = () => new Map(
	page().split(/^## /m).slice(1).map((section) => {
		const rows = section.split('\n').filter((line) => /^\| [^|]*\| `/.test(line)).map((line) => line.split('|').map((cell) => cell.trim()));
		return [section.split('\n')[0], new Map(rows.map(([, name, fields]) => [name, [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field)]))];
	}).filter(([, rows]) => (rows as Map<string, string[]>).size > 0) as Array<[string, Map<string, string[]>]>,
);

const inbox = { messageBoxId: byId(101) };
const inTicket = () => ({ ...inbox, ticketId: byId(service.store.createTicket({ messages: [{ body: 'Hello', attachments: [{ file_name: 'a.txt', content: 'a' }] }] }).ticket_id) });

/** How each operation with Simplify is run, by its heading in the page. */
const RUNS: Record<string, () => INodeParameters> = {
	'Contact: Get': () => {
		service.store.addContact(11, { system_id1: 'K1' });
		return { ...book, findBy: 'systemId1', systemId1: 'K1' };
	},
	'Template: Get Many': () => inbox,
	'Ticket: Get': inTicket,
	'Ticket: Get Many': () => {
		inTicket();
		return inbox;
	},
	'Ticket: Update': () => ({ ...inTicket(), statusCd: 'closed', return: 'updatedTicket' }),
	'User: Get Many': () => ({}),
};

const named = resources.flatMap((resource) => resource.operations.map((operation) => ({ heading: `${resource.name}: ${operation.name}`, resource, operation })));
const withSimplify = named.filter(({ operation }) => operation.fields.some(({ displayName }) => displayName === 'Simplify'));

/** @param given values by the display names of their fields */
async function itemOf(heading: string, given: INodeParameters): Promise<IDataObject> {
	const { resource, operation } = withSimplify.find((one) => one.heading === heading)!;
	const parameters = operation.fields.filter(({ displayName }) => displayName in given).map(({ name, displayName }) => [name, given[displayName]]);
	const [item] = await runNode(service, { resource: resource.value, operation: operation.value, ...RUNS[heading](), ...Object.fromEntries(parameters) });
	return item.json;
}

/** The service may give its fields in any order; with Simplify the useful ones come first. */
const comparable = (rows: Iterable<readonly [string, string[]]> = []) =>
	Object.fromEntries([...rows].map(([name, fields]) => [name, name.endsWith('without Simplify') ? [...fields].sort() : fields]));

/** Compares the table under a heading with the fields that came, by row; writes it first where that is asked for. */
function expectTable(heading: string, came: Iterable<readonly [string, string[]]>): void {
	const isRight = () => isDeepStrictEqual(comparable(tables().get(heading)), comparable(came));
	if (process.env.UPDATE_SCHEMAS !== undefined && !isRight()) {
		const rows = [...came].map(([name, fields]) => `| ${name} | ${fields.map((field) => `\`${field}\``).join(', ')} |\n`).join('');
		writeFileSync(FILE, page().replace(new RegExp(`(^## ${heading}\\n[^#]*?\\|---\\|---\\|\\n)(?:\\|.*\\n)*`, 'm'), `$1${rows}`));
	}
	expect({ 'npm run reference writes': comparable(tables().get(heading)) }).toEqual({ 'npm run reference writes': comparable(came) });
}

const added = (plain: IDataObject, more: IDataObject) => Object.keys(more).filter((name) => !(name in plain));

it('has a table for each operation with Simplify and for the trigger', () => {
	expect([...tables().keys()].sort()).toEqual([...withSimplify.map(({ heading }) => heading), TRIGGER].sort());
});

it.each(Object.keys(RUNS))('%s', async (heading) => {
	const { operation } = withSimplify.find((one) => one.heading === heading)!;
	const came = new Map<string, string[]>();
	for (const [simplify, words] of [[true, 'with Simplify'], [false, 'without Simplify']] as const) {
		const plain = await itemOf(heading, { Simplify: simplify, 'Include Names': false });
		const messageOf = ({ messages }: IDataObject) => (messages as IDataObject[])[0];
		came.set(`Fields ${words}`, Object.keys(plain));
		if (Array.isArray(plain.messages)) came.set(`A message ${words}`, Object.keys(messageOf(plain)));
		if (!operation.fields.some(({ displayName }) => displayName === 'Include Names')) continue;
		const named = await itemOf(heading, { Simplify: simplify });
		came.set(`Include Names adds ${words}`, added(plain, named));
		if (!Array.isArray(plain.messages)) continue;
		came.set('Include Names adds to a message', added(messageOf(plain), messageOf(named)));
		came.set(`Include Metrics adds ${words}`, added(plain, await itemOf(heading, { Simplify: simplify, 'Include Names': false, Options: { includeMetrics: true } })));
	}
	expectTable(heading, came);
});

it(`${TRIGGER}`, async () => {
	const came = new Map<string, string[]>();
	for (const [simplify, words] of [[true, 'with Simplify'], [false, 'without Simplify']] as const) {
		const [plain, names] = [await eventsOf({ simplify, includeNames: false }), await eventsOf({ simplify, includeNames: true })];
		const ofAll = Object.keys(plain[0]).filter((name) => plain.every((event) => name in event));
		came.set(`Fields ${words}`, ofAll);
		came.set(`Include Names adds ${words}`, added(plain[0], names[0]));
		for (const { event, ...fields } of plain) {
			const more = Object.keys(fields).filter((name) => !ofAll.includes(name));
			if (more.length > 0) came.set(`${String(event)} adds ${words}`, more);
		}
	}
	const EVENTS: Record<string, string> = { ticketCreated: 'Ticket Created', newMessage: 'New Message', newComment: 'New Comment', ticketFieldChanged: 'Ticket Field Changed', ticketClosed: 'Ticket Closed', ticketUnanswered: 'Ticket Unanswered' };
	const shown = [...came].map(([name, fields]) => [name.replace(/^\w+(?= adds)/, (event) => EVENTS[event] ?? event), fields] as const);
	expectTable(TRIGGER, shown);
});

/** @returns one event of each kind, of a poller of its own */
async function eventsOf(parameters: INodeParameters): Promise<IDataObject[]> {
	const { store } = service;
	const events = ['ticketCreated', 'newMessage', 'newComment', 'ticketFieldChanged', 'ticketClosed', 'ticketUnanswered'];
	const poller = pollerOf(service, { messageBoxIds: [101], events, unansweredUnit: 'minutes', ...parameters });
	await poller.poll();
	const { ticket_id, messages } = store.createTicket({ assignee: 'user01', label_ids: [3001], messages: [{ body: 'Hello' }, { body: 'Well?', sent_at: Date.now() - 600_000 }] });
	store.addComment(messages[0].message_id, { comment: 'Please answer' });
	const first = (await poller.poll()) ?? [];
	store.editTicket(ticket_id, { status_cd: 'closed' });
	return [...first, ...((await poller.poll()) ?? [])].map(({ json }) => json);
}

it('Ticket: Get returns as many messages and characters as the page says', async () => {
	const [, messages, characters] = /newest (\d+) messages.*first ([\d,]+) characters/s.exec(page()) ?? [];
	const many = Array.from({ length: Number(messages) + 5 }, () => ({ body: 'x'.repeat(5_000) }));
	const ticketId = byId(service.store.createTicket({ messages: many }).ticket_id);
	const item = await itemOf('Ticket: Get', { Ticket: ticketId });
	expect(item.messages).toHaveLength(Number(messages));
	expect((item.messages as IDataObject[])[0].body).toMatch(new RegExp(`^x{${characters.replace(',', '')}}…`));
});
