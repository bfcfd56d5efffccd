import type { Resource } from '../operation';
import { reply } from './reply';
import { send } from './send';

export const mail: Resource = {
	name: 'Mail',
	value: 'mail',
	description: 'Mail from the accounts of an inbox',
	operations: [reply, send],
};
