import type { IDataObject } from 'n8n-workflow';
import { type BusinessHours, between } from '../../fields/shared/businessHours';
import { type ServiceTime, greatest, millisOf, MINUTE, smallest } from '../../store/time';
import { draftFigures } from '../metrics/drafts';
import { type AnyMessage, isAnswer, isOfCustomer, isWaiting, sentAt, waitingSince, withoutAutomaticAnswers } from './waiting';

/** The fields that Include Metrics adds to a ticket, in this order. */
export const METRICS = [
	'first_received_at',
	'first_reply_at',
	'first_reply_minutes',
	'received_count',
	'sent_count',
	'last_received_at',
	'last_sent_at',
	'waiting_since',
	'draft_count',
	'drafts_sent_unchanged',
	'draft_similarity',
] as const;

/**
 * How the figures count: only these hours in `first_reply_minutes`; without our answers that contain the text; undefined: all.
 * `draftTitle`: the title of memos that are drafts.
 */
export interface MetricSettings {
	businessHours?: BusinessHours;
	ignoreRepliesContaining?: string;
	draftTitle?: string;
}

/**
 * Figures on how a ticket was answered. A customer's message, an answer and a wait are defined as for Ticket Unanswered.
 *
 * @param ticket with all its messages
 * @param asOf when it was read
 * @returns times as ISO 8601 in UTC, by the send times of messages; null if there is no such message
 */
export function metricsOf(
	ticket: IDataObject,
	asOf: ServiceTime,
	{ businessHours, ignoreRepliesContaining, draftTitle }: MetricSettings,
): Record<(typeof METRICS)[number], string | number | null> {
	const messages = withoutAutomaticAnswers(ticket.messages as unknown as AnyMessage[], ignoreRepliesContaining);
	const dated = messages.filter(({ sent_at, created_at }) => !Number.isNaN(millisOf(sent_at, millisOf(created_at, NaN))));
	const timesOf = (is: (message: AnyMessage) => boolean) => dated.filter(is).map((message) => sentAt(message, asOf));
	const [received, sent] = [timesOf(isOfCustomer), timesOf(isAnswer)];
	const asked = smallest(received);
	const replied = smallest(sent.filter((at) => at >= asked));
	// Without messages the smallest time is Infinity.
	const isoOf = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null);
	const since = isWaiting(ticket as { status_cd: string }) ? waitingSince(dated, asOf) : undefined;
	return {
		first_received_at: isoOf(asked),
		first_reply_at: isoOf(replied),
		first_reply_minutes: Number.isFinite(replied) ? Math.round(between(asked, replied, businessHours) / MINUTE) : null,
		received_count: messages.filter(isOfCustomer).length,
		sent_count: messages.filter(isAnswer).length,
		last_received_at: isoOf(greatest(received)),
		last_sent_at: isoOf(greatest(sent)),
		waiting_since: since === undefined ? null : isoOf(since),
		...draftFigures(dated, asOf, draftTitle),
	};
}
