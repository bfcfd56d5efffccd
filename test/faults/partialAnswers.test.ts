/**
 * Answers that lack a field. Each field of each answer that an operation reads is left out once. The operation then writes
 * the same as with the complete answer, or nothing, or the same without this field, which its output names then.
 */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { everythingIn, failureOf } from '../harness/errors';
import { sampled } from '../harness/scope';
import { simulatorOfEachTest } from '../harness/simulator';
import { skipTimeouts } from '../harness/skippedWaits';
import { withoutLists } from '../resources/sent';
import { byId, INBOX } from '../resources/service';
import { inJson, type Answer, type RecordedRequest, type Simulator } from '../simulator';
import { BOOK, book } from './entries';
import { ROWS, runIn, semanticsOf, TOKEN, type Arrange, type OwnRequest, type Result, type Row } from './run';
import { waysOf } from './ways';

skipTimeouts();

/** A field of the answer to a read. */
interface Part {
	read: RecordedRequest;
	field: string;
	/** those of its rows, where it is a list */
	within: string[];
}

interface Run extends Result {
	simulator: Simulator;
	requests: RecordedRequest[];
	writes: Array<Pick<RecordedRequest, 'method' | 'path' | 'body'>>;
}

const isRead = ({ method, path }: RecordedRequest) => method === 'GET' || path.endsWith('/search');

async function run(row: Row, harm: (simulator: Simulator, own: OwnRequest) => void, part?: Part): Promise<Run> {
	let simulator: Simulator | undefined;
	const arrange: Arrange = (started, own) => {
		simulator = started;
		// Deduplicate looks among tickets of memos.
		started.store.createTicket({ message_box_id: 101, messages: [{ method_cd: 'record' }] });
		for (const { ticket_id: id } of started.store.tickets.values()) {
			started.store.editTicket(id, { status_cd: 'ongoing', pending_reason_id: 202, label_ids: [3001, 3003], case_category_ids: [5001] });
		}
		harm(started, own);
		if (part === undefined) return;
		const { method, path } = part.read;
		const predicate = (request: RecordedRequest) => request.method === method && request.path === path;
		started.faults.add({ kind: 'partial', omit: [part.field], when: { predicate, times: 'always' } });
	};
	const result = await runIn(arrange, row);
	const requests = [...simulator!.requests];
	const writes = requests.filter((request) => !isRead(request)).map(({ method, path, body }) => ({ method, path, body }));
	return { ...result, simulator: simulator!, requests, writes };
}

/** @returns the fields of the answers to these reads */
async function partsOf({ simulator }: Run, reads: RecordedRequest[]): Promise<Part[]> {
	const parts = new Map<string, Part>();
	for (const read of reads) {
		const query = new URLSearchParams(read.query).toString();
		const answer = (await simulator.handle({ ...read, path: `${read.path}?${query}` })) as Answer;
		if (answer.status !== 200) continue;
		for (const [field, value] of fieldsIn(JSON.parse(answer.body.toString()))) {
			const within = Array.isArray(value) ? fieldsIn(value).map(([inner]) => `${field}.${inner}`) : [];
			parts.set(`${read.method} ${read.path} ${field}`, { read, field, within });
		}
	}
	return [...parts.values()];
}

