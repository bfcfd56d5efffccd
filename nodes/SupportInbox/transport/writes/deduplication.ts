import { type IDataObject, type IExecutePaginationFunctions, NodeOperationError } from 'n8n-workflow';
import type { RunAttempt } from '../../adapter/runAttempt';
import { messagesInRunData } from '../../adapter/runData';
import type { SentWrite } from '../../store/store';
import { DAY, MINUTE } from '../../store/time';
import { dedupeKey } from './comparison';
import { type MessageQuery, checkMessage, findMessage, SharedReads } from './messageSearch';
import type { WriteOutcome, WriteLog } from './writeLog';
import type { Writer } from './writer';

/** Tickets that a run may read to look for messages, and how many more for each of its items. */
const TICKETS_OF_RUN = 60;
const TICKETS_OF_ITEM = 5;
/** How far back a Retry looks where n8n does not say when the execution first began (ms). */
const MAX_RETRY_AGE = 3 * DAY;
/** The execution began on this machine's clock, which may have been set since by as much as this (ms). */
const CLOCK_MARGIN = MINUTE;

/** What the items of a run read. The times at which it began to look are the same for all, so that they can share a search. */
const sharedReadsOf = new WeakMap<RunAttempt, SharedReads>();

/**
 * An item whose message may have been sent before.
 * - `body`: what it gives.
 * - `deduplicateWithinMs`: the time of Deduplicate (ms), 0: off.
 * - `perCall`: whether two equal calls of an agent within one execution are two writes.
 */
export interface DedupeItem extends Pick<MessageQuery, 'body' | 'channel' | 'read' | 'rowsOf' | 'session'> {
	context: IExecutePaginationFunctions;
	itemIndex: number;
	attempt: RunAttempt;
	log: WriteLog;
	writer?: Writer;
	deduplicateWithinMs: number;
	perCall?: boolean;
}

/** Whether the message is looked for before it is sent: in n8n's Retry, with Deduplicate, and in the calls of an agent. */
export function needsDeduplication({ writer, deduplicateWithinMs }: DedupeItem): boolean {
	return deduplicateWithinMs > 0 || writer?.isTool === true || writer?.isRetry === true;
}

/** @returns the dedupe key of the write, and behind it that among the calls of agents in the execution, whichever node they call */
export function dedupeKeysOf({ writer, perCall }: DedupeItem, write: Pick<SentWrite, 'path' | 'body'>): string[] {
	const key = dedupeKey(write);
	return writer?.isTool === true ? [key, JSON.stringify([key, writer.execution, perCall === true && [writer.node, writer.call]])] : [key];
}

/**
 * @param like the values of the write that count in a Retry, with gaps
 * @param ticket that the write rests on, as it was just read
 * @returns how an equal write ended; undefined: it is to be sent
 * @throws NodeOperationError when that is unclear, or would cost too much: in doubt nothing is sent; ServiceFailure
 */
export async function findEarlierWrite(
	item: DedupeItem,
	write: SentWrite,
	[key, ofCalls]: readonly string[],
	like: IDataObject,
	ticket?: IDataObject,
): Promise<WriteOutcome | undefined> {
	const { writer, deduplicateWithinMs, log, context, attempt, session: { dispatcher } } = item;
	const { values: { messageBoxId } } = write;
	const ofCall = ofCalls === undefined ? undefined : log.find(ofCalls);
	if (ofCall !== undefined) return ofCall;
	const endedAt = dispatcher.clock.now();
	const sharedReads = sharedReadsOf.get(attempt) ?? new SharedReads(TICKETS_OF_RUN + TICKETS_OF_ITEM * attempt.size);
	sharedReadsOf.set(attempt, sharedReads);
	const { begun, wall, service } = await sharedReads.shared('begun', () => {
		return { begun: endedAt, wall: dispatcher.clock.wallTime(endedAt), service: dispatcher.earliestServerTime(endedAt) };
	});
	const query = (lookback: number, more: Pick<MessageQuery, 'like' | 'isOther'>): MessageQuery => {
		const back = item.body.operated_at === undefined ? 0 : lookback;
		return { ...item, ...write, ...more, isLost: false, ticket, since: service - lookback, back, sharedReads };
	};
	if (writer?.isRetry === true) {
		const inRunData = await sharedReads.shared('run data', () => messagesInRunData(context));
		const isOther: MessageQuery['isOther'] = (field, id) =>
			log.isOthers(writer, messageBoxId, field, id) || (field === 'message_id' && inRunData.has(`${messageBoxId} ${String(id)}`));
		const done = await findOrReject(item, query(wall - (writer.establishedAt ?? wall - MAX_RETRY_AGE) + CLOCK_MARGIN, { like, isOther }));
		if (done !== undefined) {
			log.recordCreated(write, done, writer);
			return { endedAt, done };
		}
	}
	if (deduplicateWithinMs === 0) return undefined;
	// What this process has created and would be equal is known.
	const isOther: MessageQuery['isOther'] = (field, id) => field === 'ticket_id' && log.isOthers(undefined, messageBoxId, field, id);
	const equalWrite = query(deduplicateWithinMs, { like: write.body, isOther });
	const known = log.find(key);
	if (known !== undefined && 'done' in known && endedAt - known.endedAt <= deduplicateWithinMs) {
		const isOfThisRun = known.endedAt > begun;
		if (isOfThisRun || (await findOrReject(item, equalWrite, known.done)) !== undefined) return known;
	}
	const done = await findOrReject(item, equalWrite);
	return done && { endedAt, done };
}

/** @param known the ids of the message, where this process has sent it: what became of it decides */
async function findOrReject(
	{ context, itemIndex, deduplicateWithinMs }: DedupeItem,
	query: MessageQuery,
	known?: IDataObject,
): Promise<IDataObject | undefined> {
	const answer = known === undefined ? await findMessage(query) : await checkMessage(query, known);
	if ('found' in answer) return answer.found;
	if ('notSent' in answer) return undefined;
	const advice = deduplicateWithinMs > 0 ? ' With Deduplicate, fewer days need fewer tickets.' : '';
	throw new NodeOperationError(context.getNode(), `Whether this was sent before is unclear: ${answer.unclear}`, {
		description: `So it was not sent. Look in the inbox for what was sent, and run the workflow anew with the items that are missing.${advice}`,
		itemIndex,
	});
}
