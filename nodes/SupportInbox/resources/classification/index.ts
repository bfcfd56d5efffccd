import type { Resource } from '../operation';
import { create } from './create';
import { getAll } from './getAll';
import { update } from './update';

export const classification: Resource = {
	name: 'Classification',
	value: 'classification',
	description: 'Categories by which tickets are sorted (case category)',
	operations: [create, getAll, update],
};
