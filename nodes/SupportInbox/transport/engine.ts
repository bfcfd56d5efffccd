import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Reply } from './answer';
import { readAnswer } from './answer';
import type { Connection } from './connection';
import { refuseForeignPath } from './connection';
import type { Headers } from './failure';
import { ServiceFailure } from './failure';
import { lookFor } from './lookUp';
import type { Pass } from './pass';
import { sendThrough } from './request';
import type { Change, EngineRequest, Passage, Sent, Turn } from './turn';

/** Who sends what for whom: everything about one item's turn but the turn itself. */
export interface Errand {
	context: IExecutePaginationFunctions;
	request: EngineRequest;
	passage: Passage;
	connection: Connection;
	pass: Pass;
	/** Time-out of one try in ms, when the user set one. */
	timeout?: number;
	/** What was sent last that must not be sent twice, for looking at it again later. */
	change?: Change;
}

/** Tries of a look-up's reads take no longer than this together: someone waits to hear of a lost answer. */
const LOOK_PATIENCE_MS = 20_000;

/**
 * Makes what sends the operation's own request: through the engine, so that its output hooks run, and through
 * the gate. After an uncertain end it looks for what may have been done.
 */
export function sender(errand: Errand): Turn['send'] {
	const { context, request, passage, connection, pass } = errand;
	const { gate, hide, taken } = connection;
	// The engine hands the answer to the output hooks only, so a hook in front of them takes it in.
	let takeIn: (reply: Reply) => Promise<INodeExecutionData[]>;
	request.postReceive.unshift({
		data: { parameterValue: undefined },
		actions: [async (_items, reply) => await takeIn(reply as Reply)],
	});
	return async ({ repeat = passage.repeat, ...change } = {}, keep = () => true) => {
		if (repeat === 'once') errand.change = change;
		refuseForeignPath(context, connection.origin, change.url ?? request.options.url);
		return await gate
			.send(pass, repeat, async ({ earlierUncertain, seen }): Promise<Sent> => {
				let rows = 0;
				let headers: Headers = {};
				const options = { ...request.options, ...change, headers: { ...request.options.headers } };
				takeIn = async (reply) => {
					headers = reply.headers;
					seen(headers);
					// A DELETE whose first answer was lost finds nothing the second time: it is done.
					const gone = options.method === 'DELETE' && reply.statusCode === 404 && earlierUncertain;
					const items = gone ? [{ json: {} }] : await readAnswer(reply, passage.expected, hide);
					rows = items.length;
					if (repeat === 'once') items.forEach(({ json }) => taken.take(json));
					return passage.expected.shape === 'list' ? items.filter(({ json }) => keep(json)) : items;
				};
				const items = await context.makeRoutingRequest.call(context, { ...request, options });
				return { items, rows, headers };
			})
			.catch(async (error) => {
				if (!(error instanceof ServiceFailure) || !error.uncertain || repeat !== 'once') throw error;
				return { items: await lookAgain(errand, error), rows: 1, headers: {} };
			});
	};
}

/**
 * Looks for what a write of unknown end may have done.
 *
 * @returns the items that its answer would have given
 * @throws ServiceFailure with what was checked, when it is not there or cannot be seen
 */
export async function lookAgain(errand: Errand, failure: ServiceFailure): Promise<INodeExecutionData[]> {
	const { context, request, passage, connection, pass, timeout, change } = errand;
	const { gate, taken } = connection;
	if (passage.lookUp === undefined) throw failure;
	const options = { ...request.options, ...change };
	const found = await lookFor(
		passage.lookUp,
		{
			path: String(options.url),
			body: options.body as IDataObject,
			startedAt: () => gate.serverTime(failure.sentAt) ?? failure.sentAt,
			read: async (other) =>
				await sendThrough(context, connection, { ...pass, patience: LOOK_PATIENCE_MS }, 'read', { timeout, ...other }),
			isTaken: (key, id) => taken.has(key, id),
		},
		failure,
		async (ms) => await gate.pause(ms, pass.signal),
	);
	taken.take(found);
	return await shaped(context, request, found);
}

/** The operation's output hooks on an answer that the engine never saw. */
async function shaped(context: IExecutePaginationFunctions, request: EngineRequest, found: IDataObject) {
	let items: INodeExecutionData[] = [{ json: found }];
	const reply = { statusCode: 200, headers: {}, body: found };
	// The first hook is our own, which takes answers in.
	for (const action of request.postReceive.slice(1).flatMap(({ actions }) => actions)) {
		if (typeof action === 'function') items = await action.call(context, items, reply);
	}
	return items;
}
