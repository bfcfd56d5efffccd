import { id } from './rules';
import { pathField } from './sent';

/** The address book (customer group) that contacts and badges belong to. */
export const addressBookField = pathField(id, {
	displayName: 'Address Book',
	name: 'customerGroupId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The address book to work in',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchAddressBooks', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 11' },
	],
});
