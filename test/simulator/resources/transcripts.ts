/** Chat transcripts of the four chat channels (section "Chat transcripts"). */
import { OPERATIONS } from '../../contract/contract';
import type { Context, Handlers } from '../context';
import { notFound } from '../refusal';
import { pageOf } from './rules';
import { ticketOfPath } from './ticketSearch';

/** Each channel by both methods. The document does not show which method the service accepts. */
export const transcripts: Handlers = Object.fromEntries(
	OPERATIONS.filter(({ id }) => id.endsWith('Transcript')).map(({ id, method, segments, answer }) => {
		const channel = segments.at(-1);
		const nothing = Object.fromEntries(Object.keys(answer?.properties ?? {}).map((name) => [name, null]));
		const transcript = (context: Context) => {
			if (!['both', method].includes(context.readings.transcriptMethod)) throw notFound('Endpoint');
			const message = ticketOfPath(context).messages.find((one) => one.message_id === context.id('message_id'));
			if (!message || message.method_cd !== channel) throw notFound('Chat transcript');
			const conversations = pageOf(context, message.conversations).map((one) => ({ ...one, [`${channel}_conversation_id`]: one.id }));
			return { ...nothing, ...message.transcript, conversations };
		};
		return [id, transcript];
	}),
);
