import { type IDataObject, type IExecutePaginationFunctions, NodeOperationError } from 'n8n-workflow';
import { setBounded } from '../../ledger/bounded';
import type { SentWrite } from '../../ledger/ledgers';
import { DAY, MINUTE } from '../../ledger/time';
import type { RowsOf } from '../client/lists';
import type { ServiceAnswer, ServiceRequest } from '../client/request';
import type { Session } from '../session';

/** Requests that the items of a retry may spend together to look for what was sent before it. */
const MAX_REQUESTS = 60;
/** How far back to look where n8n does not say when the execution first began (ms). */
const LOOK_BACK = 3 * DAY;
/** The execution began on this machine's clock, which may have been set since by as much as this (ms). */
const MARGIN = MINUTE;
const MAX_RUNS = 50;

/**
 * A write of a retried execution, which an earlier try of the execution may have sent.
 * - `since`: when the execution first began, on the service's clock (ms).
 * - `read`: asks the service; throws NodeOperationError when the retry has asked for too much.
 * - `once`: the result of `make`, which is made once in the retry for each inbox, by its name.
 * - `isFree`: whether no other item of the retry has taken or made this message.
 */
export interface Retried extends SentWrite {
	since: number;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	rowsOf: RowsOf;
	once<T>(name: string, make: () => Promise<T>): Promise<T>;
	isFree(messageId: unknown): boolean;
}

/** @returns the answer that the write had in the earlier try; undefined: it was not sent */
export type SentBefore = (write: Retried) => Promise<IDataObject | undefined>;

/** Newer versions of n8n say when the execution began; a retry has that of the first try. */
type Begun = { getExecutionContext?: () => { establishedAt?: number } | undefined };

/** What a retry of a node has found so far: of several equal items, each takes a message of its own. */
export class Retry {
	requests = 0;
	private readonly taken = new Set<string>();
	readonly made = new Map<string, Promise<unknown>>();
	private begunAt?: number;

	/** Notes a message that is an item's outcome: found, or sent now. The API document does not say that ids are unique in the tenant. */
	take(messageBoxId: unknown, messageId: unknown): void {
		this.taken.add(`${String(messageBoxId)} ${String(messageId)}`);
	}

	isTaken(messageBoxId: unknown, messageId: unknown): boolean {
		return this.taken.has(`${String(messageBoxId)} ${String(messageId)}`);
	}

	/** @returns when the execution first began, on the service's clock (ms), the same for all items */
	since(context: IExecutePaginationFunctions & Begun, { gate }: Session): number {
		const now = gate.clock.now();
		const wallNow = gate.clock.wallTime(now);
		const ago = wallNow - (context.getExecutionContext?.()?.establishedAt ?? wallNow - LOOK_BACK);
		return (this.begunAt ??= (gate.serverTime(now)?.earliest ?? wallNow) - ago - MARGIN);
	}
}

/** The retries of a token, by execution and node: the items of a batch come after those of the batch before. */
export class Retries {
	private readonly retries = new Map<string, Retry>();

	of(run: string): Retry {
		const retry = this.retries.get(run) ?? new Retry();
		setBounded(this.retries, run, retry, MAX_RUNS);
		return retry;
	}
}

/** Whether n8n retries a failed execution: its nodes begin again with all their items. */
export function isRetry(context: Pick<IExecutePaginationFunctions, 'getMode'>): boolean {
	return context.getMode() === 'retry';
}

/**
 * Looks for a write that an earlier try of the execution has sent.
 *
 * @throws NodeOperationError when that would cost too many requests: in doubt nothing is sent
 */
export async function lookBefore(
	find: SentBefore,
	write: Pick<Retried, 'read' | 'rowsOf' | 'since'> & SentWrite,
	{ retry, context, itemIndex }: { retry: Retry; context: Pick<IExecutePaginationFunctions, 'getNode'>; itemIndex: number },
): Promise<IDataObject | undefined> {
	const read = async (request: ServiceRequest) => {
		if (retry.requests >= MAX_REQUESTS) {
			throw new NodeOperationError(context.getNode(), `Whether this was sent before the retry cannot be found out with ${MAX_REQUESTS} requests`, {
				description: 'So it was not sent. Look in the inbox for what was sent, and run the workflow anew with the items that are missing.',
				itemIndex,
			});
		}
		retry.requests += 1;
		return await write.read(request);
	};
	const { messageBoxId } = write.values;
	const once = async <T>(name: string, make: () => Promise<T>) => {
		const key = `${messageBoxId} ${name}`;
		const made = retry.made.get(key) ?? make();
		retry.made.set(key, made);
		return await (made as Promise<T>);
	};
	const found = await find({ ...write, read, once, isFree: (id) => !retry.isTaken(messageBoxId, id) });
	if (found !== undefined) retry.take(messageBoxId, found.message_id);
	return found;
}
