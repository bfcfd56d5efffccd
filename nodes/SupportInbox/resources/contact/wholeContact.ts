import type { IDataObject } from 'n8n-workflow';
import { type Difference, difference } from '../../output/difference';
import { pick } from '../../output/pick';
import { type Fields, isId, isIds, isObject, isText, orNull, record, rowsWith } from '../../transport/client/answer';
import type { ItemRequest } from '../../transport/engine/requestPolicy';
import { asStored } from '../../transport/idempotency/keyedContact';
import type { Finder } from '../../transport/idempotency/reconciliation';
import { Mutex } from '../../transport/order/mutex';
import { READ_VALID_MS } from '../../transport/timing';
import { readAtOf } from '../ticket/writeTicket';
import { isGender } from './fields';
import type { ContactKey } from './key';
import { withItemNames } from './output';
import { TEXT_PROPERTIES } from './recordFields';

const EMAILS = orNull(rowsWith({ email: isText }));
const TELS = orNull(rowsWith({ tel: isText }));

/** The fields of a record that can be written (API document, Address-book records). */
const WRITABLE: Fields = {
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

/** The extra request of an update, for the help text of its fields. */
export const SENT_BACK =
	"The contact's other values are read first and sent along, with one more request.";

/** The field that shows a key of a record. */
const SHOWS = { system_id1: 'system_id1', email: 'emails' } as const;

/** The keys that a record must contain for an update. */
type Keys = ReadonlyArray<Pick<ContactKey, 'by'>>;

/** A record, and when it was read, in ms of the gate's clock. */
export interface ReadContact {
	contact: IDataObject;
	readAt: number;
}

/**
 * The result of an update.
 * - `updated`: false where the contact had all the values already, so that nothing was sent.
 * - `not_sent_back`: fields that may be lost, because they could not be sent: unknown fields, rows with more than the API
 *   document shows, missing fields, and fields with an unexpected value.
 */
export interface Updated extends Partial<Difference> {
	updated: boolean;
	not_sent_back?: string[];
}

/** Runs `work` while nothing else in this process writes to the address book. One contact is not enough: it has several keys. */
export async function aloneInBook<T>({ connection, values, signal }: ItemRequest, work: () => Promise<T>): Promise<T> {
	return await connection.session.of(Mutex).run(`address book ${values.customerGroupId}`, work, signal);
}

/** @throws ServiceFailure, also for a record that lacks its id or one of the keys */
export async function readContact(item: ItemRequest, path: string, keys: Keys): Promise<ReadContact> {
	const shown = keys.map(({ by }) => [SHOWS[by], WRITABLE[SHOWS[by]]]);
	const answer = await item.read({ method: 'GET', path, expected: record({ customer_id: isId, ...Object.fromEntries(shown) }) });
	return { contact: withItemNames(answer.items[0].json), readAt: readAtOf(answer) };
}

/**
 * Sends an update together with all other fields of the contact: the API document does not say what the service does with
 * omitted fields (Address-book records, rule 9). If the contact was read more than two seconds before, it is read again.
 *
 * @param changeOf makes the values to set from the contact
 * @throws ServiceFailure; what `changeOf` throws: nothing is sent then
 */
export async function updateWhole(
	item: ItemRequest,
	path: string,
	keys: Keys,
	found: ReadContact,
	changeOf: (contact: IDataObject) => IDataObject,
	finder?: Finder,
): Promise<Updated> {
	const { clock } = item.connection.gate;
	let read = found;
	let change = changeOf(read.contact);
	if (Object.keys(change).every((name) => asStored(read.contact[name]) === asStored(change[name]))) return { updated: false };
	const readFirst = async () => {
		if (clock.now() - read.readAt <= READ_VALID_MS) return;
		read = await readContact(item, path, keys);
		change = changeOf(read.contact);
	};
	const bodyAtSending = () => ({ ...sentBackOf(read.contact), ...change });
	await item.send({ method: 'PUT', url: path, readFirst, bodyAtSending, finder });
	const left = notSentBack(read.contact, change);
	const shown = item.connection.rehearses && difference(read.contact, change);
	return { updated: true, ...shown, ...(left.length > 0 && { not_sent_back: left }) };
}

/** The fields of the contact in the form of a write; null cannot be written. */
function sentBackOf(contact: IDataObject): IDataObject {
	const entries = Object.entries(contact).filter(([name, value]) => isWritable(name, value) && value !== null);
	return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(writable) : value])) as IDataObject;
}

function writable(entry: unknown): unknown {
	return isObject(entry) ? pick(entry as IDataObject, ['email', 'tel']) : entry;
}

/** @returns the fields whose value was not sent, or only in part, and the fields that the record lacks */
function notSentBack(contact: IDataObject, change: IDataObject): string[] {
	const sent = sentBackOf(contact);
	const isSent = (name: string) => [asStored(null), asStored(sent[name])].includes(asStored(contact[name]));
	const isLeft = (name: string) => name !== 'customer_id' && !(name in change) && (contact[name] === undefined || !isSent(name));
	return [...new Set([...Object.keys(contact), ...Object.keys(WRITABLE)])].filter(isLeft);
}

function isWritable(name: string, value: unknown): boolean {
	return Object.hasOwn(WRITABLE, name) && WRITABLE[name](value);
}
