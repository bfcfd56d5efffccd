import { id } from './rules';
import { pathField } from './sent';

/** The inbox (message box) that most of the service's paths begin with. */
export const inboxField = pathField(id, {
	displayName: 'Inbox',
	name: 'messageBoxId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The inbox to work in',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchInboxes', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 101' },
	],
});
