import { type Rule, idOrName, ticketId } from '../rules';
import { pathField } from '../sent';

/** The address book (customer group) that contacts and badges belong to. */
export const addressBookField = pathField(idOrName('addressBooks'), {
	displayName: 'Address Book',
	name: 'customerGroupId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Address book to use',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchAddressBooks', searchable: true },
		},
		{ displayName: 'By Name or ID', name: 'id', type: 'string', placeholder: 'e.g. Customers or 11' },
	],
});

/** The inbox (message box) that most of the service's paths begin with. */
export const inboxField = pathField(idOrName('inboxes'), {
	displayName: 'Inbox',
	name: 'messageBoxId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Inbox to use',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchInboxes', searchable: true },
		},
		{ displayName: 'By Name or ID', name: 'id', type: 'string', placeholder: 'e.g. Support or 101' },
	],
});

/** The choice of all inboxes, in the list and as typed text. */
export const ALL_INBOXES = 'All Inboxes';

const oneOrAll: Rule = (value, circumstances) => (value === ALL_INBOXES ? value : idOrName('inboxes')(value, circumstances));

/** The same field for operations in which all inboxes can be chosen; there its list also offers All Inboxes. */
export const inboxOrAllField = pathField(oneOrAll, inboxField);

/**
 * The ticket of an operation. A field that differs from this one needs another name: for every item n8n's engine evaluates a
 * value once for each property of the same name, shown or not.
 */
export const ticketField = pathField(ticketId, {
	displayName: 'Ticket',
	name: 'ticketId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Find older tickets by number',
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
