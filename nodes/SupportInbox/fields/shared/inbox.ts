import type { Rule } from '../rules';
import { idOrName } from '../rules';
import { pathField } from '../sent';

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

/** The choice of all inboxes, as the list offers it and as it is typed. */
export const ALL_INBOXES = 'All Inboxes';

const oneOrAll: Rule = (value, circumstances) => (value === ALL_INBOXES ? value : idOrName('inbox')(value, circumstances));

/** The same field where all inboxes can be chosen as well; its list offers them there. */
export const inboxOrAllField = pathField(oneOrAll, inboxField);
