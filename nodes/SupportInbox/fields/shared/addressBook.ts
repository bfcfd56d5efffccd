import { idOrName } from '../rules';
import { pathField } from '../sent';

/** The address book (customer group) that contacts and badges belong to. */
export const addressBookField = pathField(idOrName('addressBook'), {
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
		{ displayName: 'By Name or ID', name: 'id', type: 'string', placeholder: 'e.g. Customers or 11' },
	],
});
