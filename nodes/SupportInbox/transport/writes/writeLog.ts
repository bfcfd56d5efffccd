import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { setBounded } from '../../store/bounded';
import type { SentWrite } from '../../store/store';
import type { ServiceFailure } from '../errors/failure';
import { type Writer, workOf } from './writer';

/**
 * A write that was sent, or is about to be sent.
 * - `sentAt`: when the first attempt that may have had an effect was sent; 0: none has.
 * - `keys`: the dedupe keys by which an equal write finds it.
 * - `answer`: the first row of its answer; set only when one arrived, which confirms the write.
 * - `notes`: makes the item's output of a row.
 */
export interface Write extends SentWrite {
	sentAt: LocalTime;
	keys: readonly string[];
	answer?: IDataObject;
	notes?: (row: IDataObject) => IDataObject;
}

/** How a write ended; one that was not done is not recorded. */
export type WriteOutcome = { endedAt: LocalTime } & ({ done: IDataObject } | { unknown: ServiceFailure; write: Write });

/**
 * How an item ended: with these items, or with an error while the outcome of its write was unknown.
 * - `isWhole`: the `after` of its operation has run as well.
 * - `inputKey`: the key of the item's input, by which a Retry finds its write; undefined for what is no message.
 */
export type ItemOutcome = { inputKey?: string } & (Done | { unknown: ServiceFailure; write: Write });

/** An item that ended with an output. */
export interface Done {
	items: INodeExecutionData[];
	isWhole: boolean;
}

/** The most entries of each kind; a large workflow has some thousand items. */
const MAX_ENTRIES = 10_000;
const MAX_RUNS = 200;

/**
 * Every write of this process with this token, in memory only. What n8n runs again finds here how it ended: the items of a run
 * (Retry On Fail), the items of a failed execution (Retry), equal writes (Deduplicate, agents).
 */
export class WriteLog {
	/** The outcomes of items by the name of their run. The run that was touched last is at the end. */
	private readonly runs = new Map<string, Map<Writer['item'], ItemOutcome>>();
	/** How many outcomes of items there are. */
	private size = 0;
	/** Executions by when they began: n8n's Retry is another one with that of the first attempt. The value is whether it is a Retry. */
	private readonly executions = new Map<string, Map<string, boolean>>();
	private readonly byKey = new Map<string, WriteOutcome>();
	/** Who made a message or ticket, by {@link idKey}. */
	private readonly creators = new Map<string, Writer>();
	/** When each record was last written, by its path. */
	private readonly writtenAt = new Map<string, LocalTime>();

	/** An item has started: from then on a second execution that began in the same millisecond is known. */
	recordStart(writer: Writer): void {
		const key = beginOf(writer);
		const known = this.executions.get(key) ?? new Map<string, boolean>();
		setBounded(this.executions, key, known.set(writer.execution, writer.isRetry), MAX_ENTRIES);
	}

	/** @returns how the item ended when n8n ran the node before, in the same run */
	outcomeOf(writer: Writer): ItemOutcome | undefined {
		return this.runs.get(runOf(writer))?.get(writer.item);
	}

	/**
	 * @param inputKey the key of the item's present input
	 * @returns how the item ended in an earlier attempt of the execution, if the input was the same. An unknown outcome is skipped, because
	 *   reconciliation can find it
	 */
	earlierOutcomeOf(writer: Writer, inputKey: string): Done | undefined {
		const attempts = [...(this.executions.get(beginOf(writer)) ?? [])];
		const isShared = attempts.filter(([, isRetry]) => !isRetry).length > 1;
		if (writer.establishedAt === undefined || isShared) return undefined;
		const outcomes = attempts.map(([execution]) => this.outcomeOf({ ...writer, execution }));
		const isSame = (one?: ItemOutcome): one is ItemOutcome & Done => one !== undefined && 'items' in one && one.inputKey === inputKey;
		return outcomes.find(isSame);
	}

	/** An item has ended. The items of the present run are never evicted, because their writes might then be sent twice. */
	recordItem(writer: Writer, outcome: ItemOutcome): void {
		const run = runOf(writer);
		const items = this.runs.get(run) ?? new Map<Writer['item'], ItemOutcome>();
		if (!items.has(writer.item)) this.size += 1;
		items.set(writer.item, outcome);
		this.runs.delete(run);
		this.runs.set(run, items);
		for (const [name, old] of this.runs) {
			if (name === run || (this.runs.size <= MAX_RUNS && this.size <= MAX_ENTRIES)) break;
			this.size -= old.size;
			this.runs.delete(name);
		}
	}

	/** @returns how the newest write with this key ended */
	find(key: string): WriteOutcome | undefined {
		return this.byKey.get(key);
	}

	/** A write has ended, or it is now known how. */
	recordOutcome(write: Write, outcome: WriteOutcome, writer?: Writer): void {
		for (const key of write.keys) setBounded(this.byKey, key, outcome, MAX_ENTRIES);
		if ('done' in outcome && writer !== undefined) this.recordCreated(write, outcome.done, writer);
	}

	/** A message is the outcome of this item's write, which a Retry may have found in the service. */
	recordCreated(
		{ values: { messageBoxId }, body }: Pick<SentWrite, 'values' | 'body'>,
		{ message_id, ticket_id }: IDataObject,
		writer: Writer,
	): void {
		const hasTicket = body.ticket_id !== undefined || body.message_id !== undefined;
		const ids = { message_id, ...(!hasTicket && { ticket_id }) };
		for (const [field, id] of Object.entries(ids)) {
			if (typeof id === 'number') setBounded(this.creators, idKey(messageBoxId, field, id), writer, MAX_ENTRIES);
		}
	}

	/** @returns whether an id is known to be the outcome of another item, node, round, call or execution than this one */
	isOthers(writer: Writer | undefined, messageBoxId: unknown, field: 'message_id' | 'ticket_id', id: unknown): boolean {
		const creator = this.creators.get(idKey(messageBoxId, field, id));
		if (creator === undefined) return false;
		return writer === undefined || workOf(creator) !== workOf(writer) || (writer.isTool && creator.execution === writer.execution);
	}

	/** Records when a record was written, also where the outcome is unknown. @param ticketId that of the answer */
	recordWrite({ method, path, values, body }: SentWrite, endedAt: LocalTime, ticketId: unknown): void {
		// A memo or mail is a write to its ticket.
		const ticket = body.ticket_id ?? ticketId;
		if (method === 'PUT') setBounded(this.writtenAt, path, endedAt, MAX_ENTRIES);
		if (method === 'PUT' || ticket === undefined) return;
		setBounded(this.writtenAt, `/api/v2/${values.messageBoxId}/tickets/${String(ticket)}`, endedAt, MAX_ENTRIES);
	}

	/** Whether a record was written at `since` or later. A write on an older reading would undo that. */
	hasWritten(record: string, since: LocalTime): boolean {
		return (this.writtenAt.get(record) ?? -Infinity) >= since;
	}
}

const runOf = ({ execution, node, run }: Writer) => JSON.stringify([execution, node, run]);
const beginOf = ({ workflow, establishedAt }: Writer) => JSON.stringify([workflow, establishedAt]);
/** The API document does not say that an id is unique in the tenant, so its inbox is part of the key. */
const idKey = (messageBoxId: unknown, field: string, id: unknown) => `${String(messageBoxId)} ${field} ${String(id)}`;
