import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { SentWrite } from '../../store/store';
import { addressesIn } from '../mailHeaders/addresses';

/**
 * The one comparison of messages: account or customer, recipients, ticket or answered message, subject and text. Blanks and line
 * breaks are the same in all forms, and nothing else is: a longer text is another message.
 */

/** Stands for a part of a value that the clock or the execution makes: in its place may be anything. No text has this character. */
export const GAP = '\uFDD1';

/**
 * @param more what else decides
 * @returns the dedupe key of a message, which equal ones share. BCC does not count: a message does not have to show it
 */
export function dedupeKey({ path, body }: Pick<SentWrite, 'path' | 'body'>, ...more: unknown[]): string {
	const { mail_account_id, customer_email, customer_tel, to, cc, subject, body: text, message_id, ticket_id } = body;
	const people = [customer_email, customer_tel, to, cc].map((one) => (hasGap(one) ? plain(one) : peopleIn(one)));
	return createHash('sha256')
		.update(JSON.stringify([path, mail_account_id, people, plain(subject), plain(text), message_id, ticket_id, more]))
		.digest('hex');
}

/**
 * @param message as the service shows it
 * @param like the body of the write. Subject, text or To that it lacks may be any, without CC there is none. A memo has no recipients
 * @returns whether the message has its recipients, subject and text
 */
export function isLike(message: IDataObject, like: IDataObject): boolean {
	const { method_cd: channel, title, body, to, cc } = message;
	const isToSame = channel !== 'mail' || ((like.to === undefined || isTo(to, like.to)) && isTo(cc, like.cc));
	return isToSame && hasText(title, like.subject) && hasText(body, like.body);
}

/** @param given may have gaps; undefined: any text will do */
export function hasText(text: unknown, given: unknown): boolean {
	return given === undefined || fits(plain(text), plain(given));
}

function isTo(shown: unknown, given: unknown): boolean {
	if (!hasGap(given)) return peopleIn(shown) === peopleIn(given);
	const [open, fixed] = [true, false].map((isOpen) => String(given).split(',').filter((one) => hasGap(one) === isOpen));
	const [shownKeys, fixedKeys] = [shown, fixed.join()].map((text) => addressesIn(text).map(({ key }) => key));
	const isGiven = (key: string) => fixedKeys.includes(key) || open.some((one) => fits(key, bare(one)));
	return shownKeys.every(isGiven) && fixedKeys.every((key) => shownKeys.includes(key));
}

/** @returns the address of an entry such as `Log <log@mail.example>` */
function bare(entry: string): string {
	return plain(entry.slice(entry.lastIndexOf('<') + 1).replace('>', '')).toLowerCase();
}

/** Whether a text is the given one, with anything in its gaps; linear in the length of both. */
function fits(text: string, given: string): boolean {
	const [first, ...others] = given.split(GAP).map((part) => part.trim());
	const last = others.pop();
	if (last === undefined) return text === first;
	if (!text.startsWith(first) || !text.endsWith(last)) return false;
	let place = first.length;
	for (const part of others) {
		place = text.indexOf(part, place) + part.length;
		if (place < part.length) return false;
	}
	return place <= text.length - last.length;
}

/**
 * @returns the people whom a text names: by addresses, which may come back with names or in another order; without any, by the digits of
 *   a phone number
 */
export function peopleIn(text: unknown): string {
	return addressesIn(text).map(({ key }) => key).sort().join() || String(text ?? '').normalize('NFKC').replace(/\D/g, '');
}

/** @returns a text whose blanks and line breaks are in one form */
export function plain(text: unknown): string {
	return String(text ?? '').replace(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? '\n' : ' ')).trim();
}

export function hasGap(value: unknown): boolean {
	return typeof value === 'string' && value.includes(GAP);
}
