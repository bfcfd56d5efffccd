import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { setBounded } from '../../store/bounded';
import type { SentWrite } from '../../store/store';
import type { ServiceFailure } from '../errors/failure';
import { type Writer, workOf } from './writer';

/**
 * A write that has left, or is about to leave.
 * - `sentAt`: when the first try that may have had an effect left, in ms of the gate's clock; 0: none has.
 * - `keys`: the dedupe keys by which an equal write finds it.
 * - `answer`: the first row of its answer; set only when one came, which confirms the write.
 * - `complete`: makes the item's output of a row.
 */
export interface Write extends SentWrite {
	sentAt: number;
	keys: readonly string[];
	answer?: IDataObject;
	complete?: (json: IDataObject) => IDataObject;
}

/** How a write ended; one that was not done is not kept. `endedAt`: ms of the gate's clock. */
export type WriteEnd = { endedAt: number } & ({ done: IDataObject } | { unknown: ServiceFailure; write: Write });

/**
 * How an item ended: with these items, or with an error while the outcome of its write was unknown.
 * - `isWhole`: the work after the item's place in the item queue is done as well.
 * - `given`: the key of what the item gave, by which a Retry knows its write again; undefined for what is no message.
 */
export type ItemEnd = { given?: string } & (Done | { unknown: ServiceFailure; write: Write });

/** An item that ended with an output. */
export interface Done {
	items: INodeExecutionData[];
	isWhole: boolean;
}

/** The most that is kept of each kind; a large workflow has some thousand items. */
const MAX_KEPT = 10_000;
const MAX_RUNS = 200;

/**
 * Every write of this process with this token, in memory only. What n8n runs again finds here how it ended: the items of a run
 * (Retry On Fail), the items of a failed execution (Retry), equal writes (Deduplicate, agents).
 */
export class WriteLog {
	/** The ends of items by the name of their run. The run that was touched last is at the end. */
	private readonly runs = new Map<string, Map<Writer['item'], ItemEnd>>();
	/** How many ends of items there are. */
	private size = 0;
	/** Executions by when they began: n8n's Retry is another one with that of the first try. The value is whether it is a Retry. */
	private readonly executions = new Map<string, Map<string, boolean>>();
	private readonly byKey = new Map<string, WriteEnd>();
	/** Who made a message or ticket, by {@link idKey}. */
	private readonly makers = new Map<string, Writer>();
	/** When each record was last written, by its path (ms of the gate's clock). */
	private readonly writtenAt = new Map<string, number>();

	/** An item has come: from then on a second execution that began in the same millisecond is known. */
	came(writer: Writer): void {
		const key = beginOf(writer);
		const known = this.executions.get(key) ?? new Map<string, boolean>();
		setBounded(this.executions, key, known.set(writer.execution, writer.isRetry), MAX_KEPT);
	}

	/** @returns how the item ended when n8n ran the node before, in the same run */
	endOf(writer: Writer): ItemEnd | undefined {
		return this.runs.get(runOf(writer))?.get(writer.item);
	}

	/**
	 * @param given the key of what the item gives now
	 * @returns how the item ended in an earlier try of the execution, if it gave the same. What is unknown is left out, as it can be looked for
	 */
	earlierEndOf(writer: Writer, given: string): Done | undefined {
		const tries = [...(this.executions.get(beginOf(writer)) ?? [])];
		const isShared = tries.filter(([, isRetry]) => !isRetry).length > 1;
		if (writer.establishedAt === undefined || isShared) return undefined;
		const ends = tries.map(([execution]) => this.endOf({ ...writer, execution }));
		return ends.find((end): end is ItemEnd & Done => end !== undefined && 'items' in end && end.given === given);
	}

	/** An item has ended. The items of the present run are never forgotten, because their writes might then be sent twice. */
	itemEnded(writer: Writer, end: ItemEnd): void {
		const run = runOf(writer);
		const items = this.runs.get(run) ?? new Map<Writer['item'], ItemEnd>();
		if (!items.has(writer.item)) this.size += 1;
		items.set(writer.item, end);
		this.runs.delete(run);
		this.runs.set(run, items);
		for (const [name, old] of this.runs) {
			if (name === run || (this.runs.size <= MAX_RUNS && this.size <= MAX_KEPT)) break;
			this.size -= old.size;
			this.runs.delete(name);
		}
	}

	/** @returns how the newest write with this key ended */
	find(key: string): WriteEnd | undefined {
		return this.byKey.get(key);
	}

	/** A write has ended, or it is now known how. */
	ended(write: Write, end: WriteEnd, writer?: Writer): void {
		for (const key of write.keys) setBounded(this.byKey, key, end, MAX_KEPT);
		if ('done' in end && writer !== undefined) this.made(write, end.done, writer);
	}

	/** A message is the outcome of this item's write, which a Retry may have found in the service. */
	made({ values: { messageBoxId }, body }: Pick<SentWrite, 'values' | 'body'>, { message_id, ticket_id }: IDataObject, writer: Writer): void {
		const hasTicket = body.ticket_id !== undefined || body.message_id !== undefined;
		const ids = { message_id, ...(!hasTicket && { ticket_id }) };
		for (const [field, id] of Object.entries(ids)) {
			if (typeof id === 'number') setBounded(this.makers, idKey(messageBoxId, field, id), writer, MAX_KEPT);
		}
	}

	/** @returns whether an id is known to be the outcome of another item, node, round, call or execution than this one */
	isOthers(writer: Writer | undefined, messageBoxId: unknown, field: 'message_id' | 'ticket_id', id: unknown): boolean {
		const maker = this.makers.get(idKey(messageBoxId, field, id));
		if (maker === undefined) return false;
		return writer === undefined || workOf(maker) !== workOf(writer) || (writer.isTool && maker.execution === writer.execution);
	}

	/** Notes when a record was written, also where the outcome is unknown. @param ticketId that of the answer */
	wrote({ method, path, values, body }: SentWrite, endedAt: number, ticketId: unknown): void {
		// A memo or mail is a write to its ticket.
		const ticket = body.ticket_id ?? ticketId;
		if (method === 'PUT') setBounded(this.writtenAt, path, endedAt, MAX_KEPT);
		else if (ticket !== undefined) setBounded(this.writtenAt, `/api/v2/${values.messageBoxId}/tickets/${String(ticket)}`, endedAt, MAX_KEPT);
	}

	/** Whether a record was written at `since` or later (ms of the gate's clock). A write on an older reading would undo that. */
	hasWritten(record: string, since: number): boolean {
		return (this.writtenAt.get(record) ?? -Infinity) >= since;
	}
}

const runOf = ({ execution, node, run }: Writer) => JSON.stringify([execution, node, run]);
const beginOf = ({ workflow, establishedAt }: Writer) => JSON.stringify([workflow, establishedAt]);
/** The API document does not say that an id is unique in the tenant, so its inbox is part of the key. */
const idKey = (messageBoxId: unknown, field: string, id: unknown) => `${String(messageBoxId)} ${field} ${String(id)}`;
