import type { IDataObject } from 'n8n-workflow';

import { addressBookField } from '../../fields/shared/locators';
import { updateFieldsOf } from '../../fields/collections';
import { omit } from '../../output/pick';
import { nothing } from '../../transport/client/answer';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { refuse, refuseEmpty } from '../../transport/errors/refuse';
import { keyedContact } from '../../transport/idempotency/keyedContact';
import { hasStatus } from '../../transport/errors/failure';
import type { Operation } from '../operation';
import { withCleared } from './clear';
import { firstChangedFields, furtherChangedFields } from './fields';
import { CONTACT, keyFields, keyOf } from './key';
import { outcomeOf } from './output';
import { checkCode } from './upsertTarget';
import type { Updated } from './wholeContact';
import { aloneInBook, readContact, SENT_BACK, updateWhole } from './wholeContact';

const ONLY_SET =
	`Only fields with a value are changed; Clear removes one. ${SENT_BACK}`;

/** What a contact is found by. */
const MOVING = ['system_id1', 'emails', 'archived_emails'];

const updateContact: Plan = async (item) => {
	const change = withCleared(item);
	const path = String(item.request.options.url);
	// With another key, the contact is not found under the old one when the update is sent again.
	const finder = MOVING.some((property) => property in change) ? keyedContact : undefined;
	const key = keyOf(item);
	const changeOf = (contact: IDataObject) => {
		checkCode(key, { key, contact }, (message) => refuse(item, message, 'Correct the customer code.'));
		return change;
	};
	const update = async () => await updateWhole(item, path, [key], await readContact(item, path, [key]), changeOf, finder);
	const outcome = await aloneInBook(item, update).catch(async (error): Promise<Updated> => {
		// Run once more after an answer that was lost, such as by Retry On Fail: it is there under its new key.
		const isThere = finder !== undefined && isUnknownKey(error) && (await isUnderNewKey(item, change).catch(() => false));
		if (!isThere) throw error;
		return { updated: false };
	});
	return [{ json: { ...outcomeOf(item.context, item.values), ...omit(outcome, 'updated') } }];
};

/** Whether the service knows no contact under the key. Where an answer was lost, the finder has looked under the new one already. */
function isUnknownKey(error: unknown): boolean {
	return hasStatus(error, 404) && !error.outcomeUnknown;
}

/** @returns whether the contact that has the new key has all the values as well */
async function isUnderNewKey({ request: { options }, values, read, connection: { session } }: ItemRequest, body: IDataObject): Promise<boolean> {
	const write = { method: 'PUT', path: String(options.url), values, body } as const;
	const finding = await keyedContact.find({ ...write, read, startedAt: () => 0, session });
	return 'found' in finding;
}

/** API document, Address-book records; the effect of omitted fields is not shown there, so that all are sent. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update contact',
	description: 'Change a contact, found by its customer code or an e-mail address. Fields without a value stay as they are.',
	method: 'PUT',
	path: CONTACT,
	answer: nothing,
	check: (item) => refuseEmpty(item, Object.keys(withCleared(item)).length === 0),
	plan: updateContact,
	fields: [addressBookField, ...keyFields, ...firstChangedFields, { ...updateFieldsOf(furtherChangedFields), description: ONLY_SET }],
};
