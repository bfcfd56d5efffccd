import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isId, isText, orNull, rowsWith } from '../../transport/client/fields';
import { record } from '../../transport/client/response';
import { keyedContact } from '../../transport/idempotency/finders/keyedContact';
import type { Findings } from '../../transport/retry/failure';
import { ServiceFailure } from '../../transport/retry/failure';
import type { ItemRequest, Plan, Sent } from '../../transport/engine/requestPolicy';
import { withCleared } from './clear';
import { outcomeOf } from './output';
import type { Found, Key, Refuse, Wanted } from './upsertTarget';
import { changeOf, creationOf, keepsKey, show, targetOf, wantedOf } from './upsertTarget';

/** A record that appears or vanishes between the read and the write is read again, this many times at most. */
const MAX_WRITES = 4;

/**
 * The plan of Create or Update. With one key the update is tried first, since its 404 tells that there is no
 * record; where several keys are given they are read first, so that they can be seen to belong to one record.
 * With the key alone there is nothing to update: the contact is read, and created where it is missing.
 * All of it happens at one place in the item queue.
 */
export const upsertContact: Plan = async (item) => {
	const key = keyOf(item);
	const fields = withCleared(item, 'additionalFields');
	const wanted = wantedOf(key, fields);
	const alone = wanted.others.length === 0;
	const canTry = alone && Object.keys(fields).length > 0 && keepsKey(wanted);
	let unknownCreation: ServiceFailure | undefined;
	const refuse: Refuse = (message) => refusal(item, message, unknownCreation === undefined ? 'Nothing was changed.' : unknownCreationText(key));
	let target: Found | undefined = canTry ? { key, contact: {} } : await find(item, wanted, refuse);

	for (let writes = 1; ; writes++) {
		const wasThere = target !== undefined;
		const change = target === undefined ? undefined : changeOf(wanted, target, refuse);
		if (change !== undefined && Object.keys(change).length === 0) return resultOf(item, unknownCreation !== undefined, false);
		const outcome = await (target === undefined || change === undefined
			? creating(item, creationOf(wanted, refuse))
			: updating(item, target.key, change).catch(keepingUnknown(unknownCreation, key)));
		if (!(outcome instanceof ServiceFailure)) {
			const created = !wasThere || unknownCreation !== undefined;
			return resultOf(item, created, !created);
		}
		if (outcome.outcomeUnknown) unknownCreation ??= outcome;
		target = wasThere && canTry ? undefined : await find(item, wanted, refuse).catch(asUnknownCreation(unknownCreation, key));
		const stillNone = !wasThere && target === undefined && !outcome.outcomeUnknown;
		if (stillNone || writes === MAX_WRITES) throw outcome;
	}
};

/** @returns the item: which of the two was done, or neither where the contact was as it should be */
function resultOf({ context }: ItemRequest, created: boolean, updated: boolean): INodeExecutionData[] {
	return [{ json: { ...outcomeOf(context), created, updated } }];
}

/** @returns the failure when the record has gone in between (404) */
async function updating(item: ItemRequest, key: Key, body: IDataObject): Promise<Sent | ServiceFailure> {
	return await item.send({ method: 'PUT', url: pathOf(item, key), body }).catch(expecting((failure) => hasStatus(failure, 404)));
}

/** @returns the failure when a record with one of the keys may be there by now (400), or its answer was lost */
async function creating(item: ItemRequest, body: IDataObject): Promise<Sent | ServiceFailure> {
	const url = `${contactsOf(item)}/create`;
	return await item
		.send({ method: 'POST', url, body, semantics: 'nonIdempotent', finder: keyedContact })
		.catch(expecting((failure) => hasStatus(failure, 400) || failure.outcomeUnknown));
}

/** The user has to know that the creation may have been done, not why that could not be checked. */
function asUnknownCreation(unknownCreation: ServiceFailure | undefined, key: Key) {
	return (error: unknown): never => {
		if (unknownCreation === undefined || !(error instanceof ServiceFailure)) throw error;
		throw new ServiceFailure(unknownCreation.failure, true, unknownCreation.sentAt, findingsOf(unknownCreation, key));
	};
}

/** Another failure after a creation of unknown outcome: the outcome stays unknown. */
function keepingUnknown(unknownCreation: ServiceFailure | undefined, key: Key) {
	return (error: unknown): never => {
		if (unknownCreation === undefined || !(error instanceof ServiceFailure)) throw error;
		throw new ServiceFailure(error.failure, true, unknownCreation.sentAt, findingsOf(unknownCreation, key));
	};
}

function findingsOf({ findings }: ServiceFailure, key: Key): Findings {
	return { checked: findings?.checked ?? '', how: lookFor(key) };
}

/** Where the outcome of a creation is unknown, a refusal cannot say that nothing was changed. */
function unknownCreationText(key: Key): string {
	return `The answer to the creation before was lost, so this contact may have been created. ${lookFor(key)}`;
}

function lookFor(key: Key): string {
	return `Look for a contact with the ${show(key)} in the address book before you run this again.`;
}

/** What is kept of a record that gets a key more: without it, its other addresses would be lost. */
const RECORD = record({
	customer_id: isId,
	system_id1: orNull(isText),
	emails: orNull(rowsWith({ email: isText })),
	archived_emails: orNull(rowsWith({ email: isText })),
});

/** Reads the record of every key. @throws what `refuse` makes when they belong to different ones */
async function find(item: ItemRequest, wanted: Wanted, refuse: Refuse): Promise<Found | undefined> {
	const found: Found[] = [];
	for (const key of [wanted.key, ...wanted.others]) {
		const answer = await item
			.read({ method: 'GET', path: pathOf(item, key), expected: RECORD })
			.catch(expecting((failure) => hasStatus(failure, 404)));
		if (!(answer instanceof ServiceFailure)) found.push({ key, contact: answer.items[0].json });
	}
	return targetOf(wanted, found, refuse);
}

/** Returns the failures that belong to the plan as values. @throws every other error as it is */
function expecting(expected: (failure: ServiceFailure) => boolean) {
	return (error: unknown): ServiceFailure => {
		if (error instanceof ServiceFailure && expected(error)) return error;
		throw error;
	};
}

function hasStatus({ failure }: ServiceFailure, status: number): boolean {
	return failure.kind === 'status' && failure.status === status;
}

/** The user's key, checked, and without the blanks that were taken off. */
function keyOf({ values: { email, systemId1 } }: ItemRequest): Key {
	return email === undefined ? { by: 'system_id1', value: String(systemId1) } : { by: 'email', value: String(email) };
}

function pathOf(item: ItemRequest, { by, value }: Key): string {
	return `${contactsOf(item)}/${by}/${encodeURIComponent(value)}`;
}

/** The path of the address book's contacts. */
function contactsOf({ values }: ItemRequest): string {
	return `/api/v2/customer_groups/${values.customerGroupId}/customers`;
}

/** @param done what is known of what was changed */
function refusal({ context, itemIndex }: ItemRequest, message: string, done: string): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, {
		description: `${done} Correct the customer code or the e-mail addresses here, or the contacts in the Support Inbox.`,
		itemIndex,
	});
}
