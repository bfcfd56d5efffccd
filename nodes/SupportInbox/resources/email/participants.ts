import type { IDataObject } from 'n8n-workflow';
import { isOfCustomer } from '../../output/metrics/waiting';
import type { Item } from '../../transport/engine/item';
import { addressesIn, mailboxesIn } from '../../transport/mailHeaders/addresses';
import { REPLIES_ONLY, rejectionOfRecipient } from '../../transport/permissions';
import type { AnsweredMessage } from './answered';

/** The states of messages that have been sent to somebody; a draft may name anybody. */
const SENT = ['sent', 'sending', 'scheduled'];
const HEADERS = ['to', 'cc', 'bcc'];

/** @returns whether the credential lets a reply go to the people of its ticket only */
export function repliesOnly({ connection }: Pick<Item, 'connection'>): boolean {
	return connection.permissions === REPLIES_ONLY;
}

/**
 * Rejects a recipient who is not one of the people of the ticket: the customer who sent the answered message and its Reply-To,
 * if each is one address, and whom sent mails of the ticket have addressed. A sender may put anybody into the CC of a message or
 * beside an address, and an agent anybody into a memo, so these do not count.
 *
 * @param mail the body of the reply
 * @throws NodeOperationError
 */
export function rejectOthers(item: Item, mail: IDataObject, ticket: IDataObject, answered: AnsweredMessage): void {
	if (!repliesOnly(item)) return;
	const sent = (ticket.messages as IDataObject[]).filter(
		({ method_cd, action_cd }) => method_cd === 'mail' && SENT.includes(String(action_cd)),
	);
	const addressed = sent.flatMap((message) => HEADERS.map((header) => message[header]));
	const customer = isOfCustomer(answered) ? [answered.from, answered.reply_to].filter((header) => keysIn(header).size === 1) : [];
	const participants = keysIn(...addressed, ...customer);
	for (const key of HEADERS.flatMap((header) => everyKeyIn(mail[header]))) {
		if (!participants.has(key)) throw rejectionOfRecipient(item.context, key, item.itemIndex);
	}
}

/** @returns the key of each address in the headers */
function keysIn(...headers: unknown[]): Set<string> {
	return new Set(headers.flatMap(addressesIn).map(({ key }) => key));
}

/** @returns the key of every address, and every word with an @ within a name: the service may read it as an address */
function everyKeyIn(header: unknown): string[] {
	return mailboxesIn(header).flatMap(({ key, name }) => [...(key === undefined ? [] : [key]), ...wordsWithAt(name ?? '')]);
}

function wordsWithAt(name: string): string[] {
	return name.toLowerCase().split(/[\s<>,;:"()]+/).filter((word) => word.includes('@'));
}
