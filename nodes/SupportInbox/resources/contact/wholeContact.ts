import type { IDataObject } from 'n8n-workflow';
import { type Difference, difference } from '../../output/difference';
import { pick } from '../../output/pick';
import { isSame } from '../../store/snapshot';
import { type Fields, isId, isIds, isObject, isText, orNull, record, rowsWith } from '../../transport/client/answer';
import { readAtOf } from '../../transport/client/request';
import type { Item } from '../../transport/engine/item';
import { type ReadRecord, planFrom, sendRequest, withLock } from '../../transport/engine/sendItem';
import { hasStatus } from '../../transport/errors/failure';
import type { Reconciliation } from '../../transport/writes/reconciliation';
import { isGender } from './fields';
import { type ContactKey, pathOf } from './key';
import { type Refuse, checkShown, foundBy, hasKey, inSmallLetters, isSameKey, keysIn, nameOfKey } from './keysOfContact';
import { withItemNames } from './output';
import { TEXT_PROPERTIES } from './recordFields';

const EMAILS = orNull(rowsWith({ email: isText }));
const TELS = orNull(rowsWith({ tel: isText }));

/** The fields of a record that can be written (API document, Address-book records). */
export const WRITABLE: Fields = {
	...Object.fromEntries(TEXT_PROPERTIES.map((name) => [name, orNull(isText)])),
	gender_cd: orNull(isGender),
	system_id1: orNull(isText),
	default_assignee: orNull(isText),
	emails: EMAILS,
	archived_emails: EMAILS,
	tels: TELS,
	archived_tels: TELS,
	badge_ids: orNull(isIds),
};

/** The help text of the fields of an update. */
export const UPDATE_HELP = 'What is empty stays as it is; Clear removes a value. Each new code or address takes a request.';

/** The field that shows a key of a record. */
const SHOWS = { system_id1: 'system_id1', email: 'emails' } as const;

/** A record, and the key that found it. */
export interface FoundContact extends ReadRecord {
	key: ContactKey;
	contact: IDataObject;
}

/**
 * The result of an update.
 * - `updated`: false where the contact had all the values already, so that nothing was sent.
 * - `matched_by`: the key of the contact that has led to it.
 * - `before`: the values that were overwritten; in a dry run also those `after`.
 * - `fields_not_sent`: fields that may be lost, because they could not be sent: unknown fields, rows with more than the API
 *   document shows, missing fields, and fields with an unexpected value.
 */
export interface Updated extends Partial<Difference> {
	updated: boolean;
	matched_by?: ReturnType<typeof foundBy>;
	fields_not_sent?: string[];
}

/** Runs `work` while nothing else in this process writes to the address book. One contact is not enough: it has several keys. */
export async function withAddressBookLock<T>(item: Item, work: () => Promise<T>): Promise<T> {
	return await withLock(item, `address book ${item.values.customerGroupId}`, work);
}

/**
 * @param reject makes the error for another contact than the one that was asked for
 * @param fields the fields, in the API's names, that the record must show besides its id and the key
 * @throws the error of `reject`; ServiceFailure, also for a record that lacks one of these
 */
export async function readContact(
	item: Pick<Item, 'values' | 'read'>,
	key: ContactKey,
	reject: Refuse,
	fields: readonly string[] = [],
): Promise<FoundContact> {
	const shown = [SHOWS[key.by], ...fields].map((name) => [name, WRITABLE[name]]);
	const answer = await item.read({
		method: 'GET',
		path: pathOf(item, key),
		expected: record({ customer_id: isId, ...Object.fromEntries(shown) }),
	});
	const contact = withItemNames(answer.items[0].json);
	checkShown(key, contact, reject);
	return { key, contact, readAt: readAtOf(answer) };
}

/** The same, for a contact that may not exist; an address that is not found is looked for in small letters as well. */
export async function findContact(
	item: Item,
	key: ContactKey,
	reject: Refuse,
	fields: readonly string[] = [],
): Promise<FoundContact | undefined> {
	const small = inSmallLetters(key);
	for (const spelled of small.value === key.value ? [key] : [key, small]) {
		const found = await readContact(item, spelled, reject, fields).catch((error) => {
			if (!hasStatus(error, 404)) throw error;
		});
		if (found !== undefined) return found;
	}
	return undefined;
}

/**
 * Checks that no other contact has a key that a write would set. The document does not say that an update is rejected then.
 *
 * @param key the user's key
 * @param change the values to set
 * @param present the record that is written; `{}` for a new one. Keys that it has are its own
 * @throws the error of `reject`, ServiceFailure
 */
export async function rejectUsedKeys(
	item: Item,
	key: ContactKey,
	change: IDataObject,
	present: IDataObject,
	reject: Refuse,
): Promise<void> {
	for (const other of keysIn(change).filter((one) => !isSameKey(one, key) && !hasKey(present, one))) {
		const found = await findContact(item, other, reject);
		if (found === undefined || found.contact.customer_id === present.customer_id) continue;
		throw reject(`The ${nameOfKey(other)} belongs to another contact (customer_id ${String(found.contact.customer_id)})`);
	}
}

/**
 * Sends an update together with all other fields of the contact: the API document does not say what the service does with
 * omitted fields (Address-book records, rule 9). If the contact was read more than two seconds before, it is read again.
 *
 * @param found the contact as `read` has read it
 * @param change makes the values to set from the contact
 * @throws ServiceFailure; what `change` throws: nothing is sent then
 */
export async function updateWhole(
	item: Item,
	found: FoundContact,
	{ read, change, reconciliation }: {
		read: () => Promise<FoundContact>;
		change: (contact: IDataObject) => IDataObject;
		reconciliation?: Reconciliation;
	},
): Promise<Updated> {
	const matched_by = foundBy(found.contact, found.key);
	if (Object.keys(difference(found.contact, change(found.contact)).after).length === 0) return { updated: false, matched_by };
	const decide = ({ contact }: FoundContact) => {
		const changed = change(contact);
		const { before, after } = difference(contact, changed);
		const notSent = fieldsNotSent(contact, changed);
		const notes = { before, ...(item.connection.isDryRun && { after }), ...(notSent.length > 0 && { fields_not_sent: notSent }) };
		return { body: { ...carriedValues(contact), ...changed }, precondition: contact, notes: (row: IDataObject) => ({ ...row, ...notes }) };
	};
	const { items } = await sendRequest(item, {
		method: 'PUT',
		url: pathOf(item, found.key),
		plan: planFrom(item, read, decide, found),
		reconciliation,
	});
	return { updated: true, matched_by, ...pick(items[0].json, ['before', 'after', 'fields_not_sent']) };
}

/** The fields of the contact in the form of a write; null cannot be written. */
function carriedValues(contact: IDataObject): IDataObject {
	const entries = Object.entries(contact).filter(([name, value]) => isWritable(name, value) && value !== null);
	return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(writable) : value])) as IDataObject;
}

function writable(entry: unknown): unknown {
	return isObject(entry) ? pick(entry as IDataObject, ['email', 'tel']) : entry;
}

/** @returns the fields whose value was not sent, or only in part, and the fields that the record lacks */
function fieldsNotSent(contact: IDataObject, change: IDataObject): string[] {
	const sent = carriedValues(contact);
	const isLeft = (name: string) =>
		name !== 'customer_id' && !(name in change) && (contact[name] === undefined || !isSame(contact[name], sent[name]));
	return [...new Set([...Object.keys(contact), ...Object.keys(WRITABLE)])].filter(isLeft);
}

function isWritable(name: string, value: unknown): boolean {
	return Object.hasOwn(WRITABLE, name) && WRITABLE[name](value);
}
