import type { Resource } from '../operation';
import { getAll } from './getAll';

export const inbox: Resource = {
	name: 'Inbox',
	value: 'inbox',
	description: 'Where tickets arrive (message box)',
	operations: [getAll],
};
