import { type IDataObject, type IExecutePaginationFunctions, NodeOperationError } from 'n8n-workflow';
import type { SentWrite } from '../../ledger/ledgers';
import { DAY, MINUTE } from '../../ledger/time';
import type { RowsOf } from '../client/keptLists';
import type { ServiceAnswer, ServiceRequest } from '../client/request';
import type { Session } from '../session';
import { dedupeKey } from './comparison';
import { type Channel, type Like, likeMessages, nameOf, Readings, type Sought, TooManyTickets } from './lookUp';
import { messagesInRunData } from './runData';
import type { WriteEnd, WriteLog } from './writeLog';
import type { Writer } from './writer';

/** Tickets that a run may read to look for messages, and how many more for each of its items. */
const TICKETS_OF_RUN = 60;
const TICKETS_OF_ITEM = 5;
/** How far back a Retry looks where n8n does not say when the execution first began (ms). */
const LOOK_BACK = 3 * DAY;
/** The execution began on this machine's clock, which may have been set since by as much as this (ms). */
const MARGIN = MINUTE;

/**
 * The item whose write may have been sent before.
 * - `log`: of the process; of the item queue in a rehearsal, which sends nothing.
 * - `items`: how many items the run has. `onceWithin`: the time of Send Once (ms), 0: off.
 * - `perCall`: whether two equal calls of an agent within one execution are two writes.
 */
export interface LookingItem {
	context: IExecutePaginationFunctions;
	itemIndex: number;
	body: IDataObject;
	session: Session;
	log: WriteLog;
	writer?: Writer;
	items: number;
	onceWithin: number;
	perCall?: boolean;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	rowsOf: RowsOf;
}

/** What the items of a run share. `begun`: when it began to look, on this machine's clock and on the service's (ms). */
interface Run {
	readings: Readings;
	begun?: { wall: number; service: number };
	/** The outcomes of other nodes and rounds, of which n8n keeps the data. */
	inRunData?: ReadonlySet<string>;
}

/** n8n makes these data anew for each run of a node. The calls of an agent may share them, though each is a run of its own. */
const runs = new WeakMap<object, Run>();

/** Finds an equal write before it is sent: in n8n's Retry, with Send Once, and in the calls of an agent. */
export class Deduplication {
	constructor(private readonly item: LookingItem, private readonly channel: Channel) {}

	/** Whether the write is looked for. */
	get isNeeded(): boolean {
		const { writer, onceWithin } = this.item;
		return onceWithin > 0 || writer?.isTool === true || writer?.isRetry === true;
	}

	/** @returns the dedupe key of the write, and that among the calls of agents in the execution, whichever node they call */
	keysOf(write: Pick<SentWrite, 'path' | 'body'>): [key: string] | [key: string, ofCalls: string] {
		const { writer, perCall } = this.item;
		const key = dedupeKey(write);
		if (writer?.isTool !== true) return [key];
		return [key, JSON.stringify([key, writer.execution, perCall === true && [writer.node, writer.call]])];
	}

	/**
	 * @param like the values of the write that count in a Retry, with gaps
	 * @param ticket that the write rests on, as it was just read
	 * @returns how an equal write ended; undefined: it is to be sent
	 * @throws NodeOperationError when that is unclear, or would cost too much: in doubt nothing is sent; ServiceFailure
	 */
	async find(write: SentWrite, [key, ofCalls]: readonly string[], like: IDataObject, ticket?: IDataObject): Promise<WriteEnd | undefined> {
		const { writer, onceWithin, log, session: { gate } } = this.item;
		const ofCall = ofCalls === undefined ? undefined : log.find(ofCalls);
		if (ofCall !== undefined) return ofCall;
		const now = gate.clock.now();
		const wall = gate.clock.wallTime(now);
		// The same for all items, so that they can share a search.
		const run = this.run();
		const begun = (run.begun ??= { wall, service: gate.serverTime(now)?.earliest ?? wall });
		const { channel } = this;
		const within = (lookBack: number) => {
			const back = this.item.body.operated_at === undefined ? 0 : lookBack;
			return { ...this.item, ...write, channel, ticket, since: begun.service - lookBack, back, readings: run.readings };
		};
		if (writer?.isRetry === true) {
			const lookBack = begun.wall - (writer.establishedAt ?? begun.wall - LOOK_BACK) + MARGIN;
			const found = await this.lookUp({ ...within(lookBack), like, isOther: (field, id) => this.isOthers(writer, write, field, id) });
			if (found !== undefined) log.made(write, found, writer);
			if (found !== undefined) return { endedAt: now, done: found };
		}
		if (onceWithin === 0) return undefined;
		const known = log.find(key);
		if (known !== undefined && 'done' in known && now - known.endedAt <= onceWithin) return known;
		// What this process has created and would be equal is known.
		const isOther: Sought['isOther'] = (field, id) => field === 'ticket_id' && log.isOthers(undefined, write.values.messageBoxId, field, id);
		const found = await this.lookUp({ ...within(onceWithin), like: write.body, isOther });
		return found && { endedAt: now, done: found };
	}

	/** Whether a message or ticket is the outcome of something else, as this process knows, or n8n's data of the execution show. */
	private isOthers(writer: Writer, { values: { messageBoxId } }: SentWrite, field: 'message_id' | 'ticket_id', id: unknown): boolean {
		if (this.item.log.isOthers(writer, messageBoxId, field, id)) return true;
		if (field === 'ticket_id') return false;
		const run = this.run();
		run.inRunData ??= messagesInRunData(this.item.context);
		return run.inRunData.has(`${messageBoxId} ${String(id)}`);
	}

	private async lookUp(sought: Sought): Promise<IDataObject | undefined> {
		const unclear: Like[] = [];
		try {
			for await (const message of likeMessages(sought)) {
				if (message.state === 'send_error') continue;
				if (message.isOurs === true && message.state !== 'rejected') return message.ids;
				unclear.push(message);
			}
		} catch (error) {
			if (!(error instanceof TooManyTickets)) throw error;
			const most = `at most ${error.limit} tickets are read for ${this.item.items === 1 ? 'one item' : `${this.item.items} items`}`;
			this.refuse(`there are ${error.found} messages of this subject, and ${most}`, ' With Send Once, fewer days need fewer.');
		}
		const [message] = unclear;
		if (message === undefined) return undefined;
		this.refuse(`${nameOf(message)} is like it, but ${message.state === 'rejected' ? 'was rejected' : 'does not show whose it is'}`);
	}

	private refuse(why: string, advice = ''): never {
		const { context, itemIndex } = this.item;
		throw new NodeOperationError(context.getNode(), `Whether this was sent before is unclear: ${why}`, {
			description: `So it was not sent. Look in the inbox for what was sent, and run the workflow anew with the items that are missing.${advice}`,
			itemIndex,
		});
	}

	private run(): Run {
		const { context, items, writer } = this.item;
		const key = writer?.isTool === true ? this : context.getExecuteData();
		const run = runs.get(key) ?? { readings: new Readings(TICKETS_OF_RUN + TICKETS_OF_ITEM * items) };
		runs.set(key, run);
		return run;
	}
}
