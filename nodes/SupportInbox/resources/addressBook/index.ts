import type { Resource } from '../operation';
import { getAll } from './getAll';

export const addressBook: Resource = {
	name: 'Address Book',
	value: 'addressBook',
	description: 'Where contacts are kept (customer group)',
	operations: [getAll],
};
