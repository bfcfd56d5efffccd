import type { Resource } from '../operation';
import { getAll } from './getAll';

export const mailAccount: Resource = {
	name: 'Mail Account',
	value: 'mailAccount',
	description: 'Addresses that an inbox sends mail from',
	operations: [getAll],
};
