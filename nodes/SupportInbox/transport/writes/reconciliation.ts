import type { IDataObject } from 'n8n-workflow';
import type { SentWrite } from '../../ledger/ledgers';
import type { RowsOf } from '../client/keptLists';
import type { ServiceAnswer, ServiceRequest } from '../client/request';
import { isTimeout, ServiceFailure } from '../errors/failure';
import type { Session } from '../session';
import { SECOND_RECONCILIATION_MS, STORED_TIME_RESOLUTION_MS } from '../timing';
import { type Channel, type Like, likeMessages, nameOf, Readings } from './lookUp';
import { WriteLog } from './writeLog';

/**
 * A write of unknown outcome, with the means to find out.
 * - `startedAt`: returns the earliest time on the service's clock at which it can have happened, in ms; more exact
 *   after the first answer that shows the service's clock.
 * - `read`: asks the service, within the same place in the item queue.
 * - `rowsOf`: reads a list of the service, or takes the kept one.
 * - `session`: all that this process keeps for the tenant.
 */
export interface UnknownWrite extends SentWrite {
	startedAt(): number;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	rowsOf: RowsOf;
	session: Session;
}

/** What a look-up answers: the answer that the write had, or a sentence on what was seen instead. */
export type Answer = { found: IDataObject } | { notSent: string } | { unclear: string };

/**
 * How to find out whether a write was done although its answer was lost.
 * - `find`: looks for the write; throws ServiceFailure when it cannot see. Undefined: there is no way to look for it.
 * - `how`: where the user should look, as a sentence.
 * - `channel`, `settings`: of a message: its channel, and the names of the settings that make its text. It is also looked for before it is sent.
 */
export interface Finder {
	find?(write: UnknownWrite): Promise<Answer>;
	how: string;
	channel?: Channel;
	settings?: readonly string[];
}

/**
 * Finds out whether a write of unknown outcome was done. It never sends the write again.
 *
 * @param pause waits this number of ms
 * @returns the answer that was lost
 * @throws ServiceFailure like `failure`, with what was checked, when the write was not found or cannot be seen
 */
export async function reconcile({ find, how }: Finder, write: UnknownWrite, failure: ServiceFailure, pause: (ms: number) => Promise<void>): Promise<IDataObject> {
	if (find === undefined) throw new ServiceFailure(failure.failure, failure.unknownSince, { checked: '', how });
	const findOrSayWhyNot = async (): Promise<Answer> =>
		await find(write).catch((error) => {
			const why = error instanceof ServiceFailure ? 'because the service gave no usable answer to that either' : `because of this: ${String(error)}`;
			return { unclear: `Whether it was done could not be checked, ${why}.` };
		});
	let answer = await findOrSayWhyNot();
	if (!('found' in answer) && isTimeout(failure.failure)) {
		await pause(SECOND_RECONCILIATION_MS);
		answer = await findOrSayWhyNot();
	}
	if ('found' in answer) return answer.found;
	throw new ServiceFailure(failure.failure, failure.unknownSince, { checked: 'notSent' in answer ? answer.notSent : answer.unclear, how });
}

/** The most tickets that are read to find one message. */
const MAX_TICKETS = 60;

/**
 * Finds a mail, reply or handling memo that was created just now. In doubt a message is not ours: an unknown outcome is said, but a mail
 * that was never sent must not count as sent.
 *
 * @param settings the names of the settings that make its text
 */
export function sentMessage(channel: Channel, settings: readonly string[] = []): Finder {
	return {
		channel,
		settings,
		how:
			channel === 'mail'
				? 'Look among the sent mails of the inbox before you send it again.'
				: 'Look at the tickets of the inbox before you create the memo again.',
		find: async (write) => {
			const from = write.startedAt();
			const like = await likeMadeSince(write, channel);
			// If this search was the first to show the service's clock and ours is ahead of it, look further back.
			const isTooLate = like.length === 0 && write.startedAt() < from - STORED_TIME_RESOLUTION_MS;
			return answerOf(isTooLate ? await likeMadeSince(write, channel) : like);
		},
	};
}

async function likeMadeSince(write: UnknownWrite, channel: Channel): Promise<Like[]> {
	const { values, body, session } = write;
	const since = write.startedAt() - STORED_TIME_RESOLUTION_MS;
	const isOther = (field: 'message_id' | 'ticket_id', id: unknown) => session.of(WriteLog).isOthers(undefined, values.messageBoxId, field, id);
	const like: Like[] = [];
	for await (const one of likeMessages({ ...write, channel, like: body, since, isOther, readings: new Readings(MAX_TICKETS) })) like.push(one);
	return like;
}

function answerOf(like: readonly Like[]): Answer {
	const [message] = like;
	const names = like.map(nameOf).join(', ');
	if (message === undefined) return { notSent: 'Checked afterwards: there is no such message.' };
	if (like.length > 1) return { unclear: `Checked afterwards: there are several such messages, so it is not known which one it was: ${names}.` };
	if (message.isOurs === undefined) return { unclear: `Checked afterwards: it is not shown who such a message is from, so it is not known whether it was this one: ${names}.` };
	if (message.state === 'send_error') return { unclear: `Checked afterwards: it is ${names}, and the service could not send it (state send_error).` };
	if (message.state === 'rejected') return { unclear: `Checked afterwards: it is ${names}, and it was rejected (state rejected).` };
	return { found: message.ids };
}
