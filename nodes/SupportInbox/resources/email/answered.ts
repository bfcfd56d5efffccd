import type { IDataObject } from 'n8n-workflow';
import { lengthOf } from '../../fields/rules';
import { codeName } from '../../output/codes';
import { isOfCustomer } from '../../output/metrics/waiting';
import { byCreation } from '../../store/tickets';
import { isId, wholeList } from '../../transport/client/answer';
import type { Item } from '../../transport/engine/item';
import { reject } from '../../transport/errors/reject';
import { type Address, addressesIn } from '../../transport/mailHeaders/addresses';
import { MAX_SUBJECT } from './fields';
import { answeredIn, copiedIn, OwnAccounts } from './recipients';

/** A message of a ticket: the part that a reply uses (API document, Ticket). */
export interface AnsweredMessage extends IDataObject {
	message_id: number;
	method_cd: string;
	action_cd: string;
	title: string | null;
}

/**
 * The states of a message of ours that reached the customer or will. A reply in a ticket with Approval Required waits for the
 * approval of a superior, and counts. Nobody has decided to send a draft, and a rejected mail does not leave.
 */
export const ANSWER_STATES = ['sent', 'sending', 'scheduled', 'requested', 'approved'];

/**
 * @returns the ticket that has the message
 * @throws NodeOperationError when the inbox has no such message, ServiceFailure
 */
export async function ticketWith(item: Item, messageId: number): Promise<number> {
	const { items } = await item.read({
		method: 'POST',
		path: `/api/v2/${item.values.messageBoxId}/tickets/search`,
		body: { message_ids: [messageId], per_page: 2, page: 1 },
		expected: wholeList({ ticket_id: isId }),
	});
	// If the service does not know the message, it may ignore this filter and find other tickets.
	return items.length === 1 ? Number(items[0].json.ticket_id) : rejectMessage(item, messageId);
}

/**
 * @param ticket with its messages
 * @param given the fields of the reply: its message, else the newest one of a customer. A ticket that has none is answered at its
 * newest message if the reply has To and an account, since such a message may have neither
 * @throws NodeOperationError when there is none
 */
export function messageIn(item: Item, ticket: IDataObject, given: IDataObject): AnsweredMessage {
	const messages = ticket.messages as AnsweredMessage[];
	const { message_id: chosen } = given;
	if (chosen !== undefined) return messages.find((message) => message.message_id === chosen) ?? rejectMessage(item, Number(chosen));
	const isAddressed = given.to !== undefined && given.mail_account_id !== undefined;
	const newest = newestReceived(ticket) ?? (isAddressed ? newestOf(messages.filter((message) => !isUnsent(message))) : undefined);
	return (
		newest ??
		reject(
			item,
			`Ticket ${String(ticket.ticket_id)} has no received message`,
			`${startedBy(messages)}, so it is not known whom to answer. Choose the Email Account, and add To under Additional Fields: then the newest message is answered, in this ticket. By ID with both works as well. A trigger with only Customer under Started By leaves such tickets out.`,
		)
	);
}

/** @returns the newest message of a customer in a ticket with its messages */
export function newestReceived({ messages }: IDataObject): AnsweredMessage | undefined {
	return newestOf((messages as AnsweredMessage[]).filter(isOfCustomer));
}

function newestOf(messages: readonly AnsweredMessage[]): AnsweredMessage | undefined {
	return byCreation(messages).at(-1);
}

/** Whether it is a mail of ours that was not sent, such as a draft. */
function isUnsent({ method_cd, action_cd }: AnsweredMessage): boolean {
	return method_cd === 'mail' && action_cd !== 'received' && action_cd !== 'sent';
}

/** @returns how the ticket began, as the beginning of a sentence */
function startedBy(messages: readonly AnsweredMessage[]): string {
	const first = byCreation(messages).at(0);
	if (first === undefined) return 'It has no message';
	return first.method_cd === 'mail' ? 'It began with a mail of ours' : `It began with the channel ${codeName('method_cd', first.method_cd)}`;
}

const WHOM_TO_ANSWER = 'Add To under Additional Fields and enter the address. Several addresses are answered with To or with Reply All only.';

/** @returns recipients, subject and account of a reply, taken from its message where the user left them empty */
export function filledIn(item: Item, message: AnsweredMessage, accounts: readonly IDataObject[], given: IDataObject): IDataObject {
	const isToAll = item.settings.replyAll === true;
	const answered = given.to === undefined ? answeredIn(message, isToAll) : [];
	if (typeof answered === 'string') reject(item, `Message ${message.message_id} ${answered}`, WHOM_TO_ANSWER);
	const to = given.to ?? answered.map(({ address }) => address).join(', ');
	const copied = isToAll ? copiedIn(message, new OwnAccounts(accounts), [to, given.cc, given.bcc].flatMap(addressesIn)) : [];
	if (typeof copied === 'string') {
		reject(item, `Message ${message.message_id} ${copied}`, 'Leave out Reply All, and enter the addresses under CC.');
	}
	const cc = [...(given.cc === undefined ? [] : [given.cc]), ...copied.map(({ address }) => address)].join(', ');
	const ours = message.action_cd === 'received' ? [message.to, message.cc] : [message.from];
	return {
		to,
		...(cc !== '' && { cc }),
		subject: given.subject ?? subjectFor(message),
		mail_account_id: given.mail_account_id ?? accountFor(item, message, accounts, ours.flatMap(addressesIn)),
	};
}

/**
 * Rejects a reply to one of our own mail accounts, which a form mail has as its sender. It would not reach the customer, and come back as
 * a new message.
 *
 * @param to whom the reply goes, taken from the message
 * @throws NodeOperationError
 */
export function rejectOurselves(
	item: Item,
	{ message_id: id }: AnsweredMessage,
	to: unknown,
	accounts: readonly IDataObject[],
): void {
	const own = new OwnAccounts(accounts);
	if (!addressesIn(to).some((one) => own.has(one))) return;
	reject(
		item,
		`Message ${id} names a mail account of this inbox as its sender, so the reply would go to ourselves`,
		'Add To under Additional Fields and enter the address of the customer.',
	);
}

/** @returns the subject of a reply, with one `Re:` and cut to the service's limit */
function subjectFor({ title }: AnsweredMessage): string {
	const plain = String(title ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
	const subject = /^re(\[\d+\])?\s*[:：]/i.test(plain) ? plain : `Re: ${plain}`.trim();
	return lengthOf(subject) <= MAX_SUBJECT ? subject : `${[...subject].slice(0, MAX_SUBJECT - 1).join('')}…`;
}

function accountFor(
	item: Item,
	{ message_id: id }: AnsweredMessage,
	accounts: readonly IDataObject[],
	addressed: readonly Address[],
): number {
	const own = accounts.filter(({ email }) => addressesIn(email).some(({ key }) => addressed.some((one) => one.key === key)));
	if (own.length === 1) return Number(own[0].mail_account_id);
	const what = own.length === 0 ? 'no mail account of this inbox' : 'several mail accounts of this inbox';
	reject(item, `Message ${id} names ${what}`, 'Choose the Email Account that the reply is sent from.');
}

function rejectMessage(item: Item, messageId: number): never {
	reject(item, `The inbox has no message ${messageId}`, 'Ticket: Get shows the messages of a ticket with their IDs.');
}
