import { createHash } from 'node:crypto';
import { type IDataObject, type IExecutePaginationFunctions, NodeOperationError } from 'n8n-workflow';
import { runIndexOf } from '../../adapter/run';
import { setBounded } from '../../ledger/bounded';
import type { SentWrite } from '../../ledger/ledgers';
import { DAY, MINUTE } from '../../ledger/time';
import type { RowsOf } from '../client/keptLists';
import type { ServiceAnswer, ServiceRequest } from '../client/request';
import type { Session } from '../session';

/** Requests that the items of a node's run may spend together to look for what was sent before. */
const MAX_REQUESTS = 60;
/** How far back a retry looks where n8n does not say when the execution first began (ms). */
const LOOK_BACK = 3 * DAY;
/** The execution began on this machine's clock, which may have been set since by as much as this (ms). */
const MARGIN = MINUTE;
const MAX_RUNS = 200;
const MAX_SENT = 5_000;

/**
 * A write that may have been sent before.
 * - `since`: since when, on the service's clock (ms); `lookBack`: how long ago that is.
 * - `isOnce`: whether Send Once looks for it: then the text decides too, and equal items are one write. In a retry each of
 *   several equal items takes a message of its own.
 * - `read`: asks the service; throws NodeOperationError when the run has asked for too much.
 * - `once`: the result of `make`, which is made once in the run for each inbox, by its name.
 * - `isFree`: whether no other item of the retry has taken or made this message.
 * - `refuse`: throws NodeOperationError for a write that is not sent, since it cannot be found out whether it was.
 * - `isOther`: whether this process has made a ticket with Send Once, so that it is known not to be this write.
 */
export interface Repeated extends SentWrite {
	since: number;
	lookBack: number;
	isOnce: boolean;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	rowsOf: RowsOf;
	once<T>(name: string, make: () => Promise<T>): Promise<T>;
	isFree(messageId: unknown): boolean;
	refuse(why: string): never;
	isOther(ticketId: unknown): boolean;
}

/**
 * How to look for a write that may have been sent before.
 * - `find`: returns the answer that the write had; undefined: it was not sent.
 * - `decisive`: what decides whether two writes are equal, also of an agent.
 */
export interface SentBefore {
	find(write: Repeated): Promise<IDataObject | undefined>;
	decisive(write: Pick<SentWrite, 'body'>): unknown[];
}

/** Newer versions of n8n say when the execution began; a retry has that of the first try. */
type Begun = { getExecutionContext?: () => { establishedAt?: number } | undefined };

/** What a run of a node has spent and found. `begun`: when it began to look, on this machine's clock and on the service's (ms). */
class Run {
	requests = 0;
	begun?: { wall: number; service: number };
	readonly made = new Map<string, unknown>();
	/** The messages that are the outcome of an item. The API document does not say that ids are unique in the tenant. */
	readonly taken = new Set<string>();
}

/** The runs of a token. */
class Runs {
	private readonly runs = new Map<string, Run>();

	of(name: string): Run {
		const run = this.runs.get(name) ?? new Run();
		setBounded(this.runs, name, run, MAX_RUNS);
		return run;
	}
}

/** What this process has sent with Send Once: the answer, the ticket with its inbox, and when it came in ms of the gate's clock. */
class SentOnce {
	readonly sent = new Map<string, { answer: IDataObject; ticket: string; at: number }>();
}

/** The item whose write may have been sent before. `run`: its execution and node; `onceWithin`: the time of its Send Once (ms), 0: off. */
interface LookingItem {
	context: IExecutePaginationFunctions & Begun;
	itemIndex: number;
	connection: { session: Session; rehearses: boolean };
	queue: Pick<Session, 'of'>;
	run: string;
	read(request: ServiceRequest): Promise<ServiceAnswer>;
	rowsOf: RowsOf;
	onceWithin: number;
}

/** Whether an item is looked for before it is sent: in n8n's retry of a failed execution, and with Send Once. */
export function isLookedFor({ context, onceWithin }: Pick<LookingItem, 'context' | 'onceWithin'>): boolean {
	return onceWithin > 0 || context.getMode() === 'retry';
}

