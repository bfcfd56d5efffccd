import type { IDataObject } from 'n8n-workflow';
import { Ledgers } from '../../ledger/ledgers';
import { millisOf } from '../../ledger/time';
import { type Fields, is, isDate, isId, isText, missingField, orNull, present, record, rowsWith, wholeList } from '../client/answer';
import { LISTS } from '../client/lists';
import { pageByPage } from '../client/pages';
import { addressesIn } from '../mailHeaders/addresses';
import { STORED_TIME_RESOLUTION_MS } from '../timing';
import type { Finder, Finding, UnknownWrite } from './reconciliation';
import type { Repeated } from './sentBefore';

/** The most tickets that are read to find one message; each costs a request. */
const MAX_TICKETS = 10;
const PER_PAGE = 50;

/**
 * The states of a mail that was sent a moment ago: on its way, or with a superior where the ticket needs approval (API document,
 * States and transitions). Drafts and scheduled mails are written by people, never by a request of this API.
 */
const SENT_STATES = ['sent', 'sending', 'send_error', 'requested', 'approved', 'rejected'];

/** The fields by which a message is recognised: without one of them, another message could be mistaken for ours. */
const COMPARED = {
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
 * Finds a mail, reply or handling memo that was created just now: a message of that channel, newer than the
 * request, with the same subject, text, sender and recipients, that no other request created. The result has its real ids. In doubt a
 * message is not ours: an unknown outcome is said, but a mail that never left must not count as sent. The document does not
 * show the state of a memo, so it may be in any state but draft.
 *
 * @param channel the message's `method_cd`
 */
export function sentMessage(channel: 'mail' | 'record'): Finder {
	return {
		how:
			channel === 'mail'
				? 'Look among the sent mails of the inbox before you send it again.'
				: 'Look at the tickets of the inbox before you create the memo again.',
		find: async (write) => {
			const { tickets, where } = await ticketsOf(write, channel);
			const like: Like[] = [];
			for (const ticket of tickets.slice(0, MAX_TICKETS)) {
				for (const message of await messagesOf(write, ticket)) {
					if (isLike(message, write, channel)) like.push(likeOf(message, ticket, write, await senderOf(write)));
				}
			}
			return findingOf(like.filter(({ isOurs }) => isOurs !== false), tickets.length > MAX_TICKETS, where);
		},
		sentBefore: {
			find: async (write) => {
				const sender = await senderOf(write);
				const titles = await write.once('titles', async () => ({ areKept: false }));
				const known = messagesRead(write);
				let unclear: Like | undefined;
				for (const { ticket, isOfSubject } of known === undefined ? await ticketsBefore(write, channel) : [known]) {
					if (!isOfSubject && (write.isOnce || titles.areKept)) break;
					const messages = known?.messages ?? (await write.once(`ticket ${ticket}`, async () => await messagesOf(write, ticket)));
					const like = messages.filter((message) => write.isFree(message.message_id) && isOfTry(message, write, channel) && (!write.isOnce || isSame(message, write, messages)));
					const ofTicket = like.map((message) => likeOf(message, ticket, write, sender)).filter(({ isOurs }) => isOurs !== false);
					titles.areKept ||= isOfSubject && ofTicket.length > 0;
					const found = ofTicket.find(({ isOurs }) => isOurs);
					if (found !== undefined) return found.ids;
					unclear ??= ofTicket[0];
				}
				return unclear && write.refuse(`from ${namesOf([unclear])}, which is like it but does not show whose it is`);
			},
			decisive: ({ body: { mail_account_id, customer_email, customer_tel, to, cc, subject, body, message_id, ticket_id } }) => [mail_account_id, ...[customer_email, customer_tel, to, cc].map(people), ...[subject, body].map(lines), message_id, ticket_id],
		},
	};
}

/** A message like the write, by its ids. `isOurs`: whether it is from the account or customer of the write; undefined where it does not show that. */
interface Like {
	ids: IDataObject;
	isOurs?: boolean;
}

/**
 * The API document does not say what a memo shows as its sender. Without a customer, a memo in a ticket that it names may show any.
 *
 * @param sender the result of `senderOf`
 */
function likeOf({ message_id, from }: IDataObject, ticket: number, { body }: Pick<UnknownWrite, 'body'>, sender: string[]): Like {
	const ids = { message_id, ticket_id: ticket };
	const shown = people(from);
	if (sender.length > 0) return { ids, isOurs: shown === '' ? undefined : sender.includes(shown) };
	return { ids, isOurs: body.ticket_id !== undefined || lines(from) === '' || undefined };
}

function namesOf(like: Like[]): string {
	return like.map(({ ids }) => `message ${String(ids.message_id)} in ticket ${String(ids.ticket_id)}`).join(', ');
}

/** @param like the messages that may be ours */
function findingOf(like: Like[], isPartial: boolean, where: string): Finding {
	if (like.length > 1) return { checked: `Checked ${where}: there are several such messages, so it is not known which one it was: ${namesOf(like)}.` };
	const [found] = like;
	if (found?.isOurs) return { found: found.ids };
	if (found !== undefined) return { checked: `Checked ${where}: it is not shown who such a message is from, so it is not known whether it was this one: ${namesOf(like)}.` };
	const part = isPartial ? ` Only the newest ${MAX_TICKETS} tickets were read.` : '';
	return { checked: `Checked ${where}: there is no such message.${part}` };
}

interface Candidate {
	ticket: number;
	isOfSubject: boolean;
}

/**
 * The tickets in which the message may have been made before; of the new ones those with its subject come first, the oldest of
 * them first, as the items of a retry are sent. Whether a ticket has the subject as its title, the API document does not say. So a retry
 * reads the others too, until one message was found by its title; with Send Once they would be too many.
 */
async function ticketsBefore(write: Repeated, channel: string): Promise<Candidate[]> {
	const { message_id: answered, ticket_id: ticket, subject, operated_at: handledAt } = write.body;
	const named = await write.once(`message ${String(answered)}, ticket ${String(ticket)}`, async () => await namedTickets(write));
	if (named !== undefined) return named.map((one) => ({ ticket: one, isOfSubject: true }));
	// The search uses the send time. For a memo this is the handling time, which was made earlier then too.
	const since = iso(handledAt === undefined ? write.since : Math.min(write.since, millisOf(handledAt, Infinity)) - write.lookBack);
	const rows = await write.once(`${channel} ${since}`, async () => await allPages(write, { since, method_cds: [channel] }));
	const made = rows.filter(({ created_at, ticket_id }) => millisOf(created_at, 0) >= write.since && !write.isOther(ticket_id)).reverse();
	const candidates = made.map((row) => ({ ticket: Number(row.ticket_id), isOfSubject: lines(row.title) === lines(subject) }));
	return candidates.sort((one, other) => Number(other.isOfSubject) - Number(one.isOfSubject));
}

/** @returns the ticket that a reply has just read; undefined where it has read none, or without a field that is compared */
function messagesRead({ precondition = {} }: Repeated): (Candidate & { messages: IDataObject[] }) | undefined {
	if (missingField(precondition, { ticket_id: isId, messages: rowsWith(COMPARED) }) !== undefined) return undefined;
	return { ticket: Number(precondition.ticket_id), isOfSubject: true, messages: precondition.messages as IDataObject[] };
}

async function allPages(write: Repeated, criteria: IDataObject): Promise<IDataObject[]> {
	const rows = new Map<unknown, IDataObject>();
	await pageByPage(PER_PAGE, async (page) => {
		const next = await search(write, { ...criteria, page }, { title: orNull(isText) });
		for (const row of next) rows.set(row.ticket_id, row);
		return { rows: next.length, seen: rows.size };
	});
	return [...rows.values()];
}

/** @returns the account that a mail is from, or the customer of a memo, by address and phone number; empty where none is named */
async function senderOf({ body: { mail_account_id: id, customer_email, customer_tel }, rowsOf, values }: Pick<Repeated, 'body' | 'rowsOf' | 'values'>): Promise<string[]> {
	const accounts = id === undefined ? [] : await rowsOf(LISTS.mailAccounts(Number(values.messageBoxId)));
	const account = accounts.find(({ mail_account_id }) => mail_account_id === id);
	return [account?.email, customer_email, customer_tel].map(people).filter((one) => one !== '');
}

/** Whether a message may be the write, by all but its text and its sender. */
function isOfTry(message: IDataObject, write: Repeated, channel: string): boolean {
	return hasHeadOf(write, message, channel) && millisOf(message.created_at, 0) >= write.since;
}

/** In a retry the text may contain the time, so this decides only with Send Once: the text, and whether the message can answer the same one. */
function isSame(message: IDataObject, { body: { body, message_id: answered } }: Repeated, messages: readonly IDataObject[]): boolean {
	const asked = messages.find(({ message_id }) => message_id === answered);
	return isKeptText(lines(message.body), lines(body)) && millisOf(message.created_at, 0) >= millisOf(asked?.created_at, 0);
}

/** @returns the tickets that a reply names by its message, or a memo by the ticket's id; undefined for a new ticket */
async function namedTickets(write: Pick<UnknownWrite, 'body' | 'values' | 'read'>): Promise<number[] | undefined> {
	const { message_id: answered, ticket_id: ticket } = write.body;
	if (ticket !== undefined) return [Number(ticket)];
	if (answered === undefined) return undefined;
	return (await search(write, { message_ids: [answered] })).map((row) => Number(row.ticket_id));
}

/** The tickets in which the message may be; a new ticket is among those created since the request. */
async function ticketsOf(write: UnknownWrite, channel: string): Promise<{ tickets: number[]; where: string }> {
	const { message_id: answered, ticket_id: ticket } = write.body;
	const named = await namedTickets(write);
	if (named !== undefined) {
		const where = ticket === undefined ? `the ticket of message ${String(answered)} (${named.join(', ') || 'none was found'})` : `ticket ${String(ticket)}`;
		return { tickets: named, where };
	}
	const from = write.startedAt();
	let rows = await search(write, { since: sinceOf(write), method_cds: [channel] });
	// If this search was the first to show the service's clock and ours is ahead of it, look further back.
	if (write.startedAt() < from - STORED_TIME_RESOLUTION_MS) rows = await search(write, { since: sinceOf(write), method_cds: [channel] });
	const tickets = rows.filter((row) => isNew(row, write)).map((row) => Number(row.ticket_id));
	return { tickets, where: `the tickets created since ${iso(write.startedAt())}` };
}

/** The search uses the send time. For a memo this is the handling time, which may be in the past. */
function sinceOf(write: UnknownWrite): string {
	return iso(Math.min(write.startedAt(), millisOf(write.body.operated_at, Infinity)) - STORED_TIME_RESOLUTION_MS);
}

/** @param compared further fields that each ticket must have */
async function search({ values, read }: Pick<UnknownWrite, 'values' | 'read'>, criteria: IDataObject, compared: Fields = {}): Promise<IDataObject[]> {
	const { items } = await read({
		method: 'POST',
		path: `/api/v2/${String(values.messageBoxId)}/tickets/search`,
		body: { per_page: PER_PAGE, page: 1, ...criteria },
		expected: wholeList({ ticket_id: isId, created_at: isDate, ...compared }),
	});
	return items.map(({ json }) => json);
}

async function messagesOf({ values, read }: Pick<UnknownWrite, 'values' | 'read'>, ticket: number): Promise<IDataObject[]> {
	const answer = await read({
		method: 'GET',
		path: `/api/v2/${String(values.messageBoxId)}/tickets/${ticket}`,
		expected: record({ ticket_id: is(ticket), messages: rowsWith(COMPARED) }),
	});
	return answer.items[0].json.messages as IDataObject[];
}

/** Whether a message is a new one with the head and text of the write, that no other request created. */
function isLike(message: IDataObject, write: UnknownWrite, channel: string): boolean {
	const isOther = write.session.of(Ledgers).hasCreated(Number(write.values.messageBoxId), 'message_id', message.message_id);
	return hasHeadOf(write, message, channel) && isNew(message, write) && !isOther && isKeptText(lines(message.body), lines(write.body.body));
}

function hasHeadOf({ body }: Pick<UnknownWrite, 'body'>, message: IDataObject, channel: string): boolean {
	const isSent = channel === 'record' ? message.action_cd !== 'draft' : isSentMail(message, body);
	return message.method_cd === channel && isSent && lines(message.title) === lines(body.subject);
}

/** Blind copies are not compared, because a header does not have to show them. */
function isSentMail(message: IDataObject, sent: IDataObject): boolean {
	return SENT_STATES.includes(String(message.action_cd)) && ['to', 'cc'].every((header) => people(message[header]) === people(sent[header]));
}

function isNew(thing: IDataObject, write: UnknownWrite): boolean {
	return millisOf(thing.created_at, NaN) >= write.startedAt() - STORED_TIME_RESOLUTION_MS;
}

/** The document does not say whether the service adds a signature or the answered mail to a text: these would follow in a line or an HTML tag of their own. */
function isKeptText(kept: string, sent: string): boolean {
	return kept === sent || (kept.startsWith(sent) && /^ ?[\n<]/.test(kept.slice(sent.length)));
}

/** @returns whom a text names: by addresses, which may come back with names or in another order; without any, by the digits of a phone number */
function people(text: unknown): string {
	return addressesIn(text).map(({ key }) => key).sort().join() || String(text ?? '').normalize('NFKC').replace(/\D/g, '');
}

/** Blanks and line breaks may come back in another form. */
function lines(text: unknown): string {
	return String(text ?? '').replace(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? '\n' : ' ')).trim();
}

function iso(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
