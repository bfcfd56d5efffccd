import type { Resource } from '../operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { update } from './update';
import { upsert } from './upsert';

export const contact: Resource = {
	name: 'Contact',
	value: 'contact',
	description: 'A customer in an address book',
	operations: [create, upsert, remove, get, update],
};
