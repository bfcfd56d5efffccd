import { updateFieldsOf } from '../../fields/collections';
import { inboxField, ticketField } from '../../fields/shared/locators';
import { success } from '../../output/success';
import { nothing } from '../../transport/client/answer';
import type { Operation } from '../operation';
import { afterUpdate, returnFields } from './update/after';
import { carriedComments, semanticsOfUpdate } from './update/comments';
import { firstFields, updateFields } from './update/fields';
import { rejectContradiction, updateTicket } from './update/plan';

/** API document, Ticket update. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update ticket',
	description: 'Change status, assignee, labels, classifications, color or pending reason of a ticket',
	method: 'PUT',
	path: '/api/v2/{messageBoxId}/tickets/{ticketId}',
	semantics: semanticsOfUpdate,
	perCall: true,
	answer: nothing,
	reconciliation: carriedComments,
	validate: rejectContradiction,
	plan: updateTicket,
	after: afterUpdate,
	fields: [
		inboxField,
		ticketField,
		...firstFields,
		updateFieldsOf('updateTicketFields', updateFields),
		...returnFields,
	],
	output: [success('messageBoxId', 'ticketId')],
};
