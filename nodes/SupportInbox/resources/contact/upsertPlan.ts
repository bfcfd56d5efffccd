import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import type { Item, Plan } from '../../transport/engine/item';
import { sendRequest } from '../../transport/engine/sendItem';
import { hasStatus, ServiceFailure, stillUnknown } from '../../transport/errors/failure';
import { reject } from '../../transport/errors/reject';
import { changeOf, listsToAdd } from './change';
import { type ContactKey, bookPathOf, keyOf, outcomeOf } from './key';
import { keyedContact } from './keyedContact';
import {
	type Refuse,
	checkCode,
	inSpellingOf,
	nameOfKey,
	rejecting,
	spelledFor,
	TO_CORRECT,
	withOwnKey,
} from './keysOfContact';
import {
	type FoundContact,
	type Updated,
	findContact,
	readContact,
	rejectUsedKeys,
	updateWhole,
	withAddressBookLock,
} from './wholeContact';

/** A contact may appear or vanish between two requests of one item, so an item attempts to write at most this many times. */
const MAX_WRITES = 4;

/** The result; not created and not updated if the contact already had all the values. `spelled`: the key as the contact has it. */
interface Upserted extends Updated {
	created: boolean;
	spelled: ContactKey;
}

/**
 * The plan of Create or Update: the contact with the user's key is read and updated, or it is created. All requests are sent at
 * one place in the item queue.
 */
export const upsertContact: Plan = async (item) => {
	const { spelled, ...outcome } = await withAddressBookLock(item, async () => await upsert(item));
	return [{ json: { ...outcomeOf(item), [spelled.by]: spelled.value, ...outcome } }];
};

/**
 * @throws ServiceFailure; NodeOperationError where another key belongs to another contact. After a creation of unknown outcome each
 * error says that
 */
async function upsert(item: Item): Promise<Upserted> {
	const key = keyOf(item);
	const whereToLook = `Look for a contact with the ${nameOfKey(key)} in the address book before you run this again.`;
	let lost: ServiceFailure | undefined;
	const refuse: Refuse = (message, next = TO_CORRECT) => {
		if (lost === undefined) return rejecting(item)(message, next);
		return reject(item, message, `The answer to the earlier creation was lost, so this contact may have been created. ${whereToLook} ${next}`);
	};
	const write = async (): Promise<Upserted> => {
		let failed: ServiceFailure | undefined;
		for (let writes = 0; ; writes++) {
			const found = await findContact(item, key, refuse, listsToAdd(item)).catch((error) => {
				// That it cannot be looked for matters less than that it may have been created.
				throw error instanceof ServiceFailure ? (lost ?? error) : error;
			});
			// A creation that is refused although no contact has one of the keys is refused for another value.
			if (failed !== undefined && (writes === MAX_WRITES || (found === undefined && hasStatus(failed, 400)))) throw failed;
			const end = found === undefined ? await create(item, key, refuse, whereToLook) : await update(item, key, found, refuse);
			if (!(end instanceof ServiceFailure)) return lost === undefined ? end : { ...end, created: true, updated: false };
			if (found === undefined && end.outcomeUnknown) lost ??= end;
			failed = end;
		}
	};
	return await write().catch((error) => {
		if (lost?.unknownSince === undefined || error instanceof NodeOperationError) throw error;
		const { failure, reconciliationResult = lost.reconciliationResult } = stillUnknown(error, lost.unknownSince);
		throw new ServiceFailure(failure, lost.unknownSince, reconciliationResult);
	});
}

/** @returns the failure if a contact may have the key now: the creation was refused (400), or its outcome is unknown */
async function create(item: Item, key: ContactKey, refuse: Refuse, how: string): Promise<Upserted | ServiceFailure> {
	await rejectUsedKeys(item, key, valuesFor(item, key, {}, refuse), {}, refuse);
	const fields = fieldsFor(item, key, {}, refuse);
	// Empty values are left out, because there is nothing to clear.
	const values = Object.entries(fields).filter(
		([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
	);
	const body = Object.fromEntries(values);
	const reconciliation = { ...keyedContact, how };
	return await sendRequest(item, { method: 'POST', url: `${bookPathOf(item)}/create`, body, semantics: 'nonIdempotent', reconciliation })
		.then(() => ({ created: true, updated: false, spelled: inSpellingOf({}, key) }))
		.catch(failureIf((failure) => hasStatus(failure, 400) || failure.outcomeUnknown));
}

/** @returns the failure if the contact does not exist any more (404) */
async function update(item: Item, key: ContactKey, found: FoundContact, refuse: Refuse): Promise<Upserted | ServiceFailure> {
	await rejectUsedKeys(item, key, valuesFor(item, key, found.contact, refuse), found.contact, refuse);
	const change = (contact: IDataObject) => fieldsFor(item, key, contact, refuse);
	const read = async () => await readContact(item, found.key, refuse, listsToAdd(item));
	return await updateWhole(item, found, { read, change })
		.then((updated) => ({ created: false, ...updated, spelled: inSpellingOf(found.contact, key) }))
		.catch(failureIf((failure) => hasStatus(failure, 404)));
}

/** @returns the values to set as the user has entered them */
function valuesFor(item: Item, key: ContactKey, contact: IDataObject, refuse: Refuse): IDataObject {
	if (item.settings.replaceCustomerCode !== true) checkCode(key, contact, item.body, refuse);
	return changeOf(item, contact, refuse);
}

/** @returns the values to set in a contact that exists, or in a new one (`{}`), which has the user's key afterwards */
function fieldsFor(item: Item, key: ContactKey, contact: IDataObject, refuse: Refuse): IDataObject {
	return withOwnKey(inSpellingOf(contact, key), spelledFor(contact, valuesFor(item, key, contact, refuse)), contact, refuse);
}

/** @returns a handler for `catch` that returns an expected failure as a value and throws every other error as it is */
function failureIf(isExpected: (failure: ServiceFailure) => boolean) {
	return (error: unknown): ServiceFailure => {
		if (error instanceof ServiceFailure && isExpected(error)) return error;
		throw error;
	};
}
