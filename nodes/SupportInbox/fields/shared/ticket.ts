import { ticketId } from '../rules';
import { pathField } from '../sent';

/**
 * The ticket that an operation is about. Where it differs it has another name: for every item n8n's engine evaluates a
 * value once for each property of its name, shown or not.
 */
export const ticketField = pathField(ticketId, {
	displayName: 'Ticket',
	name: 'ticketId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The list shows the newest tickets of the inbox, older ones are found by their number',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchTickets', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 1201 or #1201' },
	],
});
