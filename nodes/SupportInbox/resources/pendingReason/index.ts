import type { Resource } from '../operation';
import { getAll } from './getAll';

export const pendingReason: Resource = {
	name: 'Pending Reason',
	value: 'pendingReason',
	description: 'What tickets on hold can wait for',
	operations: [getAll],
};
