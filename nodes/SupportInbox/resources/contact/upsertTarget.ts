import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../transport/client/answer';
import { excerpt } from '../../transport/excerpt';
import type { ContactKey } from './key';
import { MAX_EMAILS } from './recordFields';
import type { ReadContact } from './wholeContact';

/** A record that is there, and the key that found it. */
export interface FoundContact extends ReadContact {
	key: ContactKey;
}

/**
 * What an upsert wants.
 * - `key`: what the user finds the record by; `others`: the customer code or addresses it shall have besides.
 * - `fields`: the values to set, in the API's names.
 */
export interface Wanted {
	key: ContactKey;
	others: ContactKey[];
	fields: IDataObject;
}

/** Makes the error that stops the upsert before it writes; the outcome of an earlier write may be unknown. */
type Refuse = (message: string) => Error;

/** Reads the keys out of the values to set: the service lets each belong to one record only. */
export function wantedOf(key: ContactKey, fields: IDataObject): Wanted {
	const keys: ContactKey[] = emailsIn(fields, 'emails', 'archived_emails').map((value) => ({ by: 'email', value }));
	if (typeof fields.system_id1 === 'string') keys.unshift({ by: 'system_id1', value: fields.system_id1 });
	return { key, others: keys.filter((other) => !same(other, key)), fields };
}

/**
 * Picks the record that is meant from those that the keys found, the user's own key first.
 *
 * @returns undefined when there is none
 * @throws what `refuse` makes when the keys belong to different records
 */
export function targetOf({ key }: Wanted, [first, ...rest]: FoundContact[], refuse: Refuse): FoundContact | undefined {
	const second = rest.find(({ contact }) => contact.customer_id !== first.contact.customer_id);
	if (second !== undefined) throw refuse(`The ${nameOfKey(first.key)} and the ${nameOfKey(second.key)} belong to two different contacts`);
	if (first !== undefined) checkCode(key, first, refuse);
	return first;
}

/**
 * What a customer code found must have that code: a service may take K1 and k1 for one, and an address may be another contact's.
 *
 * @throws what `refuse` makes when it has another one
 */
export function checkCode({ by, value }: ContactKey, found: Pick<FoundContact, 'key' | 'contact'>, refuse: Refuse): void {
	const code = found.contact.system_id1;
	if (by !== 'system_id1' || typeof code !== 'string' || code === '' || code === value) return;
	throw refuse(`The ${nameOfKey(found.key)} belongs to a contact with another customer code, ${excerpt(code)}`);
}

/**
 * The values for a record that is there. It has the user's key afterwards, also where another key found it or where
 * other addresses take the place of those it has: it would not be found again, and the next run would create another.
 */
export function changeOf(wanted: Wanted, found: Omit<FoundContact, 'readAt'>, refuse: Refuse): IDataObject {
	const { key, fields } = wanted;
	return same(key, found.key) && keepsKey(wanted) ? fields : withKey(key, fields, found.contact, refuse);
}

/** Whether a record that has the user's key certainly has it still when the values are set. */
function keepsKey({ key, fields }: Wanted): boolean {
	if (key.by === 'system_id1' || !('emails' in fields || 'archived_emails' in fields)) return true;
	return emailsIn(fields, 'emails', 'archived_emails').some((value) => same({ by: 'email', value }, key));
}

/** The values for a new record: its key is among them, and what clears something has nothing to clear. */
export function creationOf({ key, fields }: Wanted, refuse: Refuse): IDataObject {
	const values = Object.entries(fields).filter(([, value]) => value !== null && value !== '' && !isEmptyList(value));
	return withKey(inSmallLetters(key), Object.fromEntries(values), {}, refuse);
}

function withKey(key: ContactKey, fields: IDataObject, present: IDataObject, refuse: Refuse): IDataObject {
	if (key.by === 'system_id1') return { ...fields, system_id1: key.value };
	const all = { ...present, ...fields };
	if (emailsIn(all, 'emails', 'archived_emails').some((value) => same({ by: 'email', value }, key))) return fields;
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

/** Two addresses that differ by case only are one. */
function same(one: ContactKey, other: ContactKey): boolean {
	return one.by === other.by && inSmallLetters(one).value === inSmallLetters(other).value;
}

/**
 * Whether letter case matters in an address is not in the API document. A contact is created with small letters, so that
 * another row of a table that writes it otherwise finds it.
 *
 * @returns the key as the service takes it for the same, whatever it does; a customer code as it is
 */
export function inSmallLetters({ by, value }: ContactKey): ContactKey {
	return { by, value: by === 'email' ? value.toLowerCase() : value };
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/** @returns a key as a sentence names it */
export function nameOfKey({ by, value }: ContactKey): string {
	return `${by === 'email' ? 'e-mail' : 'customer code'} ${excerpt(value)}`;
}
