import type { IDataObject } from 'n8n-workflow';
import { quote } from '../../fields/rules';
import { type Address, addressesIn, mailboxesIn, withoutTag } from '../../transport/mailHeaders/addresses';

/** The headers of a message with its recipients (API document, Message object). */
interface Headers extends IDataObject {
	action_cd: string;
}

/**
 * Whom an answer to a message reaches: the Reply-To or From of a received message, and the To of a mail of ours.
 *
 * @returns the addresses, at least one; or the end of the sentence "The message ...", if nobody knows whom it would reach
 */
export function answeredIn({ action_cd, reply_to, from, to }: Headers): Address[] | string {
	const header = action_cd === 'received' ? reply_to || from : to;
	const wrong = mailboxesIn(header).find(({ address, text }) => address === undefined && /[@＠]/.test(text));
	if (wrong !== undefined) return `would be answered to ${quote(wrong.text)}, which is not an e-mail address`;
	const found = addressesIn(header);
	return found.length > 0 ? found : `has no e-mail address to reply to${header ? `, but ${quote(header)}` : ''}`;
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
