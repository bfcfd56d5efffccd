import { idOrName } from './rules';
import { pathField } from './sent';

/** The inbox (message box) that most of the service's paths begin with. */
export const inboxField = pathField(idOrName('inbox'), {
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
		{ displayName: 'By Name or ID', name: 'id', type: 'string', placeholder: 'e.g. Support or 101' },
	],
});
