import { type Rule, idOrName, ticketId } from '../rules';
import { type Field, pathField } from '../sent';

/** @param byHand the second way: its name, and an example of what is typed */
function locator(
	rule: Rule,
	displayName: string,
	name: string,
	description: string,
	searchListMethod: string,
	byHand: [displayName: string, placeholder: string],
): Field {
	return pathField(rule, {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description,
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchListMethod, searchable: true } },
			{ displayName: byHand[0], name: 'id', type: 'string', placeholder: byHand[1] },
		],
	});
}

/** The address book (customer group) that contacts and badges belong to. */
export const addressBookField = locator(
	idOrName('addressBooks'),
	'Address Book',
	'customerGroupId',
	'Address book to use',
	'searchAddressBooks',
	['By Name or ID', 'e.g. Customers or 11'],
);

/** The inbox (message box) that most of the service's paths begin with. */
export const inboxField = locator(idOrName('inboxes'), 'Inbox', 'messageBoxId', 'Inbox to use', 'searchInboxes', [
	'By Name or ID',
	'e.g. Support or 101',
]);

/** The choice of all inboxes, in the list and as typed text. */
export const ALL_INBOXES = 'All Inboxes';

const oneOrAll: Rule = (value, circumstances) => (value === ALL_INBOXES ? value : idOrName('inboxes')(value, circumstances));

/** The same field for operations in which all inboxes can be chosen; there its list also offers All Inboxes. */
export const inboxOrAllField = pathField(oneOrAll, inboxField);

/**
 * The ticket of an operation. A field that differs from this one needs another name: for every item n8n's engine evaluates a
 * value once for each property of the same name, shown or not.
 */
export const ticketField = locator(ticketId, 'Ticket', 'ticketId', 'Find older tickets by number', 'searchTickets', [
	'By ID',
	'e.g. 1201 or #1201',
]);
