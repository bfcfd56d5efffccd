/**
 * The admin API of a simulator that runs alone: `/__sim/`, only from this machine, without token and rate limit.
 *
 * - GET state (counts, violations), GET requests (all of them)
 * - POST act `{ do: 'addMessage', ticketId: 10001, body: 'Hi', sent_at: '...' }`: calls a helper of the store. Its id is
 *   `ticketId`, `messageId`, `inboxId` or `addressBookId`; the other fields are the helper's input. An attachment's content
 *   is `content` (text), `base64` or `size` (bytes). The answer is the helper's result, times in milliseconds.
 * - POST clock `{ stepMs }` sets the service's clock
 * - POST faults (a Fault, `when.path` as the text of a pattern), DELETE faults
 * - POST tokens `{ add?, revoke? }`
 * - POST consume-quota `{ count }`
 * - POST live `{ intervalMs }` (0 stops)
 *
 * The input comes from the project's own scripts: it is not checked.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '../contract/contract';
import type { Fault, Simulator } from './index';
import type { LiveTraffic } from './liveTraffic';
import type { AdminApi } from './server';
import type { Store } from './store/Store';

type Body = Record<string, unknown>;

const PREFIX = '/__sim/';
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** The helpers of the store that act as a user or customer of the service, each with the id that it takes before its input, if any. */
const ACTS = {
	createTicket: undefined,
	editTicket: 'ticketId',
	getTicket: 'ticketId',
	addMessage: 'ticketId',
	addAttachment: 'messageId',
	addComment: 'messageId',
	addContact: 'addressBookId',
	addInbox: undefined,
	addLabel: 'inboxId',
	addPendingReason: 'inboxId',
	addMailAccount: 'inboxId',
	addTemplate: 'inboxId',
} as const;

/** The commands by method and name. */
const COMMANDS: Record<string, (simulator: Simulator, body: Body, live: LiveTraffic) => unknown> = {
	'GET state': stateOf,
	'GET requests': ({ requests }) => requests,
	'POST act': ({ store }, body) => act(store, body),
	'POST clock': ({ clock }, { stepMs }) => clock.step(Number(stepMs)),
	'POST faults': ({ faults }, body) => faults.add(faultOf(body)),
	'DELETE faults': ({ faults }) => faults.clear(),
	'POST tokens': ({ tokens }, { add, revoke }) => {
		if (add !== undefined) tokens.add(String(add));
		if (revoke !== undefined) tokens.revoke(String(revoke));
	},
	'POST consume-quota': (simulator, { count }) => simulator.consumeQuota(Number(count)),
	'POST live': (_simulator, { intervalMs }, live) => live.run(Number(intervalMs)),
};

function stateOf({ store, requests, violations }: Simulator): unknown {
	const messages = [...store.messages.values()];
	return {
		counts: {
			tickets: store.tickets.size,
			messages: messages.length,
			sentMails: messages.filter(({ method_cd, action_cd }) => method_cd === 'mail' && action_cd === 'sent').length,
			contacts: [...store.addressBooks.values()].flatMap((one) => one.contacts.all()).length,
			labels: [...store.inboxes.values()].flatMap((inbox) => inbox.labels.all()).length,
			requests: requests.length,
			violations: violations.length,
		},
		violations: violations.map(({ request: { method, path, rawBody }, message }) => ({ message, method, path, rawBody })),
	};
}

/** @throws when there is no helper of that name */
function act(store: Store, body: Body): unknown {
	const { do: name, ticketId, messageId, inboxId, addressBookId, base64, size, ...input } = body;
	if (!Object.hasOwn(ACTS, String(name))) throw new Error(`Nothing to do by the name ${String(name)}`);
	if (typeof base64 === 'string') input.content = Buffer.from(base64, 'base64');
	if (size !== undefined) input.content = Buffer.alloc(Number(size), 'x');
	const subject = ACTS[name as keyof typeof ACTS];
	const ids = { ticketId, messageId, inboxId, addressBookId };
	const helper = store[name === 'getTicket' ? 'ticket' : (name as Exclude<keyof typeof ACTS, 'getTicket'>)] as (...args: unknown[]) => unknown;
	return helper.apply(store, subject ? [Number(ids[subject]), input] : [input]);
}

/** Makes a pattern of the path's text, because JSON has no patterns. */
function faultOf(body: Body): Fault {
	if (!isObject(body.when) || typeof body.when.path !== 'string') return body as unknown as Fault;
	return { ...body, when: { ...body.when, path: new RegExp(body.when.path) } } as unknown as Fault;
}

/** Leaves out the ticket of a message, which would make the JSON endless, and file contents. */
function withoutLoops(key: string, value: unknown): unknown {
	return key === 'ticket' || key === 'content' ? undefined : value;
}

function reply(response: ServerResponse, status: number, value: unknown): void {
	response.writeHead(status, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify(value ?? { done: true }, withoutLoops));
}

/** @returns the admin API of a simulator, with its live traffic */
export function adminDoor(simulator: Simulator, live: LiveTraffic): AdminApi {
	const obey = async (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
		const name = `${request.method} ${request.url?.slice(PREFIX.length)}`;
		const command = LOOPBACK.includes(request.socket.remoteAddress ?? '') ? COMMANDS[name] : undefined;
		try {
			if (!command) throw new Error(`No such command: ${name}`);
			const input: unknown = body.length > 0 ? JSON.parse(body.toString()) : {};
			reply(response, 200, await command(simulator, isObject(input) ? input : {}, live));
		} catch (error) {
			reply(response, 400, { message: error instanceof Error ? error.message : String(error) });
		}
	};
	return (request, body, response) => {
		if (!request.url?.startsWith(PREFIX)) return false;
		void obey(request, body, response);
		return true;
	};
}
