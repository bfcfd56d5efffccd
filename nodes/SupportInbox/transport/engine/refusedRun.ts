import type { Caller } from '../order/caller';
import type { QueueView } from '../order/itemQueue';

/** The items of a node in one execution. */
class Run {
	isRefused = false;
}

/**
 * Runs an item of a node that stops on error, unless an item of the same run was refused: the engine would send the others
 * and fail then, and they would be done twice when the node is run again with better values.
 *
 * @returns what `work` gives; undefined: another item was refused and fails the run
 * @throws why the item itself was refused; what `work` throws
 */
export async function unlessRefused<T>(caller: Caller, queue: QueueView, work: () => Promise<T>): Promise<T | undefined> {
	const run = queue.of(Run);
	run.isRefused ||= [caller, ...queue.following()].some(({ refusal }) => refusal !== undefined);
	if (caller.refusal !== undefined) throw caller.refusal;
	return run.isRefused ? undefined : await work();
}
