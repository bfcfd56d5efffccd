import { TICKET_STATUSES } from '../enumerations';
import { oneOf } from '../rules';
import { bodyField } from '../sent';

/** The status of a new ticket. It is always sent, because the service's default differs from operation to operation. */
export const newStatusField = bodyField('status_cd', oneOf(TICKET_STATUSES), {
	displayName: 'Status',
	name: 'newStatusCd',
	type: 'options',
	options: TICKET_STATUSES,
	default: 'open',
	required: true,
	description: 'The status of the new ticket',
});
