import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../output/pick';
import type { Fields } from '../../transport/client/fields';
import { isId, isIds, isObject, isText, missingField, orNull, rowsWith } from '../../transport/client/fields';
import { record } from '../../transport/client/response';
import type { ItemRequest } from '../../transport/engine/requestPolicy';
import { comparable } from '../../transport/idempotency/finders/keyedContact';
import type { Finder } from '../../transport/idempotency/reconciliation';
import { Mutex } from '../../transport/order/mutex';
import { ServiceFailure } from '../../transport/errors/failure';
import { READ_VALID_MS } from '../../transport/timing';
import { readAtOf } from '../ticket/writeTicket';
import { withItemNames } from './output';
import { TEXT_PROPERTIES } from './texts';

const EMAILS = orNull(rowsWith({ email: isText }));
const TELS = orNull(rowsWith({ tel: isText }));

/** The fields of a record that can be written (API document, Address-book records). */
const WRITABLE: Fields = {
	...Object.fromEntries(TEXT_PROPERTIES.map((name) => [name, orNull(isText)])),
	gender_cd: orNull(isId),
	system_id1: orNull(isText),
	default_assignee: orNull(isText),
	emails: EMAILS,
	archived_emails: EMAILS,
	tels: TELS,
	archived_tels: TELS,
	badge_ids: orNull(isIds),
};

/** What an update costs, for the help of its fields. */
export const SENT_BACK =
	'What the contact has besides is read first and sent along, as the service does not document whether it keeps fields that are not sent. That takes one more request for each contact; a contact that has all the values already is not written.';

/** A record as it was read, and when, in ms of the gate's clock. */
export interface ReadContact {
	contact: IDataObject;
	readAt: number;
}

/**
 * What an update did.
 * - `updated`: false where the contact had all the values already, so that nothing was sent.
 * - `not_sent_back`: fields that the API document does not know, or rows with more in them than it knows.
 */
export interface Updated {
	updated: boolean;
	not_sent_back?: string[];
}

/** Runs `work` while nobody else in this process writes to the address book: a contact has several keys. */
export async function aloneInBook<T>({ connection, values, signal }: ItemRequest, work: () => Promise<T>): Promise<T> {
	return await connection.session.of(Mutex).run(`address book ${values.customerGroupId}`, work, signal);
}

/** @throws ServiceFailure, also for a record that lacks a field: what is in it could not be sent back */
export async function readContact(item: ItemRequest, path: string): Promise<ReadContact> {
	const answer = await item.read({ method: 'GET', path, expected: record() });
	const contact = withItemNames(answer.items[0].json);
	const missing = missingField(contact, { customer_id: isId, ...WRITABLE });
	if (missing === undefined) return { contact, readAt: readAtOf(answer) };
	throw new ServiceFailure({ kind: 'unexpectedResponse', status: 200, expected: 'record', content: 'json', missing });
}

/**
 * Sends an update together with everything else that the contact has: the API document does not say what becomes of fields
 * that are left out (Address-book records, rule 9). It is read again where it was read more than two seconds before.
 *
 * @param changeOf makes the values to set, of the contact as it is
 * @throws ServiceFailure; what `changeOf` throws: nothing is sent then
 */
export async function updateWhole(
	item: ItemRequest,
	path: string,
	found: ReadContact,
	changeOf: (contact: IDataObject) => IDataObject,
	finder?: Finder,
): Promise<Updated> {
	const { clock } = item.connection.gate;
	let read = found;
	let change = changeOf(read.contact);
	if (Object.keys(change).every((name) => comparable(read.contact[name]) === comparable(change[name]))) return { updated: false };
	const isFresh = (now: number) => now - read.readAt <= READ_VALID_MS;
	const refresh = async () => {
		if (isFresh(clock.now())) return;
		read = await readContact(item, path);
		change = changeOf(read.contact);
	};
	const bodyAtSending = () => ({ ...sentBackOf(read.contact), ...change });
	await item.send({ method: 'PUT', url: path, basis: { isFresh, refresh }, bodyAtSending, finder });
	const left = notSentBack(read.contact, change);
	return { updated: true, ...(left.length > 0 && { not_sent_back: left }) };
}

/** What the contact has, as the service takes it; null is no value to be written. */
function sentBackOf(contact: IDataObject): IDataObject {
	const entries = Object.entries(contact).filter(([name, value]) => name in WRITABLE && value !== null);
	return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(writable) : value])) as IDataObject;
}

function writable(entry: unknown): unknown {
	return isObject(entry) ? pick(entry as IDataObject, ['email', 'tel']) : entry;
}

/** @returns the fields that have a value of which at least a part was not sent */
function notSentBack(contact: IDataObject, change: IDataObject): string[] {
	const sent = sentBackOf(contact);
	const isLeft = (name: string) => name !== 'customer_id' && !(name in change) && ![comparable(null), comparable(sent[name])].includes(comparable(contact[name]));
	return Object.keys(contact).filter(isLeft);
}
