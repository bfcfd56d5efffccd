import type { IDataObject } from 'n8n-workflow';
import { setBounded } from '../../ledger/bounded';
import { byCreation } from '../../ledger/tickets';
import { millisOf } from '../../ledger/time';
import { type Fields, is, isDate, isId, isText, missingField, orNull, present, record, rowsWith, wholeList } from '../client/answer';
import type { RowsOf } from '../client/keptLists';
import { LISTS } from '../client/lists';
import { pageByPage } from '../client/pages';
import type { ServiceAnswer, ServiceRequest } from '../client/request';
import type { Session } from '../session';
import { hasGap, hasText, isLike, peopleIn, plain } from './comparison';

/** A message's `method_cd`: mails have a state, memos have none in the API document. */
export type Channel = 'mail' | 'record';

const PER_PAGE = 50;
/** The states of a mail of ours (API document, States and transitions). A draft is not ours: a person writes it. */
const MAIL_STATES = ['sent', 'sending', 'scheduled', 'requested', 'approved', 'send_error', 'rejected'];
/** First mails that are kept of all tickets, and the longest text of one. */
const MAX_KEPT = 1_000;
const MAX_KEPT_TEXT = 4_000;

/** The fields by which a message is recognized: without one of them, another message could be mistaken for it. */
const COMPARED: Fields = {
	message_id: isId,
	method_cd: isText,
	action_cd: isText,
	created_at: isDate,
	title: orNull(isText),
	body: orNull(isText),
	from: present,
	to: present,
	cc: present,
};

/**
 * What is looked for.
 * - `body`: that of the write. `like`: its values that count, with gaps; see {@link isLike}.
 * - `ticket`: the ticket with its messages, if it was just read.
 * - `since`: when it was made at the earliest (ms of the service's clock).
 * - `back`: how much earlier the handling time of an equal memo may be, if it goes on with the time (ms).
 * - `isOther`: whether an id is known to be that of another write.
 */
export interface Sought {
	channel: Channel;
	values: Readonly<Record<string, string | number>>;
	body: IDataObject;
	like: IDataObject;
	ticket?: IDataObject;
	since: number;
	back?: number;
	isOther: (idField: 'message_id' | 'ticket_id', id: unknown) => boolean;
	read: (request: ServiceRequest) => Promise<ServiceAnswer>;
	rowsOf: RowsOf;
	session: Session;
	readings: Readings;
}

/** What the items of a run read together to look for messages. `limit`: the most tickets that they read one by one. */
export class Readings {
	tickets = 0;
	private readonly made = new Map<string, unknown>();

	constructor(readonly limit: number) {}

	/** @returns what `make` returns, which is called once for each name */
	async shared<T>(name: string, make: () => Promise<T>): Promise<T> {
		if (!this.made.has(name)) this.made.set(name, await make());
		return this.made.get(name) as T;
	}
}

/** The search for a message would read too many tickets. `found`: how many have its subject. */
export class TooManyTickets extends Error {
	constructor(readonly found: number, readonly limit: number) {
		super(`${found} messages have this subject, and at most ${limit} tickets are read`);
	}
}

/** The first mails of tickets, where these are sent: they stay as they are. A run reads only the tickets that are new since. */
class FirstMails {
	readonly mails = new Map<string, IDataObject>();
}

/** A message like the one that is looked for. `isOurs`: whether it is from its account or customer; undefined where it does not show that. */
export interface Like {
	ids: { message_id: number; ticket_id: number };
	state: unknown;
	isOurs: boolean | undefined;
}

/**
 * Looks for a message: a reply or memo in its ticket; a new mail or ticket among the tickets of its subject, which is their title.
 *
 * @returns the messages like it that are not known to be another's and not from somebody else, the oldest first
 * @throws ServiceFailure, {@link TooManyTickets}
 */
export async function* likeMessages(sought: Sought): AsyncGenerator<Like> {
	const { channel, like, body, since, isOther, ticket } = sought;
	const senders = await sendersOf(sought);
	const isNew = body.ticket_id === undefined && body.message_id === undefined;
	const knownTicket = missingField(ticket ?? {}, { ticket_id: isId, messages: rowsWith(COMPARED) }) === undefined ? ticket : undefined;
	const tickets = isNew ? await newTickets(sought) : knownTicket === undefined ? await namedTickets(sought) : [Number(knownTicket.ticket_id)];
	for (const id of tickets) {
		if (isNew && isOther('ticket_id', id)) continue;
		const messages = isNew ? await firstMessage(sought, id, tickets.length) : ((knownTicket?.messages as IDataObject[] | undefined) ?? (await messagesOf(sought, id)));
		const answered = messages.find(({ message_id }) => message_id === like.message_id);
		const from = Math.max(since, millisOf(answered?.created_at, -Infinity));
		for (const message of byCreation(messages)) {
			const { message_id, action_cd: state } = message;
			const isState = channel === 'mail' ? MAIL_STATES.includes(String(state)) : state !== 'draft';
			const isMade = message.method_cd === channel && isState && millisOf(message.created_at, NaN) >= from;
			if (!isMade || !isLike(message, like) || isOther('message_id', message_id)) continue;
			const isOurs = isFrom(message, senders, !isNew);
			if (isOurs !== false) yield { ids: { message_id: Number(message_id), ticket_id: id }, state, isOurs };
		}
	}
}

