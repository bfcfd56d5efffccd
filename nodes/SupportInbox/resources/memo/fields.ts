import { HANDLING_TYPES } from '../../fields/enumerations';
import { assignee, emailAddress, filled, flag, integer, line, oneOf, pastDateTime, phone, text, ticketId, user } from '../../fields/rules';
import { type Field, bodyField } from '../../fields/sent';
import { ticketField } from '../../fields/shared/locators';
import { statusAfterField } from '../../fields/shared/newStatus';
import { oneTime } from '../../fields/shared/times';
import { dropdown } from '../../loadOptions/dropdown';
import { orTokens } from '../../output/personalData/tokens';

const MAX_MINUTES = 1440;
/** Sent by default, because the service takes a memo without a type for a received call (API document, Handling memo create). */
export const OTHER = 'note';

const handledAt = oneTime(-1, filled(pastDateTime));

/**
 * Body parameters of Handling memo create (API document), for a memo and for the memo that a new ticket begins with. An optional
 * field may be empty only where that means "none". Where a default would take its place, an empty value is rejected.
 */

export const memoTicketField = bodyField('ticket_id', ticketId, {
	...ticketField,
	name: 'memoTicketId',
	required: true,
});

export const bodyTextField = bodyField('body', text(), {
	displayName: 'Body',
	name: 'body',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	description: 'What was said or done',
});

export const subjectField = bodyField('subject', line(), {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	description: "Default: the ticket's title, or else the text",
});

export const customerEmailField = bodyField('customer_email', orTokens(emailAddress), {
	displayName: 'Customer Email',
	name: 'customerEmail',
	type: 'string',
	default: '',
	placeholder: 'e.g. anna@example.com',
	description: 'Address of the customer',
});

export const statusField = statusAfterField('The status of the ticket after the memo');

export const assigneeField = bodyField('assignee', assignee, dropdown({
	displayName: 'Assignee Name or ID',
	name: 'assignee',
	loads: 'getUsers',
	description: 'Who handles the new ticket',
}));

/** The optional fields of every memo, by display name. */
export const furtherFields: Field[] = [
	bodyField('customer_tel', phone, {
		displayName: 'Customer Phone',
		name: 'customerTel',
		type: 'string',
		default: '',
		description: 'Of the customer',
	}),
	bodyField('duration', filled(integer(0, MAX_MINUTES)), {
		displayName: 'Duration (Minutes)',
		name: 'duration',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_MINUTES },
		default: 5,
		description: 'Whole minutes. Default: 0.',
	}),
	bodyField('operated_at', handledAt.rule, {
		displayName: 'Occurred At',
		name: 'operatedAt',
		placeholder: 'Add Time',
		description: 'When it happened, not in the future. Default: now.',
		...handledAt.field,
	}),
	bodyField('icon_cd', filled(oneOf(HANDLING_TYPES)), {
		displayName: 'Memo Type',
		name: 'iconCd',
		type: 'options',
		options: HANDLING_TYPES,
		default: OTHER,
		description: 'How you were in touch with the customer. Default: Other.',
	}),
	bodyField('is_html', filled(flag), {
		displayName: 'Is HTML',
		name: 'isHtml',
		type: 'boolean',
		default: true,
		description: 'Whether the body is HTML. Default: plain text.',
	}),
	bodyField('operator', user, dropdown({
		displayName: 'Operator Name or ID',
		name: 'operator',
		loads: 'getUsers',
		description: 'Who handled it',
	})),
];
