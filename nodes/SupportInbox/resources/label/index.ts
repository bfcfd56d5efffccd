import type { Resource } from '../operation';
import { create } from './create';
import { getAll } from './getAll';
import { update } from './update';

export const label: Resource = {
	name: 'Label',
	value: 'label',
	description: 'Tags of an inbox that tickets can carry',
	operations: [create, getAll, update],
};
