import type { Resource } from '../operation';
import { getAll } from './getAll';

export const template: Resource = {
	name: 'Template',
	value: 'template',
	description: 'Texts for mail, prepared in an inbox',
	operations: [getAll],
};