/** The search for one write that may have been sent before. */
export class Lookup {
	/** The same for all equal writes. */
	readonly key: string;
	/** n8n retries a node with all its items; in a loop each round is a run of its own, with requests of its own. */
	private readonly execution: Run;
	private readonly run: Run;
	private readonly once: SentOnce;

	constructor(private readonly item: LookingItem, private readonly sentBefore: SentBefore, private readonly write: SentWrite) {
		const { connection, queue, run, context } = item;
		const runs = connection.session.of(Runs);
		this.execution = runs.of(run);
		this.run = runs.of(`${run} ${runIndexOf(context)}`);
		// A rehearsal sends nothing, so it remembers for its own items only.
		this.once = (connection.rehearses ? queue : connection.session).of(SentOnce);
		this.key = createHash('sha256').update(JSON.stringify([write.path, ...sentBefore.decisive(write)])).digest('hex');
	}

	/**
	 * @returns the answer that the write had before; undefined: it was not sent
	 * @throws NodeOperationError when that would cost too many requests, or cannot be decided: in doubt nothing is sent; ServiceFailure
	 */
	async find(): Promise<IDataObject | undefined> {
		const { context, onceWithin, connection } = this.item;
		const { gate } = connection.session;
		const now = gate.clock.now();
		const wall = gate.clock.wallTime(now);
		// The same for all items, so that they can share a search.
		const begun = (this.run.begun ??= { wall, service: gate.serverTime(now)?.earliest ?? wall });
		if (context.getMode() === 'retry') {
			const first = context.getExecutionContext?.()?.establishedAt ?? begun.wall - LOOK_BACK;
			const found = await this.findWithin(begun.wall - first + MARGIN, false, begun.service);
			if (found !== undefined) return found;
		}
		const known = this.once.sent.get(this.key);
		if (known !== undefined && now - known.at <= onceWithin) return known.answer;
		return onceWithin > 0 ? await this.findWithin(onceWithin, true, begun.service) : undefined;
	}

	/** Notes the answer of the write, which was sent now. */
	note(answer: IDataObject): void {
		this.take(answer);
		if (this.item.onceWithin === 0) return;
		const { clock } = this.item.connection.session.gate;
		setBounded(this.once.sent, this.key, { answer, ticket: this.place(answer.ticket_id), at: clock.now() }, MAX_SENT);
	}

	private take({ message_id }: IDataObject): void {
		this.execution.taken.add(this.place(message_id));
	}

	private async findWithin(lookBack: number, isOnce: boolean, now: number): Promise<IDataObject | undefined> {
		const own = new Set(isOnce ? [...this.once.sent.values()].map(({ ticket }) => ticket) : []);
		const found = await this.sentBefore.find({
			...this.write,
			since: now - lookBack,
			lookBack,
			isOnce,
			read: async (request) => await this.read(request),
			rowsOf: this.item.rowsOf,
			once: async (name, make) => await this.shared(this.place(name), make),
			isFree: (id) => isOnce || !this.execution.taken.has(this.place(id)),
			refuse: (why) => this.refuse(why),
			isOther: (id) => own.has(this.place(id)),
		});
		if (found !== undefined) this.take(found);
		return found;
	}

	private async read(request: ServiceRequest): Promise<ServiceAnswer> {
		if (this.run.requests >= MAX_REQUESTS) this.refuse(`with ${MAX_REQUESTS} requests`, ' With Send Once, fewer days need fewer requests.');
		this.run.requests += 1;
		return await this.item.read(request);
	}

	private refuse(why: string, advice = ''): never {
		const { context, itemIndex } = this.item;
		throw new NodeOperationError(context.getNode(), `Whether this was sent before cannot be found out ${why}`, {
			description: `So it was not sent. Look in the inbox for what was sent, and run the workflow anew with the items that are missing.${advice}`,
			itemIndex,
		});
	}

	private async shared<T>(name: string, make: () => Promise<T>): Promise<T> {
		if (!this.run.made.has(name)) this.run.made.set(name, await make());
		return this.run.made.get(name) as T;
	}

	private place(of: unknown): string {
		return `${this.write.values.messageBoxId} ${String(of)}`;
	}
}
