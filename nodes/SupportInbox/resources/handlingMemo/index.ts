import type { Resource } from '../operation';
import { create } from './create';

export const handlingMemo: Resource = {
	name: 'Handling Memo',
	value: 'handlingMemo',
	description: 'Notes of calls, visits and other contacts, in a ticket or in a new ticket',
	operations: [create],
};
