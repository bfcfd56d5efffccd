import type { IDataObject } from 'n8n-workflow';

import { addressBookField } from '../../fields/addressBook';
import { updateFieldsOf } from '../../fields/collections';
import { nothing } from '../../transport/client/response';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { refuseEmpty } from '../../transport/errors/refuse';
import { keyedContact } from '../../transport/idempotency/finders/keyedContact';
import { ServiceFailure } from '../../transport/retry/failure';
import type { Operation } from '../operation';
import { withCleared } from './clear';
import { firstFields, furtherChangedFields } from './fields';
import { CONTACT, keyFields } from './key';
import { outcomeOf, written } from './output';

const ONLY_SET =
	'Only fields with a value are sent; to remove a value, choose it under Clear. The service does not document what happens to the fields that are not sent: contacts may keep or lose them.';

/** What a contact is found by. */
const MOVING = ['system_id1', 'emails', 'archived_emails'];

const updateContact: Plan = async (item) => {
	const body = withCleared(item, 'updateFields');
	refuseEmpty(item, Object.keys(body).length === 0);
	// With another key, the contact is not found under the old one when the update is sent again.
	const isMoved = MOVING.some((property) => property in body);
	if (!isMoved) return (await item.send({ body })).items;
	return await item.send({ body, finder: keyedContact }).then(
		({ items }) => items,
		async (error) => {
			// Run once more after an answer that was lost, such as by Retry On Fail: it is there under its new key.
			const isThere = isMissing(error) && (await isUnderNewKey(item, body).catch(() => false));
			if (!isThere) throw error;
			return [{ json: outcomeOf(item.context, item.values) }];
		},
	);
};

/** Whether the service knows no contact under the key. Where an answer was lost, the finder has looked under the new one already. */
function isMissing(error: unknown): boolean {
	return error instanceof ServiceFailure && !error.outcomeUnknown && error.failure.kind === 'status' && error.failure.status === 404;
}

/** @returns whether the contact that has the new key has all the values as well */
async function isUnderNewKey({ request: { options }, values, read }: ItemRequest, body: IDataObject): Promise<boolean> {
	const write = { method: 'PUT', path: String(options.url), values, body } as const;
	const finding = await keyedContact.find({ ...write, read, startedAt: () => 0, isCreatedElsewhere: () => false });
	return 'found' in finding;
}

/** API document, Address-book records; the effect of omitted fields is not shown there. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a contact',
	description: 'Change a contact, found by its customer code or an e-mail address. Only fields with a value are sent.',
	method: 'PUT',
	path: CONTACT,
	answer: nothing,
	plan: updateContact,
	fields: [addressBookField, ...keyFields, ...firstFields, { ...updateFieldsOf(furtherChangedFields), description: ONLY_SET }],
	output: [written],
};