/** @returns the message in words */
export function nameOf({ ids: { message_id, ticket_id } }: Like): string {
	return `message ${message_id} in ticket ${ticket_id}`;
}

/** @returns whom the message must be from: its account, or the customer of a memo by address and phone number; empty where it names nobody, undefined where anybody will do */
async function sendersOf({ values, like: { mail_account_id: id, customer_email, customer_tel }, channel, rowsOf }: Sought): Promise<string[] | undefined> {
	if ([id, customer_email, customer_tel].some(hasGap) || (channel === 'mail' && id === undefined)) return undefined;
	const accounts = id === undefined ? [] : await rowsOf(LISTS.mailAccounts(Number(values.messageBoxId)));
	const account = accounts.find(({ mail_account_id }) => mail_account_id === id);
	return [account?.email, customer_email, customer_tel].map(peopleIn).filter((one) => one !== '');
}

/** The API document does not say what a memo shows as its sender. Without a customer, a memo in a ticket that it names may show any. */
function isFrom({ from }: IDataObject, senders: readonly string[] | undefined, isInTicket: boolean): boolean | undefined {
	if (senders === undefined) return true;
	const shown = peopleIn(from);
	if (senders.length > 0) return shown === '' ? undefined : senders.includes(shown);
	return isInTicket || plain(from) === '' || undefined;
}

/** @returns the ticket of a memo, or of the message that a reply answers */
async function namedTickets(sought: Sought): Promise<number[]> {
	const { message_id, ticket_id } = sought.body;
	if (ticket_id !== undefined) return [Number(ticket_id)];
	const rows = await sought.readings.shared(`message ${String(message_id)}`, async () => await search(sought, { message_ids: [message_id], page: 1 }));
	return rows.map((row) => Number(row.ticket_id));
}

/** @returns the tickets of the subject that were created since, the oldest first, as the items of a run are sent */
async function newTickets(sought: Sought): Promise<number[]> {
	const { channel, since, back = 0, like, body, readings, values } = sought;
	// The search uses the send time. For a memo this is the handling time, which may be in the past.
	const searchedSince = body.operated_at === undefined ? since : Math.min(since, millisOf(body.operated_at, Infinity)) - back;
	// Customers' mails cost nothing: they have another state.
	const criteria = { since: iso(searchedSince), method_cds: [channel], ...(channel === 'mail' && { action_cds: MAIL_STATES }) };
	const rows = await readings.shared(JSON.stringify([values.messageBoxId, criteria]), async () => {
		const all = new Map<unknown, IDataObject>();
		await pageByPage(PER_PAGE, async (page) => {
			const next = await search(sought, { ...criteria, page }, { title: orNull(isText) });
			for (const row of next) all.set(row.ticket_id, row);
			return { rows: next.length, seen: all.size };
		});
		return [...all.values()].reverse();
	});
	return rows.filter((row) => millisOf(row.created_at, NaN) >= since && hasText(row.title, like.subject)).map((row) => Number(row.ticket_id));
}

async function search({ values, read }: Sought, criteria: IDataObject, compared: Fields = {}): Promise<IDataObject[]> {
	const { items } = await read({
		method: 'POST',
		path: `/api/v2/${String(values.messageBoxId)}/tickets/search`,
		body: { per_page: PER_PAGE, ...criteria },
		expected: wholeList({ ticket_id: isId, created_at: isDate, ...compared }),
	});
	return items.map(({ json }) => json);
}

/** @returns the message that the ticket begins with. @param found how many tickets have its title */
async function firstMessage(sought: Sought, ticket: number, found: number): Promise<IDataObject[]> {
	const { mails } = sought.session.of(FirstMails);
	const key = `${String(sought.values.messageBoxId)} ${ticket}`;
	const kept = mails.get(key);
	if (kept !== undefined) return [kept];
	const first = byCreation(await messagesOf(sought, ticket, found)).slice(0, 1);
	for (const mail of first) {
		const compared = Object.fromEntries(Object.keys(COMPARED).map((field) => [field, mail[field]])) as IDataObject;
		const isFinal = mail.method_cd === 'mail' && mail.action_cd === 'sent';
		if (isFinal && String(mail.body).length <= MAX_KEPT_TEXT) setBounded(mails, key, compared, MAX_KEPT);
	}
	return first;
}

async function messagesOf({ values, read, readings }: Sought, ticket: number, found = 1): Promise<IDataObject[]> {
	const answer = await readings.shared(`ticket ${values.messageBoxId} ${ticket}`, async () => {
		if (readings.tickets === readings.limit) throw new TooManyTickets(found, readings.limit);
		readings.tickets += 1;
		return await read({
			method: 'GET',
			path: `/api/v2/${String(values.messageBoxId)}/tickets/${ticket}`,
			expected: record({ ticket_id: is(ticket), messages: rowsWith(COMPARED) }),
		});
	});
	return answer.items[0].json.messages as IDataObject[];
}

function iso(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
