import type { IDataObject } from 'n8n-workflow';
import { setBounded } from '../../store/bounded';
import type { SentWrite } from '../../store/store';
import { byCreation } from '../../store/tickets';
import { type ServiceTime, millisOf, secondsOf } from '../../store/time';
import { type Fields, is, isDate, isId, isText, missingField, orNull, present, record, rowsWith, wholeList } from '../client/answer';
import type { RowsOf } from '../client/listCache';
import { LISTS } from '../client/lists';
import { pageByPage } from '../client/pages';
import type { ServiceAnswer, ServiceRequest } from '../client/request';
import type { Session } from '../session';
import { hasGap, hasText, isLike, peopleIn, plain } from './comparison';

/** A message's `method_cd`: mails have a state, memos have none in the API document. */
export type Channel = 'mail' | 'record';

/** The result of a search: the answer that the write had, or what was seen instead, as a part of a sentence. */
export type SearchResult = { found: IDataObject } | { notSent: string } | { unclear: string };

const PER_PAGE = 50;
/** The states of a mail of ours (API document, States and transitions). A draft is not ours: a person writes it. */
const MAIL_STATES = ['sent', 'sending', 'scheduled', 'requested', 'approved', 'send_error', 'rejected'];
/** The most first mails in the cache, and the longest text of one. */
const MAX_CACHED = 1_000;
const MAX_CACHED_TEXT = 4_000;

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
 * The message to find.
 * - `like`: the values of the write that count, with gaps; see {@link isLike}.
 * - `isLost`: the answer of the write was lost just now. Then several equal messages are unclear, else the oldest counts.
 * - `ticket`: the ticket with its messages, if it was just read.
 * - `since`: when it was made at the earliest.
 * - `back`: how much earlier the handling time of an equal memo may be, if it goes on with the time (ms).
 * - `isOther`: whether an id is known to be that of another write.
 */
export interface MessageQuery extends Pick<SentWrite, 'values' | 'body'> {
	channel: Channel;
	like: IDataObject;
	isLost: boolean;
	ticket?: IDataObject;
	since: ServiceTime;
	back?: number;
	isOther: (idField: 'message_id' | 'ticket_id', id: unknown) => boolean;
	read: (request: ServiceRequest) => Promise<ServiceAnswer>;
	rowsOf: RowsOf;
	session: Session;
	sharedReads: SharedReads;
}

/** What the items of a run read together to look for messages. `limit`: the most tickets that they read one by one. */
export class SharedReads {
	tickets = 0;
	private readonly made = new Map<string, unknown>();

	constructor(readonly limit: number) {}

	/** @returns what `make` returns, which is called once for each name */
	async shared<T>(name: string, make: () => T | Promise<T>): Promise<T> {
		if (!this.made.has(name)) this.made.set(name, await make());
		return this.made.get(name) as T;
	}
}

/** The first mails of tickets, where these are sent: they stay as they are. So a run reads only the tickets that are new since. */
class FirstMails {
	readonly mails = new Map<string, IDataObject>();
}

/**
 * Finds a message: a reply or memo in its ticket; a new mail or ticket among the tickets of its subject, which is their title.
 *
 * @throws ServiceFailure
 */
export async function findMessage(query: MessageQuery): Promise<SearchResult> {
	const { channel, like, body, isLost, since, isOther, sharedReads } = query;
	const isNew = body.ticket_id === undefined && body.message_id === undefined;
	const senders = await sendersOf(query);
	const tickets = isNew ? (await newTickets(query)).filter((id) => !isOther('ticket_id', id)) : await namedTickets(query);
	const seen: Array<{ ids: IDataObject; name: string; doubt?: string }> = [];
	for (const ticket of tickets) {
		const messages = await messagesOf(query, ticket, isNew);
		if (messages === undefined) return { unclear: `there are ${tickets.length} messages of this subject, and at most ${sharedReads.limit} tickets are read` };
		const answered = messages.find(({ message_id }) => message_id === like.message_id);
		const from = Math.max(since, millisOf(answered?.created_at, -Infinity));
		for (const message of messages) {
			const { message_id, action_cd: state, method_cd, created_at } = message;
			const isState = channel === 'mail' ? MAIL_STATES.includes(String(state)) && (isLost || state !== 'send_error') : state !== 'draft';
			if (
				method_cd !== channel ||
				!isState ||
				!(millisOf(created_at, NaN) >= from) ||
				!isLike(message, like) ||
				isOther('message_id', message_id)
			)
				continue;
			const isOurs = isFrom(message, senders, isNew);
			const doubt =
				isOurs === undefined
					? 'does not show whose it is'
					: /^(send_error|rejected)$/.test(String(state))
						? `has the state ${String(state)}`
						: undefined;
			const ids = { message_id, ticket_id: ticket };
			if (isOurs !== false) seen.push({ ids, name: `message ${String(message_id)} in ticket ${ticket}`, doubt });
			if (isOurs && doubt === undefined && !isLost) return { found: ids };
		}
	}
	const [first] = seen;
	if (first === undefined) return { notSent: 'there is no such message' };
	if (isLost && seen.length > 1) return { unclear: `there are several such messages, ${seen.map(({ name }) => name).join(' and ')}, so it is not known which is the one` };
	return first.doubt === undefined ? { found: first.ids } : { unclear: `${first.name} is like it, but ${first.doubt}` };
}

