import type { IDataObject } from 'n8n-workflow';
import { PersonalData } from '../../../output/personalData/personalData';
import { firstToken, replaceTokens, TOKEN } from '../../../output/personalData/tokens';
import type { Item } from '../../../transport/engine/item';
import { reject } from '../../../transport/errors/reject';
import { mailboxesIn } from '../../../transport/mailHeaders/addresses';

/** The fields of a mail or memo that may have tokens (API document, Mail send, Mail reply, Handling memo create). */
const ADDRESSES = ['to', 'cc', 'bcc', 'customer_email'];
const FIELDS = ['subject', 'body', 'customer_tel', ...ADDRESSES];
const EXACT = new RegExp(`^${TOKEN}$`);

/** @returns whether a mail or memo has a token in one of its fields */
function hasTokens(body: IDataObject): boolean {
	return FIELDS.some((field) => firstToken(body[field]) !== undefined);
}

/**
 * Rejects tokens before anything is sent, also with Skip Text Checks.
 *
 * @param isInTicket whether there is a ticket that may hold them: then only what cannot be a token of the node is rejected
 * @throws NodeOperationError
 */
export function rejectTokens(item: Item, isInTicket: boolean): void {
	for (const text of [...FIELDS.map((field) => item.body[field]), JSON.stringify(item.settings)]) {
		const why = isInTicket ? 'is no token of this node' : 'stands for a value of another ticket';
		if (typeof text === 'string') replaceTokens(text, (token) => (isInTicket && EXACT.test(token) ? token : rejectToken(item, token, why)));
	}
}

function rejectToken(item: Item, token: string, why: string): never {
	reject(item, `${token} ${why}`, 'Nothing was sent. Email: Reply and Memo put back the tokens that Ticket: Get returns for the ticket they write to, while the access token stays the same. Write the text without it.');
}

/**
 * @param body what the item writes, with its tokens
 * @returns whether its ticket must be read: the item has tokens, or the user wants the output hidden
 */
export function needsOwnValues(item: Item, body: IDataObject): boolean {
	return item.settings.hidePersonalData === true || hasTokens(body) || firstToken(JSON.stringify(item.settings)) !== undefined;
}

/** Reads what the ticket holds: from then on the item shows tokens in its output, errors and dry run. */
export function readOwnValues(item: Item, ticket: IDataObject): void {
	const data = PersonalData.ofTicket(item, ticket);
	data.readAll(ticket);
	item.hides = data;
}

/**
 * @returns the body with what its ticket holds in place of its tokens, where that was read
 * @throws NodeOperationError for a token that stands for nothing in the ticket
 */
export function withOwnValues(item: Item, body: IDataObject): IDataObject {
	const fields = item.hides === undefined ? [] : FIELDS.filter((field) => firstToken(body[field]) !== undefined);
	return { ...body, ...Object.fromEntries(fields.map((field) => [field, withValues(item, body, field)])) };
}

function withValues(item: Item, body: IDataObject, field: string): string {
	const isAddress = ADDRESSES.includes(field);
	const form = field !== 'body' ? inOneLine : body.is_html === true ? inHtml : (value: string) => value;
	const text = replaceTokens(String(body[field]), (token, kind) => {
		const value = item.hides!.valueOf(token, form) ?? rejectToken(item, token, 'stands for nothing in this ticket');
		// A name with a comma would be another recipient.
		return isAddress && kind === 'NAME' ? '' : value;
	});
	return isAddress ? mailboxesIn(text.normalize('NFKC').replace(/%40/g, '@')).flatMap(({ address }) => address ?? []).join(', ') : text;
}

const inOneLine = (value: string) => value.replace(/[\s\p{Cc}]+/gu, ' ').trim();
const inHtml = (value: string) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\n/g, '<br>');
