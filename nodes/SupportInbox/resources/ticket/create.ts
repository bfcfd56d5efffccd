import type { IDataObject } from 'n8n-workflow';
import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/shared/locators';
import { newStatusField } from '../../fields/shared/newStatus';
import { withInbox } from '../../output/inbox';
import type { Plan } from '../../transport/engine/item';
import { sendRequest } from '../../transport/engine/sendItem';
import { allowEqualItemsField, equalItems, deduplicateField } from '../deduplicate';
import { assigneeField, bodyTextField, customerEmailField, furtherFields, subjectField } from '../memo/fields';
import { handled, memoRequest } from '../memo/memo';
import type { Operation } from '../operation';
import { rejectTokens } from './write/ownValues';

/** The document does not say which fields are required, so a ticket without a text gets its subject as the text. */
const createTicket: Plan = async (item) => {
	const given = item.body;
	const withText = (body: IDataObject) => ({ body: body.subject, ...body });
	const like = () => withText(item.withGaps().body);
	const { items } = await handled(item, async (stamp) => await sendRequest(item, { body: withText(given), stamp, like }));
	return items;
};

/** API document, Handling memo create, without a ticket: the service creates one with the memo as its first message. */
export const create: Operation = {
	...memoRequest,
	name: 'Create',
	value: 'create',
	action: 'Create ticket',
	description:
		'Create a ticket with a handling memo as its first message, and return the IDs of both. A Support Inbox Trigger can see the new ticket.',
	validate: (item) => rejectTokens(item, false),
	runConstraints: equalItems,
	plan: createTicket,
	after: withInbox,
	fields: [
		inboxField,
		{ ...subjectField, name: 'ticketSubject', required: true, description: 'The title of the ticket' },
		{ ...bodyTextField, name: 'ticketBody', description: 'The first memo; the subject if empty' },
		customerEmailField,
		newStatusField,
		additionalFieldsOf('createTicketFields', [
			allowEqualItemsField,
			assigneeField,
			...furtherFields,
			deduplicateField('an equal ticket (subject, text, customer) is created'),
		]),
	],
};