/** Checks the state of a mail that was sent. One that cannot be read counts as sent; a memo has no states. */
export async function checkMessage(query: MessageQuery, ids: IDataObject): Promise<SearchResult> {
	const { channel, body } = query;
	const isNew = body.ticket_id === undefined && body.message_id === undefined;
	const messages = channel === 'mail' ? await messagesOf(query, Number(ids.ticket_id), isNew).catch(() => []) : [];
	const state = messages?.find(({ message_id }) => message_id === ids.message_id)?.action_cd;
	if (state === 'send_error') return { notSent: 'it could not be sent' };
	return state === 'rejected'
		? { unclear: `message ${String(ids.message_id)} in ticket ${String(ids.ticket_id)} has the state rejected` }
		: { found: ids };
}

/**
 * @returns whom the message must be from: its account, or the customer of a memo by address and phone number; empty where it names
 *   nobody, undefined where anybody will do
 */
async function sendersOf({
	values,
	like: { mail_account_id: id, customer_email, customer_tel },
	channel,
	rowsOf,
}: MessageQuery): Promise<string[] | undefined> {
	if ([id, customer_email, customer_tel].some(hasGap) || (channel === 'mail' && id === undefined)) return undefined;
	const accounts = id === undefined ? [] : await rowsOf(LISTS.mailAccounts(Number(values.messageBoxId)));
	const account = accounts.find(({ mail_account_id }) => mail_account_id === id);
	return [account?.email, customer_email, customer_tel].map(peopleIn).filter((one) => one !== '');
}

/** The API document does not say what a memo shows as its sender. Without a customer, a memo in a ticket that it names may show any. */
function isFrom({ from }: IDataObject, senders: readonly string[] | undefined, isNew: boolean): boolean | undefined {
	const shown = peopleIn(from);
	if (senders === undefined) return true;
	if (senders.length > 0) return shown === '' ? undefined : senders.includes(shown);
	return !isNew || plain(from) === '' || undefined;
}

/** @returns the ticket of a memo, or of the message that a reply answers */
async function namedTickets({ body: { message_id, ticket_id }, ticket, ...query }: MessageQuery): Promise<number[]> {
	const known = ticket_id ?? ticket?.ticket_id;
	if (known !== undefined) return [Number(known)];
	const rows = await query.sharedReads.shared(
		`message ${String(message_id)}`,
		async () => await search(query, { message_ids: [message_id], page: 1 }),
	);
	return rows.map((row) => Number(row.ticket_id));
}

/** @returns the tickets of the subject that were created since, the oldest first, as the items of a run are sent */
async function newTickets(query: MessageQuery): Promise<number[]> {
	const { channel, since, back = 0, like, body, sharedReads, values } = query;
	// The search uses the send time. For a memo this is the handling time, which may be in the past.
	const sentSince = body.operated_at === undefined ? since : Math.min(since, millisOf(body.operated_at, Infinity)) - back;
	// Customers' mails cost nothing: they have another state.
	const criteria = { since: secondsOf(sentSince), method_cds: [channel], ...(channel === 'mail' && { action_cds: MAIL_STATES }) };
	const rows = await sharedReads.shared(JSON.stringify([values.messageBoxId, criteria]), async () => {
		const all = new Map<unknown, IDataObject>();
		await pageByPage(PER_PAGE, async (page) => {
			const next = await search(query, { ...criteria, page }, { title: orNull(isText) });
			for (const row of next) all.set(row.ticket_id, row);
			return { rows: next.length, seen: all.size };
		});
		return [...all.values()].reverse();
	});
	return rows
		.filter((row) => millisOf(row.created_at, NaN) >= since && hasText(row.title, like.subject))
		.map((row) => Number(row.ticket_id));
}

async function search(
	{ values, read }: Pick<MessageQuery, 'values' | 'read'>,
	criteria: IDataObject,
	compared: Fields = {},
): Promise<IDataObject[]> {
	const { items } = await read({
		method: 'POST',
		path: `/api/v2/${String(values.messageBoxId)}/tickets/search`,
		body: { per_page: PER_PAGE, ...criteria },
		expected: wholeList({ ticket_id: isId, created_at: isDate, ...compared }),
	});
	return items.map(({ json }) => json);
}

/** @returns the messages of a ticket, the oldest first; of a new one only that with which it begins. Undefined: too many would be read */
async function messagesOf(
	{ values: { messageBoxId }, ticket, session, read, sharedReads }: MessageQuery,
	id: number,
	isNew: boolean,
): Promise<IDataObject[] | undefined> {
	const messages = rowsWith(COMPARED);
	if (missingField(ticket ?? {}, { ticket_id: is(id), messages }) === undefined) return byCreation(ticket!.messages as IDataObject[]);
	const [{ mails }, key] = [session.of(FirstMails), `${messageBoxId} ${id}`];
	const cached = isNew ? mails.get(key) : undefined;
	if (cached !== undefined) return [cached];
	return await sharedReads.shared(`ticket ${key}`, async () => {
		if (sharedReads.tickets === sharedReads.limit) return undefined;
		sharedReads.tickets += 1;
		const { items } = await read({
			method: 'GET',
			path: `/api/v2/${messageBoxId}/tickets/${id}`,
			expected: record({ ticket_id: is(id), messages }),
		});
		const all = byCreation(items[0].json.messages as IDataObject[]).map(
			(one) => Object.fromEntries(Object.keys(COMPARED).map((field) => [field, one[field]])) as IDataObject,
		);
		if (!isNew) return all;
		const [first] = all;
		const isFinal = first?.method_cd === 'mail' && first.action_cd === 'sent' && String(first.body).length <= MAX_CACHED_TEXT;
		if (isFinal) setBounded(mails, key, first, MAX_CACHED);
		return all.slice(0, 1);
	});
}
