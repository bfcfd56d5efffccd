import type { Resource } from '../operation';
import { download } from './download';

export const attachment: Resource = {
	name: 'Attachment',
	value: 'attachment',
	description: 'A file that came or went with a message',
	operations: [download],
};
