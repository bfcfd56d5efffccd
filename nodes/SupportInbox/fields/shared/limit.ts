import { flag, integer } from '../rules';
import { settingField } from '../sent';

/** Return All and Limit, as in every list of n8n; the list's plan reads them. */
export const limitFields = [
	settingField(flag, {
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	}),
	settingField(integer(1), {
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
];
