import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../transport/client/answer';
import type { Item } from '../../transport/engine/item';
import { reject } from '../../transport/errors/reject';
import { excerpt } from '../../transport/excerpt';
import type { ContactKey } from './key';
import { MAX_EMAILS } from './recordFields';

/** The fields of a record that hold its addresses. */
const EMAIL_LISTS = ['emails', 'archived_emails'];

/** Makes the error that stops a write. @param next what the user can do; by default {@link TO_CORRECT} */
export type Refuse = (message: string, next?: string) => Error;

/** Rejects an item of which nothing was written yet. */
export function rejecting(item: Item): Refuse {
	return (message, next = TO_CORRECT) => reject(item, message, `Nothing was changed. ${next}`);
}

/** What the user can do where keys belong to different contacts. */
export const TO_CORRECT = 'To change that contact, find it by that key. Otherwise correct the customer code or the e-mail addresses here, or the contacts in the Support Inbox.';

/** @returns the keys among the values of a record: in the service each can belong to one record only */
export function keysIn(fields: IDataObject): ContactKey[] {
	const { system_id1: code } = fields;
	const emails = emailsIn(fields, ...EMAIL_LISTS).map((value): ContactKey => ({ by: 'email', value }));
	return typeof code === 'string' && code !== '' ? [{ by: 'system_id1', value: code }, ...emails] : emails;
}

/** @returns whether the values of a record have the key */
export function hasKey(fields: IDataObject, key: ContactKey): boolean {
	return keysIn(fields).some((own) => isSameKey(own, key));
}

/** Whether two keys are equal; addresses that differ by case only are equal. */
export function isSameKey(one: ContactKey, other: ContactKey): boolean {
	return one.by === other.by && inSmallLetters(one).value === inSmallLetters(other).value;
}

/** @returns which key of the contact has led to it: an archived address may have another owner by now */
export function foundBy(contact: IDataObject, key: ContactKey): 'system_id1' | 'email' | 'archived_email' {
	if (key.by === 'system_id1') return key.by;
	const isArchived = hasKey({ archived_emails: contact.archived_emails }, key) && !hasKey({ emails: contact.emails }, key);
	return isArchived ? 'archived_email' : 'email';
}

/**
 * Checks that a record is the one that was asked for: a service may treat K1 and k1 as equal, and an address may be another contact's.
 *
 * @throws the error of `reject` when the record does not show the key
 */
export function checkShown(key: ContactKey, contact: IDataObject, reject: Refuse): void {
	if (hasKey(contact, key)) return;
	throw reject(
		`The ${nameOfKey(key)} led to a contact that does not show it (customer_id ${String(contact.customer_id)})`,
		'Enter the key exactly as the contact has it in the Support Inbox, or use its other one.',
	);
}

/**
 * Checks that a write does not replace a customer code in passing: the wrong address in a row would give a contact the code of another one.
 *
 * @param fields values to set
 * @throws the error of `reject` when the contact has another code
 */
export function checkCode(key: ContactKey, { system_id1: code }: IDataObject, { system_id1: wanted }: IDataObject, reject: Refuse): void {
	if (typeof wanted !== 'string' || typeof code !== 'string' || code === '' || code === wanted) return;
	throw reject(`The contact with the ${nameOfKey(key)} has the customer code ${excerpt(code)}, and the item has ${excerpt(wanted)}`, REPLACING_CODE);
}

/** What the user can do where a contact would get another code. */
export const REPLACING_CODE = 'Correct the address or the code. If the contact shall get this code, switch on Replace Customer Code.';

/**
 * @param fields values to set, which may replace the addresses of the record
 * @param present the record; `{}` for a new one
 * @returns the values with the user's key: otherwise the next run would not find the record and create a second one
 * @throws the error of `reject` where the address does not fit in
 */
export function withOwnKey(key: ContactKey, fields: IDataObject, present: IDataObject, reject: Refuse): IDataObject {
	const all = { ...present, ...fields };
	const isUnchanged = 'customer_id' in present && !EMAIL_LISTS.some((list) => list in fields);
	if (isUnchanged || hasKey(all, key)) return fields;
	if (key.by === 'system_id1') return { ...fields, system_id1: key.value };
	const emails = [...emailsIn(all, 'emails'), key.value];
	if (emails.length > MAX_EMAILS) {
		throw reject(`With ${excerpt(key.value)} the contact would have ${emails.length} e-mail addresses, the service takes at most ${MAX_EMAILS}`);
	}
	return { ...fields, emails: emails.map((email) => ({ email })) };
}

/**
 * The API document does not say whether letter case matters in an address. An address that a contact does not have is written in
 * small letters, so that another row of a table with other capitals finds the contact.
 *
 * @param contact a record that exists; an address that it has exactly as it is wanted stays so
 * @returns the key, or the addresses within the values to set, as they are written
 */
export function inSpellingOf(contact: IDataObject, key: ContactKey): ContactKey {
	return emailsIn(contact, ...EMAIL_LISTS).includes(key.value) ? key : inSmallLetters(key);
}

/** The same for the addresses among the values to set, each once. */
export function spelledFor(contact: IDataObject, fields: IDataObject): IDataObject {
	const lists = EMAIL_LISTS.filter((list) => list in fields).map((list) => {
		const emails = emailsIn(fields, list).map((value) => inSpellingOf(contact, { by: 'email', value }).value);
		return [list, [...new Set(emails)].map((email) => ({ email }))];
	});
	return { ...fields, ...Object.fromEntries(lists) };
}

/** @returns an e-mail address in small letters; a customer code as it is */
export function inSmallLetters({ by, value }: ContactKey): ContactKey {
	return { by, value: by === 'email' ? value.toLowerCase() : value };
}

/** @returns a key as text for a sentence */
export function nameOfKey({ by, value }: ContactKey): string {
	return `${by === 'email' ? 'e-mail' : 'customer code'} ${excerpt(value)}`;
}

function emailsIn(fields: IDataObject, ...lists: string[]): string[] {
	const rows = lists.flatMap((list) => (Array.isArray(fields[list]) ? (fields[list] as unknown[]) : []));
	return rows.filter(isObject).map(({ email }) => String(email));
}
