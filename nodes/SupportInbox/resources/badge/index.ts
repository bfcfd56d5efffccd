import type { Resource } from '../operation';
import { getAll } from './getAll';

export const badge: Resource = {
	name: 'Badge',
	value: 'badge',
	description: 'Marks of an address book that contacts can carry',
	operations: [getAll],
};
