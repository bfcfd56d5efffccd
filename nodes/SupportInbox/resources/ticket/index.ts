import type { Resource } from '../operation';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const ticket: Resource = {
	name: 'Ticket',
	value: 'ticket',
	description: 'A conversation with a customer. A new ticket is created by Mail: Send or Handling Memo: Create.',
	operations: [get, getAll, update],
};
