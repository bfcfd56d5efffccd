import type { Resource } from '../operation';
import { get } from './get';

export const chatTranscript: Resource = {
	name: 'Chat Transcript',
	value: 'chatTranscript',
	description: 'What was said in a chat that belongs to a message',
	operations: [get],
};