/** @returns the fields of an object, or of the first of a list of objects that has any */
function fieldsIn(value: unknown): Array<[string, unknown]> {
	if (Array.isArray(value)) return value.map(fieldsIn).find(({ length }) => length > 0) ?? [];
	return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** What is missed: each of these fields and, where it is, each field of the rows in it. @returns how it was missed */
async function missing(parts: Part[], isMissed: (part: Part) => Promise<boolean>): Promise<Part[]> {
	const missed: Part[] = [];
	for (const part of parts) {
		if (!(await isMissed(part))) continue;
		missed.push(part);
		missed.push(...(await missing(part.within.map((field) => ({ read: part.read, field, within: [] })), isMissed)));
	}
	return missed;
}

const writing = ROWS.filter(({ operation }) => semanticsOf(operation) !== 'safe');

/** Each way of each write; a sample has each write, and each type of a field. */
const ways = sampled(
	writing.flatMap((row) => waysOf(row).map((way) => ({ title: `${row.name}, ${way.name}`, row, way }))),
	({ row, way }) => [row.name, way.kind],
);

it.each(ways)('read before the write: $title', async ({ row, way }) => {
	const inThisWay = { ...row, entry: { ...row.entry, parameters: way.parameters } };
	const whole = await run(inThisWay, () => {});
	const first = whole.requests.findIndex((request) => !isRead(request));
	// Of a list in which ids are looked for, nothing but the ids matters.
	const parts = await partsOf(whole, withoutLists(whole.requests.slice(0, first)).filter(({ status }) => status === 200));
	// A field that needs others beside it is refused. Where nothing is found any more, nothing can be missing.
	if (whole.error !== undefined || parts.length === 0) return;
	const missed = await missing(parts, async (part) => {
		const { error, writes, items } = await run(inThisWay, () => {}, part);
		const tried = { way: way.name, read: part.read.path, without: part.field };
		if (error === undefined) {
			const [field] = part.field.split('.');
			const isNamed = [items?.[0].json.fields_not_sent].flat().includes(field);
			expect({ ...tried, writes }).toEqual({ ...tried, writes: isNamed ? whole.writes.map((write) => without(write, field)) : whole.writes });
			return isNamed;
		}
		expect({ ...tried, writes }).toEqual({ ...tried, writes: [] });
		expect(error.message).toMatch(saysMissing(part));
		return true;
	});
	expect(missed).not.toEqual([]);
});

function without(write: Run['writes'][number], field: string): Run['writes'][number] {
	const { [field]: _left, ...body } = write.body as Record<string, unknown>;
	return { ...write, body };
}

/** Rows without their id are rows of something else. */
function saysMissing({ field }: Part): RegExp {
	const [named] = field.split('.');
	const missing = `The answer of the service is not complete: ${named} is missing or wrong`;
	return new RegExp(named.endsWith('_id') ? `^(${missing}|The service answered with something other than .*)$` : `^${missing}$`);
}

const creating = writing.filter(({ operation }) => semanticsOf(operation) === 'nonIdempotent');

it.each(creating)('read after an answer that was lost: $name', async (row) => {
	const loseAnswer = (simulator: Simulator, own: OwnRequest) => simulator.faults.add({ kind: 'resetAfter', when: own });
	const whole = await run(row, loseAnswer);
	const missed = await missing(await partsOf(whole, readAfterWrite(whole)), async (part) => {
		const { error, items, writes, effect, newest } = await run(row, loseAnswer, part);
		const tried = { read: part.read.path, without: part.field };
		expect({ ...tried, effect, writes }).toEqual({ ...tried, effect: 1, writes: whole.writes });
		expect(everythingIn(error)).not.toContain(TOKEN);
		if (error === undefined) {
			expect(items?.[0].json).toMatchObject(newest!);
			return false;
		}
		expect(error.description).toMatch(/may have done it nevertheless.* could not be checked/);
		return true;
	});
	expect(missed).not.toEqual([]);
});

it.each(creating)('read after a request that was lost, while somebody else creates what differs in one field: $name', async (row) => {
	const [{ path, body: sent }] = (await run(row, () => {})).writes;
	let recognised = 0;
	const fields = Object.entries(sent as Record<string, unknown>);
	for (const [field, value] of sampled(fields, ([, other]) => [otherThan(other)])) {
		const body = { ...(sent as object), [field]: otherThan(value) };
		const loseRequest = (simulator: Simulator, own: OwnRequest) => {
			simulator.interludes.add('before', own, () => simulator.otherProgram().send({ method: 'POST', path: path.replace('/api/v2/', ''), body }));
			simulator.faults.add({ kind: 'resetBefore', when: own });
		};
		const whole = await run(row, loseRequest);
		// The service may change such a field, so nobody is identified by it.
		if (whole.error === undefined) continue;
		recognised++;
		await missing(await partsOf(whole, readAfterWrite(whole)), async (part) => {
			const { items, writes } = await run(row, loseRequest, part);
			const tried = { otherwise: field, read: part.read.path, without: part.field };
			expect({ ...tried, writes, items }).toEqual({ ...tried, writes: whole.writes, items: undefined });
			return true;
		});
	}
	expect(recognised).toBeGreaterThan(0);
});

function readAfterWrite({ requests }: Run): RecordedRequest[] {
	return requests.slice(requests.findIndex((request) => !isRead(request)) + 1);
}

function otherThan(value: unknown): unknown {
	if (typeof value !== 'string') return undefined;
	return value.includes('@') ? 'other@example.com' : 'Other';
}

describe('a value of another type counts as missing', () => {
	const TICKET = 1201;
	const simulator = simulatorOfEachTest();
	beforeEach(() => {
		simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, status_cd: 'ongoing', pending_reason_id: 202, label_ids: [3001, 3002] });
		simulator.store.addContact(BOOK, { system_id1: 'K1', emails: [{ email: 'first@example.com' }] });
	});
	const ticket = (more: INodeParameters) => ({ resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(TICKET), ...more });
	const addLabel = () => ticket({ statusCd: 'open', labels: { values: { mode: 'add', labelIds: [3003] } } });
	const color = () => ticket({ updateTicketFields: { colorCd: 'blue' } });
	const contact = (more: INodeParameters = {}) => ({ resource: 'contact', operation: 'update', ...book, findBy: 'systemId1', systemId1: 'K1', firstName: 'Hana', ...more });
	const byEmail = () => contact({ operation: 'upsert', findBy: 'email', email: 'sato@example.com', upsertContactFields: { systemId1: 'K1' } });
	const written = () => simulator.requests.filter(({ method }) => method === 'PUT' || method === 'PATCH');

	/** Answers to reads have these values. */
	const answering = (values: object) =>
		simulator.faults.add({ kind: 'rewritten', rewrite: inJson((answer: object) => ({ ...answer, ...values })), when: { method: 'GET', path: /tickets|system_id1/, times: 'always' } });

	it.each<[string, () => INodeParameters, unknown]>([
		['label_ids', addLabel, 'please log in'],
		['label_ids', addLabel, ['3001', { id: 3002 }]],
		['pending_reason_id', color, 'none'],
		['ticket_id', color, 99],
		['customer_id', contact, 'x'],
		['customer_id', byEmail, 'x'],
	])('%s, on which the write rests: nothing is written (%#)', async (property, parameters, value) => {
		answering({ [property]: value });
		const error = await failureOf(simulator, parameters());
		expect(error.message).toBe(`The answer of the service is not complete: ${property} is missing or wrong`);
		expect(error.description).toContain('Nothing was changed');
		expect(written()).toEqual([]);
	});

	it.each([['emails', [{ address: 'first@example.com' }]], ['note', { text: 'a note of a later kind' }]])('%s, which is only sent back: it is not sent, and the item names it', async (property, value) => {
		answering({ [property]: value });
		const [{ json }] = await runNode(simulator, contact());
		expect(json.fields_not_sent).toEqual([property]);
		expect(written()).toMatchObject([{ body: { first_name: 'Hana', system_id1: 'K1' } }]);
		expect(written()[0].body).not.toHaveProperty(property);
	});

	it('on which the write does not rest: it is written as always', async () => {
		answering({ title: 5, messages: null, color_cd: {}, case_category_ids: 'none', assignee: 7 });
		await runNode(simulator, color());
		expect(simulator.store.ticket(TICKET)).toMatchObject({ color_cd: 'blue', label_ids: [3001, 3002], pending_reason_id: 202 });
	});
});
