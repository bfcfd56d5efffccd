import type { IExecutePaginationFunctions, INode } from 'n8n-workflow';
import type { ConnectionOptions } from '../client/request';
import { isTool } from '../order/caller';
import type { EngineRequest, Subject } from './requestPolicy';

type Run = Pick<IExecutePaginationFunctions, 'getExecuteData'>;

/** @returns how many items a run of the node has. Each call of an agent's tool is a run of one item, however many came to the agent */
export function runSize(context: Run, node: INode): number {
	return isTool(node) || node.executeOnce === true ? 1 : (context.getExecuteData().data.main[0]?.length ?? 0);
}

/**
 * The engine begins with all items of a run at once, or with the items of a batch. At an item whose expression throws it stops: the
 * items before it have begun, those after it never come.
 *
 * @param last the index of the last item that has begun
 */
export function haveAllBegun(context: IExecutePaginationFunctions, node: INode, last: number): boolean {
	const { batchSize = 0, batchInterval = 0 } = requestOptionsOf(context, node).batching?.batch ?? {};
	const atOnce = batchInterval > 0 ? Math.max(1, batchSize) : Infinity;
	return last + 1 === runSize(context, node) || (last + 1) % atOnce === 0;
}

/** @returns the user's "Request Options"; without `timeout` when the user set none */
export function connectionOptionsOf(context: IExecutePaginationFunctions, node: INode, { options }: EngineRequest): ConnectionOptions {
	const { proxy, skipSslCertificateValidation } = options;
	const way = { proxy, skipSslCertificateValidation: Boolean(skipSslCertificateValidation) };
	const { timeout } = requestOptionsOf(context, node);
	return typeof timeout === 'number' && timeout > 0 ? { ...way, timeout } : way;
}

interface RequestOptions {
	timeout?: unknown;
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
}

/** Most nodes have none, and n8n goes through all properties to read a parameter. */
function requestOptionsOf(context: IExecutePaginationFunctions, { parameters }: INode): RequestOptions {
	return Object.keys(parameters.requestOptions ?? {}).length === 0 ? {} : (context.getNodeParameter('requestOptions', {}) as RequestOptions);
}

/** What the items of a run are about. The items of a run, of its batches, and of another try of the node share it. */
class Subjects {
	private readonly ofItems = new Map<number, Subject>();
	/** The number of items about each subject, by its name, and whether an item is refused for it; undefined: to be counted. */
	private counted?: { items: Map<string, number>; isRefused: boolean };

	/** @param order the index of the item */
	note(order: number, subject: Subject): void {
		this.ofItems.set(order, subject);
		this.counted = undefined;
	}

	/**
	 * Call it when all items that came together are noted.
	 *
	 * @returns whether an item is refused because another one has its subject
	 * @throws what the refusal of this item throws
	 */
	check(order: number): boolean {
		const { items, isRefused } = (this.counted ??= this.count());
		const own = this.ofItems.get(order);
		const shared = own?.names.find((name) => items.get(name)! > 1);
		if (shared !== undefined) own?.refuse?.(items.get(shared)!, shared);
		return isRefused;
	}

	private count(): { items: Map<string, number>; isRefused: boolean } {
		const items = new Map<string, number>();
		const all = [...this.ofItems.values()];
		for (const name of all.flatMap(({ names }) => [...new Set(names)])) items.set(name, (items.get(name) ?? 0) + 1);
		return { items, isRefused: all.some(({ names, refuse }) => refuse !== undefined && names.some((name) => items.get(name)! > 1)) };
	}
}

/** A run of a node: what its items are about, and whether one of them has failed in the present try of the node. */
interface NodeRun {
	subjects: Subjects;
	hasFailed: boolean;
}

/** n8n makes these data anew for each run of a node, and keeps them when it tries the node again. */
const runs = new WeakMap<object, NodeRun>();

/** @returns the run that the item belongs to */
export function runOf(context: Run): NodeRun {
	const data = context.getExecuteData();
	const run = runs.get(data) ?? { subjects: new Subjects(), hasFailed: false };
	runs.set(data, run);
	return run;
}

/** @returns whether an item has failed and the node stops then: what the others would do is left to another run */
export function isStopped(context: Run & Pick<IExecutePaginationFunctions, 'continueOnFail'>, node: INode): boolean {
	return !context.continueOnFail() && !isTool(node) && runOf(context).hasFailed;
}
