import type { IExecutePaginationFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { connect } from './connection';
import { placeOf } from './doneBefore';
import type { Errand } from './engine';
import { lookAgain, sender } from './engine';
import { toNodeApiError } from './errors';
import { failedItem } from './failedItem';
import { ServiceFailure } from './failure';
import type { Pass } from './pass';
import { commonOptions, sendThrough } from './request';
import type { Repeat } from './retry';
import { PATIENCE_MS, TRY_TIMEOUT_MS } from './retry';
import { isTool } from './tool';
import type { EngineRequest, Passage, Turn } from './turn';

export type { Change, EngineRequest, Passage, Plan, Sent, Turn } from './turn';
export { once } from './turn';

/**
 * Makes the declarative engine's pagination hook, which is where every request of the node passes the gate.
 * The engine starts all items at once, sets no pairing and knows no 403 for a rate limit: that is done here.
 */
export function throughGate(passage: Passage) {
	return async function (
		this: IExecutePaginationFunctions,
		request: EngineRequest,
	): Promise<INodeExecutionData[]> {
		const pairedItem = { item: this.getItemIndex() };
		const items = await takeTurn(this, request, passage).catch((error) => failedItem(this, error));
		return items.map((item) => ({ ...item, pairedItem }));
	};
}

/** All items come here at once: what an item needs is made in its turn, not while it waits for it. */
async function takeTurn(context: IExecutePaginationFunctions, request: EngineRequest, passage: Passage) {
	const asked = passage.prepare(context, request);
	const connection = await connect(context);
	const timeout = userTimeout(context);
	// n8n copies the whole node each time it is asked for.
	const node = context.getNode();
	const pass = passOf(context, node, passage.repeat, timeout);
	return await connection.gate
		.enter(pass, async () => await work({ context, request, passage, connection, pass, timeout }, node))
		.catch((error) => {
			if (!(error instanceof ServiceFailure)) throw error;
			throw toNodeApiError(node, error.failure, asked, error);
		});
}

async function work(errand: Errand, node: INode): Promise<INodeExecutionData[]> {
	const { context, request, passage, connection, pass, timeout } = errand;
	const { gate, ledger, memory, origin } = connection;
	Object.assign(request.options, commonOptions(origin, timeout ?? TRY_TIMEOUT_MS));
	const turn: Turn = {
		context,
		itemIndex: context.getItemIndex(),
		request,
		send: sender(errand),
		read: async (other) => await sendThrough(context, connection, pass, 'read', { timeout, ...other }),
	};
	const place = placeOf(context, node, ledger, passage.repeat, request.options, () => gate.clock.now());
	const before = place?.recall();
	if (before !== undefined && 'items' in before) return before.items;
	errand.change = before?.change;
	const done = before === undefined ? passage.plan(turn) : lookAgain(errand, before.uncertain);
	return await done.then(
		(items) => {
			place?.note({ items });
			// A dropdown opened next shows what was created.
			if (passage.repeat !== 'read') memory.forget(String(request.options.url));
			return items;
		},
		(error) => {
			const isOpen = error instanceof ServiceFailure && error.uncertain && passage.repeat === 'once';
			if (isOpen) place?.note({ uncertain: error, change: errand.change ?? {} });
			throw error;
		},
	);
}

/** The engine's own "Timeout" under "Request Options"; undefined when the user did not set it. */
function userTimeout(context: IExecutePaginationFunctions): number | undefined {
	const options = context.getNodeParameter('requestOptions', {}) as { timeout?: number };
	return typeof options.timeout === 'number' && options.timeout > 0 ? options.timeout : undefined;
}

function passOf(context: IExecutePaginationFunctions, node: INode, repeat: Repeat, timeout?: number): Pass {
	return {
		lane: `${context.getExecutionId()}/${node.id}`,
		order: context.getItemIndex(),
		writes: repeat !== 'read',
		// Someone sits in front of an agent's tool call, as in front of a dropdown.
		purpose: isTool(node) ? 'person' : 'bulk',
		signal: context.getExecutionCancelSignal?.(),
		patience: timeout === undefined ? PATIENCE_MS : Math.max(PATIENCE_MS, timeout * 2),
		onWait: (until) =>
			context.logger.info(
				`"${node.name}" waits for the rate limit of the Support Inbox until ${new Date(until).toISOString()}`,
			),
	};
}
