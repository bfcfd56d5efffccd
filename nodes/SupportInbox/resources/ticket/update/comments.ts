import type { IDataObject } from 'n8n-workflow';
import { millisOf } from '../../../store/time';
import { is, isDate, isText, orNull, record, rowsWith } from '../../../transport/client/answer';
import type { SentFields } from '../../../transport/engine/item';
import type { Semantics } from '../../../transport/retry/retryPolicy';
import { STORED_TIME_RESOLUTION_MS } from '../../../transport/timing';
import type { Reconciliation } from '../../../transport/writes/reconciliation';

/** The comments that an update can carry, with the type under which the service shows them (API document, Comment object). */
const CARRIED = { assign_comment: 'assign', snooze_comment: 'snooze' } as const;

/** @returns what sending the update twice does: a comment would be added twice */
export function semanticsOfUpdate({ body }: Pick<SentFields, 'body'>): Semantics {
	return Object.keys(CARRIED).some((property) => property in body) ? 'nonIdempotent' : 'idempotent';
}

const COMMENTS = rowsWith({ comment_type: isText, comment: orNull(isText), commented_at: isDate });

/**
 * Finds an update with comments: it was done if the ticket's messages have each comment exactly once since it was sent.
 * Comments have no id, so with several equal comments none is taken for it.
 */
export const carriedComments: Reconciliation = {
	how: 'Look at the comments of the ticket before you run this again.',
	find: async ({ path, values, body, startedAt, read }) => {
		const { items } = await read({
			method: 'GET',
			path,
			expected: record({ ticket_id: is(values.ticketId), messages: rowsWith({ comments: COMMENTS }) }),
		});
		const since = startedAt() - STORED_TIME_RESOLUTION_MS;
		const comments = (items[0].json.messages as IDataObject[]).flatMap((message) => message.comments as IDataObject[]);
		const counts = Object.entries(CARRIED)
			.filter(([property]) => property in body)
			.map(
				([property, type]) =>
					comments.filter((one) => isLike(one, type, body[property]) && millisOf(one.commented_at, NaN) >= since).length,
			);
		if (counts.length > 0 && counts.every((count) => count === 1)) return { found: { ...values } as IDataObject };
		if (counts.some((count) => count > 1)) return { unclear: 'there are several such comments, so it is not known which one it was' };
		return { notSent: 'there is no such comment' };
	},
};

function isLike({ comment_type, comment }: IDataObject, type: string, sent: unknown): boolean {
	return comment_type === type && String(comment ?? '').trim() === String(sent).trim();
}
