import { UserError } from 'n8n-workflow';
import { invisibleIn } from '../../transport/invisibleCharacters';
import { entriesIn, entryIn, mailboxOf, MAX_HEADER, meantIn } from '../../transport/mailHeaders/addresses';
import { type Rule, isBlank, quote, textOf } from './rule';

/** One e-mail address, in any form in which a message shows its sender: a name is left out. */
export const emailAddress: Rule = (value, { names }) => {
	if (isBlank(value)) return undefined;
	names?.('mailbox');
	const given = readable(textOf(value).trim());
	const { address } = entryIn(given);
	if (address !== undefined) return address;
	const { length } = meantIn(given.replace(/\s+/g, ' '));
	if (length > 1) throw new UserError(`${quote(given)} is not an e-mail address, but ${length}. Enter one.`);
	throw rejection(given, 'Enter one such as nathan@example.com.');
};

/** One or several e-mail addresses, with commas or semicolons; a list is joined. They are sent with commas (API document, Mail send). */
export const addresses: Rule = (value, { names }) => {
	if (isBlank(value)) return undefined;
	names?.('mailbox');
	const given = Array.isArray(value) ? value.filter((entry) => !isBlank(entry)) : [value];
	if (given.length === 0) throw new UserError('The list holds no address. Enter at least one, or null for nobody.');
	const all = readable(given.map((entry) => textOf(entry).trim()).join(', '));
	const mailboxes = entriesIn(all).map(({ text, name, address }) => {
		// A line break would begin another line in the header of the mail.
		if (address !== undefined && !/\p{Cc}/u.test(text)) return mailboxOf(name, address);
		const hasHalfQuotes = text.split('"').length % 2 === 0;
		if (text !== '' && !hasHalfQuotes) throw rejection(text, 'Enter addresses with commas between them.');
		throw new UserError(`${quote(all)} is not a list of e-mail addresses. An address is missing at a comma, or a quotation mark has no partner.`);
	});
	return readable(mailboxes.join(', '));
};

/** Checks a list before it is read, and as it is sent, with marks around names: the guards of a mail must find its recipients. */
function readable(text: string): string {
	if (text.length <= MAX_HEADER) return text;
	throw new UserError(`${quote(text)} is too long: e-mail addresses are read from ${MAX_HEADER} characters at most, and it has ${text.length}. Enter fewer.`);
}

function rejection(given: string, help: string): UserError {
	const [unseen, meant] = [invisibleIn(given), meantIn(given)];
	const reason = unseen === undefined ? '' : ` It holds ${unseen}, which nobody sees.`;
	return new UserError(
		`${quote(given)} is not an e-mail address.${reason} ${meant.length > 0 && meant.join(', ') !== given ? `Did you mean ${quote(meant.join(', '))}?` : help}`,
	);
}
