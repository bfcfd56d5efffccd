import type { Resource } from '../operation';
import { getAll } from './getAll';

export const user: Resource = {
	name: 'User',
	value: 'user',
	description: 'Someone who works in the Support Inbox',
	operations: [getAll],
};
