/** Chat transcripts of the four chat channels (section "Chat transcripts"). */
import { OPERATIONS } from '../../contract/contract';
import { TRANSCRIPT_FIELDS, type TranscriptChannel } from '../enums';
import { notFound } from '../refusal';
import { ok, slicePage } from '../respond';
import type { Context, Handlers } from '../context';
import type { Conversation } from '../store/types';
import type { Calendar } from '../time';
import { ticketOfPath } from './ticketSearch';

function conversationView(channel: TranscriptChannel, conversation: Conversation, calendar: Calendar) {
	const { id, auto_send, sent_at, ...fields } = conversation;
	const tellsAutoSend = channel === 'webchat' || channel === 'chatapp';
	return {
		[`${channel}_conversation_id`]: id,
		...fields,
		...(tellsAutoSend ? { auto_send } : {}),
		sent_at: calendar.format(sent_at),
	};
}

function transcript(context: Context, channel: TranscriptChannel, method: string) {
	// Which method the service accepts is not shown; the other one is an endpoint that does not exist.
	const { transcriptMethod } = context.readings;
	if (transcriptMethod !== 'both' && transcriptMethod !== method) throw notFound('Endpoint');
	const id = context.id('message_id');
	const message = ticketOfPath(context).messages.find((one) => one.message_id === id);
	if (message?.method_cd !== channel) throw notFound('Chat transcript');
	const header = TRANSCRIPT_FIELDS[channel].map((name) => [name, message.transcript[name] ?? null]);
	return ok({
		...Object.fromEntries(header),
		conversations: slicePage(context, message.conversations).map((one) =>
			conversationView(channel, one, context.store.calendar),
		),
	});
}

/** Each channel by both methods; the channel ends the path. */
export const transcripts: Handlers = Object.fromEntries(
	OPERATIONS.filter(({ id }) => id.endsWith('Transcript')).map(({ id, method, segments }) => [
		id,
		(context: Context) => transcript(context, segments.at(-1) as TranscriptChannel, method),
	]),
);
