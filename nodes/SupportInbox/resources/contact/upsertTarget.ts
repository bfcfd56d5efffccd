import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../transport/client/answer';
import { excerpt } from '../../transport/excerpt';
import type { ContactKey } from './key';
import { MAX_EMAILS } from './recordFields';
import type { ReadContact } from './wholeContact';

/** The fields of a record that hold its addresses. */
const EMAIL_LISTS = ['emails', 'archived_emails'];

/** A record that exists, and the key that found it. */
export interface FoundContact extends ReadContact {
	key: ContactKey;
}

/**
 * The input of an upsert.
 * - `key`: the key to find the record by; `others`: the other customer code or addresses that it will have.
 * - `fields`: the values to set, in the API's names.
 */
export interface Wanted {
	key: ContactKey;
	others: ContactKey[];
	fields: IDataObject;
}

/** Makes the error that stops the upsert before it writes; it also mentions an earlier write of unknown outcome. */
type Refuse = (message: string) => Error;

/** Reads the keys out of the values to set: in the service each key can belong to one record only. */
export function wantedOf(key: ContactKey, fields: IDataObject): Wanted {
	const keys: ContactKey[] = emailsIn(fields, ...EMAIL_LISTS).map((value) => ({ by: 'email', value }));
	if (typeof fields.system_id1 === 'string') keys.unshift({ by: 'system_id1', value: fields.system_id1 });
	return { key, others: keys.filter((other) => !same(other, key)), fields };
}

/**
 * Picks the record to update from the records that the keys found, which begin with that of the user's own key.
 *
 * @returns undefined when no record was found
 * @throws the error of `refuse` when the keys belong to different records
 */
export function targetOf({ key }: Wanted, [first, ...rest]: FoundContact[], refuse: Refuse): FoundContact | undefined {
	const second = rest.find(({ contact }) => contact.customer_id !== first.contact.customer_id);
	if (second !== undefined) throw refuse(`The ${nameOfKey(first.key)} and the ${nameOfKey(second.key)} belong to two different contacts`);
	if (first !== undefined) checkCode(key, first, refuse);
	return first;
}

/**
 * Checks that the record has the customer code of the user: a service may treat K1 and k1 as equal, and an address may belong to
 * another contact.
 *
 * @throws the error of `refuse` when the record has another code
 */
export function checkCode({ by, value }: ContactKey, found: Pick<FoundContact, 'key' | 'contact'>, refuse: Refuse): void {
	const code = found.contact.system_id1;
	if (by !== 'system_id1' || typeof code !== 'string' || code === '' || code === value) return;
	throw refuse(`The ${nameOfKey(found.key)} belongs to a contact with another customer code, ${excerpt(code)}`);
}

/**
 * The values for a record that exists. They make sure that it has the user's key afterwards, also if another key found it or if
 * other addresses replace its own. Otherwise the next run would not find it and create a second record.
 */
export function changeOf(wanted: Wanted, found: Omit<FoundContact, 'readAt'>, refuse: Refuse): IDataObject {
	const { key, fields } = inSpellingOf(found.contact, wanted);
	return same(key, found.key) && keepsKey(wanted) ? fields : withKey(key, fields, found.contact, refuse);
}

/** Whether a record with the user's key keeps it when the values are set. */
function keepsKey({ key, fields }: Wanted): boolean {
	if (key.by === 'system_id1' || !EMAIL_LISTS.some((list) => list in fields)) return true;
	return emailsIn(fields, ...EMAIL_LISTS).some((value) => same({ by: 'email', value }, key));
}

/** The values for a new record, with its key. Empty values are left out, because there is nothing to clear. */
export function creationOf(wanted: Wanted, refuse: Refuse): IDataObject {
	const { key, fields } = inSpellingOf({}, wanted);
	const values = Object.entries(fields).filter(([, value]) => value !== null && value !== '' && !isEmptyList(value));
	return withKey(key, Object.fromEntries(values), {}, refuse);
}

function withKey(key: ContactKey, fields: IDataObject, present: IDataObject, refuse: Refuse): IDataObject {
	if (key.by === 'system_id1') return { ...fields, system_id1: key.value };
	const all = { ...present, ...fields };
	if (emailsIn(all, ...EMAIL_LISTS).some((value) => same({ by: 'email', value }, key))) return fields;
	const emails = [...emailsIn(all, 'emails'), key.value];
	if (emails.length > MAX_EMAILS) {
		throw refuse(`With ${excerpt(key.value)} the contact would have ${emails.length} e-mail addresses, the service takes at most ${MAX_EMAILS}`);
	}
	return { ...fields, emails: emails.map((email) => ({ email })) };
}

function emailsIn(fields: IDataObject, ...lists: string[]): string[] {
	const rows = lists.flatMap((list) => (Array.isArray(fields[list]) ? (fields[list] as unknown[]) : []));
	return rows.filter(isObject).map(({ email }) => String(email));
}

/** Whether two keys are equal; addresses that differ by case only are equal. */
function same(one: ContactKey, other: ContactKey): boolean {
	return one.by === other.by && inSmallLetters(one).value === inSmallLetters(other).value;
}

/**
 * The API document does not say whether letter case matters in an address. An address that a contact does not have is written in
 * small letters, so that another row of a table with other capitals finds the contact.
 *
 * @param contact a record that exists; an address that it has exactly as it is wanted stays so
 */
function inSpellingOf(contact: IDataObject, { key, fields, ...rest }: Wanted): Wanted {
	const present = emailsIn(contact, ...EMAIL_LISTS);
	const spelled = (one: ContactKey) => (present.includes(one.value) ? one : inSmallLetters(one));
	const lists = EMAIL_LISTS.filter((list) => list in fields).map((list) => {
		const emails = emailsIn(fields, list).map((value) => spelled({ by: 'email', value }).value);
		return [list, [...new Set(emails)].map((email) => ({ email }))];
	});
	return { ...rest, key: spelled(key), fields: { ...fields, ...Object.fromEntries(lists) } };
}

/**
 * @returns an e-mail address in small letters; a customer code as it is
 */
export function inSmallLetters({ by, value }: ContactKey): ContactKey {
	return { by, value: by === 'email' ? value.toLowerCase() : value };
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/** @returns a key as text for a sentence */
export function nameOfKey({ by, value }: ContactKey): string {
	return `${by === 'email' ? 'e-mail' : 'customer code'} ${excerpt(value)}`;
}
