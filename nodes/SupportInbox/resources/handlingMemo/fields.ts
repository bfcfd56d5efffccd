import type { INodeProperties } from 'n8n-workflow';

import { dropdown } from '../../fields/dropdown';
import { HANDLING_TYPES, TICKET_STATUSES, valuesOf } from '../../fields/enumerations';
import { flag, id, integer, oneOf, pastDateTime, textIfAny } from '../../fields/rules';
import { bodyField } from '../../fields/sent';
import { ticketField } from '../../fields/ticket';

const MAX_MINUTES = 1440;

/** Body parameters of Handling memo create (API document). */

export const memoTicketField = bodyField('ticket_id', id, {
	...ticketField,
	name: 'memoTicketId',
	required: false,
	description: 'The ticket in which the memo is written. Leave it empty to create a new ticket.',
});

export const bodyTextField = bodyField('body', textIfAny(), {
	displayName: 'Body',
	name: 'body',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	description: 'What was said or done',
});

/** By display name. */
export const memoFields: INodeProperties[] = [
	bodyField('assignee', textIfAny(), dropdown({
		displayName: 'Assignee Name or ID',
		name: 'assignee',
		loads: 'getUsers',
		displayOptions: { hide: { '/memoTicketId': [{ _cnd: { exists: true } }] } },
		description: 'The user who handles the new ticket',
	})),
	bodyField('customer_email', textIfAny(), {
		displayName: 'Customer E-Mail',
		name: 'customerEmail',
		type: 'string',
		default: '',
		placeholder: 'e.g. anna@example.com',
		description: 'The e-mail address of the customer',
	}),
	bodyField('customer_tel', textIfAny(), {
		displayName: 'Customer Phone',
		name: 'customerTel',
		type: 'string',
		default: '',
		description: 'The phone number of the customer',
	}),
	bodyField('duration', integer(0, MAX_MINUTES), {
		displayName: 'Duration (Minutes)',
		name: 'duration',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_MINUTES },
		default: 5,
		description: `How long it took, in whole minutes (0 to ${MAX_MINUTES})`,
	}),
	bodyField('operated_at', pastDateTime, {
		displayName: 'Handled At',
		name: 'operatedAt',
		type: 'dateTime',
		default: '',
		description: 'When it happened; only past times',
	}),
	bodyField('icon_cd', oneOf(valuesOf(HANDLING_TYPES)), {
		displayName: 'Handling Type',
		name: 'iconCd',
		type: 'options',
		options: HANDLING_TYPES,
		default: 'received_phone',
		description: 'What kind of contact it was; a received call where this is not added',
	}),
	bodyField('is_html', flag, {
		displayName: 'Is HTML',
		name: 'isHtml',
		type: 'boolean',
		default: true,
		description: 'Whether the body is HTML; it is plain text where this is not added',
	}),
	bodyField('operator', textIfAny(), dropdown({
		displayName: 'Operator Name or ID',
		name: 'operator',
		loads: 'getUsers',
		description: 'The user who handled it',
	})),
	bodyField('status_cd', oneOf(valuesOf(TICKET_STATUSES)), {
		displayName: 'Status',
		name: 'statusCd',
		type: 'options',
		options: TICKET_STATUSES,
		default: 'closed',
		description: 'The status of the ticket; a new ticket is closed where this is not added',
	}),
	bodyField('subject', textIfAny(), {
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		default: '',
		description: 'The subject of the memo, which a new ticket takes as its title',
	}),
];
