/** Chat transcripts of the four chat channels (section "Chat transcripts"). */
import { OPERATIONS } from '../../contract/contract';
import type { Context, Handlers } from '../context';
import { notFound, Refusal } from '../refusal';
import { pageOf } from './rules';
import { ticketOfPath } from './ticketSearch';

const REFUSED_WITH = { notFound: 404, methodNotAllowed: 405, badRequest: 400, unsupportedType: 415 };

/** Each channel by both methods. The document does not show which method the service accepts and how it refuses the other. */
export const transcripts: Handlers = Object.fromEntries(
	OPERATIONS.filter(({ id }) => id.endsWith('Transcript')).map(({ id, method, segments, answer }) => {
		const channel = segments.at(-1);
		const nothing = Object.fromEntries(Object.keys(answer?.properties ?? {}).map((name) => [name, null]));
		const transcript = (context: Context) => {
			const { transcriptMethod, transcriptOtherMethod } = context.readings;
			if (transcriptMethod !== 'both' && transcriptMethod !== method) throw new Refusal(REFUSED_WITH[transcriptOtherMethod], `${method} is not accepted`);
			const message = ticketOfPath(context).messages.find((one) => one.message_id === context.id('message_id'));
			if (!message || message.method_cd !== channel) throw notFound('Chat transcript');
			const conversations = pageOf(context, message.conversations).map((one) => ({ ...one, [`${channel}_conversation_id`]: one.id }));
			return { ...nothing, ...message.transcript, conversations };
		};
		return [id, transcript];
	}),
);
