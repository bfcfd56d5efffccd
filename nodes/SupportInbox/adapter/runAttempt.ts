import { type IExecutePaginationFunctions, type INode, sleep } from 'n8n-workflow';
import { MACHINE_CLOCK } from './clock';
import { isExpression } from './expressions';
import { isTool } from './node';
import { batchIntervalOf } from './options';

/** How much longer than n8n's pause between two batches nothing may come, before the items that lack are given up. */
const LATE_MS = 2_000;
/** More items with more expressions than these keep n8n busy for longer than a second. */
const MANY_ITEMS = 100;
const MANY_EXPRESSIONS = 5;

/** A turn of the event loop, in which n8n answers others. */
const turn = async () => await MACHINE_CLOCK.sleep(0);

/**
 * One attempt of a node's run. n8n starts its items in their order and awaits them together, at the end: without Batching it starts all in
 * one turn of the event loop, with Batching it pauses between batches.
 *
 * The barrier: no item that writes leaves before all items have come and are checked. n8n never awaits those that came where the
 * expression of a later one throws, and Retry On Fail would send them again.
 */
export class RunAttempt {
	/** Whether an item has failed in it. */
	hasFailed = false;
	/** Whether n8n has begun another attempt: then nothing of this one may be sent. */
	isOver = false;
	private startedCount = 0;
	private lastIndex = -1;
	private lastStartedAt = 0;
	private unchecked = 0;
	private isWatched = false;
	private isAbandoned = false;
	private turn = Promise.resolve();
	/** Who waits for the checks of those that have come, and who for all to come. */
	private readonly checkWaiters: Array<() => void> = [];
	private readonly barrierWaiters: Array<() => void> = [];

	/**
	 * @param size how many items n8n will start
	 * @param interval ms between two batches
	 */
	constructor(
		readonly size: number,
		private readonly interval: number,
	) {}

	/** @returns whether an item with this index can be another one of this attempt */
	isBefore(index: number): boolean {
		return this.lastIndex < index;
	}

	/**
	 * Checks an item, in a turn of the event loop of its own: n8n answers nobody while it evaluates expressions. Call it as soon as n8n
	 * has started the item.
	 *
	 * @returns what `check` returns
	 * @throws what `check` throws
	 */
	async checked<T>(index: number, check: () => Promise<T>): Promise<T> {
		this.startedCount += 1;
		this.unchecked += 1;
		this.lastIndex = index;
		this.lastStartedAt = performance.now();
		if (!this.isWatched) void this.watch();
		await (this.turn = this.turn.then(turn));
		const result = check();
		await result.catch(() => (this.hasFailed = true));
		this.unchecked -= 1;
		this.update();
		return await result;
	}

	/** Resolves when all items that have come are checked. */
	async allChecked(): Promise<void> {
		if (this.unchecked > 0) await new Promise<void>((go) => this.checkWaiters.push(go));
	}

	/**
	 * The barrier.
	 *
	 * @returns whether all items of the run have come, when all are checked; false where n8n has not started the others in time, or has
	 *   begun another attempt
	 */
	async passBarrier(): Promise<boolean> {
		if (!this.isDecided) await new Promise<void>((go) => this.barrierWaiters.push(go));
		return this.isComplete && !this.isAbandoned && !this.isOver;
	}

	/** Ends this attempt, because n8n has begun another one. */
	end(): void {
		this.isOver = true;
		this.update();
	}

	private get isComplete(): boolean {
		return this.startedCount === this.size;
	}

	/** Gives the items up that lack, when none has come for longer than n8n pauses. */
	private async watch(): Promise<void> {
		this.isWatched = true;
		for (let seen = 0; seen !== this.startedCount && !this.isComplete; ) {
			seen = this.startedCount;
			// n8n pauses by the machine's clock, whatever clock the requests have.
			await (this.interval > 0 ? sleep(Math.max(0, this.lastStartedAt + this.interval + LATE_MS - performance.now())) : turn());
		}
		this.isAbandoned = !this.isComplete;
		this.update();
	}

	private get isDecided(): boolean {
		return this.isOver || (this.unchecked === 0 && (this.isComplete || this.isAbandoned));
	}

	private update(): void {
		if (this.unchecked === 0) for (const go of this.checkWaiters.splice(0)) go();
		if (this.isDecided) for (const go of this.barrierWaiters.splice(0)) go();
	}
}

/** n8n makes these data anew for each run of a node, and uses them again when it retries the node. */
const attempts = new WeakMap<object, RunAttempt>();

/**
 * @returns the attempt of the node's run that the item belongs to. n8n does not say that it retries: an item starts that was there, or an
 *   earlier one. Each call of an agent's tool is a run of its own, however many items came to the agent
 */
export function runAttemptOf(context: IExecutePaginationFunctions, node: INode): RunAttempt {
	if (isTool(node)) return new RunAttempt(1, 0);
	const data = context.getExecuteData();
	const known = attempts.get(data);
	if (known?.isBefore(context.getItemIndex())) return known;
	known?.end();
	const [size, interval] = [runSize(context, node), batchIntervalOf(context, node)];
	if (known === undefined && interval === 0) adviseBatching(context, node, size);
	const attempt = new RunAttempt(size, interval);
	attempts.set(data, attempt);
	return attempt;
}

/** n8n evaluates the expressions of all items before it does anything else, unless a pause between batches lets it. */
function adviseBatching(context: IExecutePaginationFunctions, { name, parameters }: INode, size: number): void {
	const expressions = countExpressions(parameters);
	if (size <= MANY_ITEMS || expressions <= MANY_EXPRESSIONS) return;
	const what = `"${name}" has ${size} items with ${expressions} expressions, for which n8n does nothing else until it has evaluated all`;
	context.logger.warn(`${what}. Set Batching under Request Options, such as 10 items each 10 ms: the rate limit paces in any case`);
}

function countExpressions(value: unknown): number {
	if (typeof value === 'string') return Number(isExpression(value));
	return Object.values(Object(value)).reduce<number>((sum, one) => sum + countExpressions(one), 0);
}

/** @returns how many items a run of the node has */
export function runSize(context: Pick<IExecutePaginationFunctions, 'getExecuteData'>, node: INode): number {
	return isTool(node) || node.executeOnce === true ? 1 : (context.getExecuteData().data.main[0]?.length ?? 0);
}
