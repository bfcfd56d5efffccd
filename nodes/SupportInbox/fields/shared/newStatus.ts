import { noChange, TICKET_STATUSES } from '../enumerations';
import { filled, NO_CHANGE, oneOf, orNoChange } from '../rules';
import { type Field, bodyField } from '../sent';

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

/** @returns the status of a ticket after what is written in it; by default the ticket keeps its own */
export function statusAfterField(description: string): Field {
	return bodyField('status_cd', orNoChange(filled(oneOf(TICKET_STATUSES))), {
		displayName: 'Status',
		name: 'statusCd',
		type: 'options',
		options: [noChange('No Change'), ...TICKET_STATUSES],
		default: NO_CHANGE,
		description,
	});
}
