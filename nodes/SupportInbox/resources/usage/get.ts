import { record } from '../../transport/client/answer';
import type { Plan } from '../../transport/engine/item';
import { Usage } from '../../transport/rateLimit/usage';
import type { Operation } from '../operation';

/** What this process knows of the last hour; nothing is sent. */
const usageOfHour: Plan = async ({ connection: { session, dispatcher } }) => {
	const { sources, others } = session.of(Usage).since(dispatcher.clock.now());
	return [{ json: { requests: sources.reduce((sum, { requests }) => sum + requests, 0), requests_by_others: others, sources } }];
};

/** The rate limit of the token (API document, Limits), as this process sees it. */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get usage of rate limit',
	description: 'Show which workflows and nodes have used the rate limit within the last hour, in this process of n8n; without a request',
	method: 'GET',
	path: '/api/v2/message_boxes',
	sendsNothing: true,
	answer: record({}),
	plan: usageOfHour,
	fields: [],
};
