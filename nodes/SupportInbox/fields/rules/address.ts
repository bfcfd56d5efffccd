import { UserError } from 'n8n-workflow';
import { type Entry, entriesIn, mailboxOf, MAX_HEADER, meantIn } from '../../transport/mailHeaders/addresses';
import { unseenIn } from '../../transport/unseen';
import { type Rule, isBlank, quote, textOf } from './rule';

/** One e-mail address, in any form in which a message shows its sender: a name and comments are left out. */
export const emailAddress: Rule = (value, { names }) => {
	if (isBlank(value)) return undefined;
	names?.('mailbox');
	const given = readable(textOf(value).trim());
	const entries = entriesIn(given, '');
	if (entries.length === 1 && isAddress(entries[0])) return entries[0].address;
	const { length } = meantIn(given.replace(/\s+/g, ' '));
	if (length > 1) throw new UserError(`${quote(given)} is not an e-mail address, but ${length}. Enter one.`);
	throw refusal(given, 'Enter one such as nathan@example.com.');
};

/** One or several e-mail addresses, separated by commas (API document, Mail send); a list is joined. Names are kept. */
export const addresses: Rule = (value, { names }) => {
	if (isBlank(value)) return undefined;
	names?.('mailbox');
	const given = Array.isArray(value) ? value.filter((entry) => !isBlank(entry)) : [value];
	if (given.length === 0) throw new UserError('The list holds no address. Enter at least one, or null for nobody.');
	const all = readable(given.map((entry) => textOf(entry).trim()).join(', '));
	const entries = entriesIn(all, ',');
	// A line break would begin another line in the header of the mail.
	const wrong = entries.find((entry) => !isAddress(entry) || /\p{Cc}/u.test(entry.text));
	if (wrong === undefined) return readable(entries.filter(isAddress).map(({ name, address }) => mailboxOf(name, address)).join(', '));
	const isGap = wrong.text === '' || (wrong.address !== undefined && wrong.text.includes('"'));
	if (isGap) throw new UserError(`${quote(all)} is not a list of e-mail addresses. An address is missing at a comma, or a quotation mark has no partner.`);
	throw refusal(wrong.text, 'Enter addresses with commas between them.');
};

/** Checks a list before it is read, and as it is sent, with marks around names: the guards of a mail must find its recipients. */
function readable(text: string): string {
	if (text.length <= MAX_HEADER) return text;
	throw new UserError(`${quote(text)} is too long: e-mail addresses are read from ${MAX_HEADER} characters at most, and it has ${text.length}. Enter fewer.`);
}

function isAddress(entry: Entry): entry is Entry & { address: string } {
	return entry.address !== undefined && entry.isLegal;
}

function refusal(given: string, help: string): UserError {
	const [unseen, meant] = [unseenIn(given), meantIn(given)];
	const reason = unseen === undefined ? '' : ` It holds ${unseen}, which nobody sees.`;
	return new UserError(`${quote(given)} is not an e-mail address.${reason} ${meant.length > 0 && meant.join(', ') !== given ? `Did you mean ${quote(meant.join(', '))}?` : help}`);
}
