import type { IDataObject } from 'n8n-workflow';
import { quote } from '../../fields/rules';
import { switchField } from '../../fields/sent';
import type { Item } from '../../transport/engine/item';
import { reject } from '../../transport/errors/reject';
import { type Address, addressesIn, mailboxesIn, withoutTag } from '../../transport/mailHeaders/addresses';

/** The headers of a message with its recipients (API document, Message object). */
interface Headers extends IDataObject {
	action_cd: string;
}

/**
 * Whom an answer to a message reaches: the Reply-To or From of a received message, and the To of a mail of ours. It is one
 * address, unless the user wants an answer to all: a sender may put strangers into the headers.
 *
 * @returns the addresses, at least one, each once; or the end of the sentence "The message ...", if it is not known whom to answer
 */
export function answeredIn({ action_cd, reply_to, from, to }: Headers, isForAll: boolean): Address[] | string {
	const header = action_cd === 'received' ? reply_to || from : to;
	const found = [...new Map(addressesIn(header).map((one) => [one.key, one])).values()];
	const wrong = rejectedIn(header);
	if (wrong !== undefined) return wrong;
	if (found.length === 0) return `has no e-mail address to reply to${header ? `, but ${quote(header)}` : ''}`;
	return found.length === 1 || isForAll ? found : `would be answered to ${found.length} addresses: ${listed(found)}`;
}

/** How many addresses an error lists. */
const LISTED = 10;

function listed(found: readonly Address[]): string {
	const first = found.slice(0, LISTED).map(({ address }) => address).join(', ');
	return found.length > LISTED ? `${first} and ${found.length - LISTED} more` : first;
}

/**
 * Who gets a copy of an answer to all: the CC of the message and its other recipients, each once.
 *
 * @param own the accounts of the inbox, which get none
 * @param known who gets the answer anyway
 * @returns the addresses; or the end of the sentence "The message ...", if one of them is none
 */
export function copiedIn({ cc, to }: Headers, own: OwnAccounts, known: readonly Address[]): Address[] | string {
	const keys = new Set(known.map(({ key }) => key));
	const found = [cc, to].flatMap(addressesIn).filter((one) => !own.has(one) && !keys.has(one.key) && keys.add(one.key));
	return rejectedIn(cc) ?? rejectedIn(to) ?? found;
}

/** @returns the end of the sentence "The message ..." if a header has something that looks like an address and is none */
function rejectedIn(header: unknown): string | undefined {
	const wrong = mailboxesIn(header).find(({ address, text }) => address === undefined && /[@＠]/.test(text));
	return wrong && `would be answered to ${quote(wrong.text)}, which is not an e-mail address`;
}

export const replyAllField = switchField(
	'Reply All',
	'replyAll',
	'Whether CC and other recipients get a copy, but no mail account of the inbox',
);

/** The most recipients of a run, unless the user sets Fail Above. */
export const RECIPIENTS_FAIL_ABOVE = 100;

/** @returns how many people a mail reaches, as far as the fields of its item say */
export function recipientsOf({ body }: Pick<Item, 'body'>): number {
	return [body.to, body.cc, body.bcc].flatMap(addressesIn).length;
}

/**
 * Counts the recipients that only the ticket shows, where the mail departs.
 *
 * @param mail the body of the reply
 * @throws NodeOperationError for more than Fail Above allows a run
 */
export function rejectTooMany(item: Item, mail: IDataObject): void {
	const [count, most] = [recipientsOf({ body: mail }), Number(item.settings.failAbove ?? RECIPIENTS_FAIL_ABOVE)];
	if (count > most) {
		reject(
			item,
			`The reply has ${count} recipients, and Fail Above is ${most}`,
			'It was not sent. Leave out Reply All, or set Fail Above under Additional Fields to a higher number.',
		);
	}
}

/** The mail accounts of an inbox, as recipients of a mail. */
export class OwnAccounts {
	private readonly keys: ReadonlySet<string>;

	/** @param accounts the rows of the list */
	constructor(accounts: readonly IDataObject[]) {
		this.keys = new Set(accounts.flatMap(({ email }) => addressesIn(email)).map(({ key }) => withoutTag(key)));
	}

	/** @returns whether a mail to the address comes back into the inbox, also by a tag such as support+shop@ex.jp */
	has({ key }: Address): boolean {
		return this.keys.has(withoutTag(key));
	}
}
