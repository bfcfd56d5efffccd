/**
 * The side door of a simulator that runs alone: `/__sim/`, only from this machine, without token and rate limit.
 *
 * - GET state (counts, violations, the last requests), GET requests (all of them)
 * - POST act `{ do: 'addMessage', ticketId: 10001, body: 'Hi', sent_at: '...' }`: a helper of the store; ids of what it
 *   is about as `ticketId`, `messageId`, `inboxId` or `addressBookId`, the rest is the helper's input. An attachment's
 *   content as `content` (text), `base64` or `size` (bytes). Answers what the helper returned, times in milliseconds.
 * - POST faults (a Fault, `when.path` as the text of a pattern), DELETE faults
 * - POST rate-limit `{ limit?, windowMs? }`, POST consume-budget `{ count }`, POST live `{ intervalMs }` (0 stops),
 *   POST reset-requests (requests and violations)
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from './faults';
import type { Simulator } from './index';
import type { LiveTraffic } from './liveTraffic';
import type { SideDoor } from './server';
import type { AttachmentInput, Store } from './store/Store';
import { isObject } from './validate';

type Body = Record<string, unknown>;
type Command = (simulator: Simulator, live: LiveTraffic, body: Body) => unknown;

const PREFIX = '/__sim/';
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const TAIL = 20;

const COMMANDS: Record<string, Command> = {
	'GET state': stateOf,
	'GET requests': ({ requests }) => requests,
	'POST act': ({ store }, _live, body) => act(store, body) ?? null,
	'POST faults': ({ faults }, _live, body) => faults.add(faultOf(body)),
	'DELETE faults': ({ faults }) => faults.clear(),
	'POST rate-limit': (simulator, _live, body) => simulator.setRateLimit(body),
	'POST consume-budget': (simulator, _live, body) => simulator.consumeBudget(Number(body.count)),
	'POST live': (_simulator, live, body) => live.run(Number(body.intervalMs)),
	'POST reset-requests': (simulator) => {
		simulator.clearRequests();
		simulator.violations.length = 0;
	},
};

function stateOf({ store, requests, violations }: Simulator): unknown {
	const contacts = [...store.addressBooks.values()].flatMap((one) => one.contacts.all());
	const labels = [...store.inboxes.values()].flatMap((inbox) => inbox.labels.all());
	const sentMails = [...store.messages.values()].filter(
		(message) => message.method_cd === 'mail' && message.action_cd === 'sent',
	);
	return {
		counts: {
			tickets: store.tickets.size,
			messages: store.messages.size,
			sentMails: sentMails.length,
			contacts: contacts.length,
			labels: labels.length,
			requests: requests.length,
			violations: violations.length,
		},
		violations: violations.map(({ request, message }) => ({
			message,
			method: request.method,
			path: request.path,
			rawBody: request.rawBody,
		})),
		notifications: store.notifications,
		requests: requests.slice(-TAIL),
	};
}

function attachmentOf(input: Body): AttachmentInput {
	const { base64, size, ...rest } = input;
	if (typeof base64 === 'string') rest.content = Buffer.from(base64, 'base64');
	if (size !== undefined) rest.content = Buffer.alloc(Number(size), 'x');
	return rest as unknown as AttachmentInput;
}

/** Helpers take the id of what they are about first, then their input. The input comes from the project's own scripts: not checked. */
function act(store: Store, body: Body): unknown {
	const { do: name, ticketId, messageId, inboxId, addressBookId, ...rest } = body;
	const input = rest as never;
	const acts: Record<string, () => unknown> = {
		createTicket: () => store.createTicket(input),
		editTicket: () => store.editTicket(Number(ticketId), input),
		removeTicket: () => store.removeTicket(Number(ticketId)),
		addMessage: () => store.addMessage(Number(ticketId), input),
		editMessage: () => store.editMessage(Number(messageId), input),
		addComment: () => store.addComment(Number(messageId), input),
		addConversation: () => store.addConversation(Number(messageId), input),
		addAttachment: () => store.addAttachment(Number(messageId), attachmentOf(rest)),
		addContact: () => store.addContact(Number(addressBookId), input),
		addBadge: () => store.addBadge(Number(addressBookId), input),
		addAddressBook: () => store.addAddressBook(input),
		addInbox: () => store.addInbox(input),
		addUser: () => store.addUser(input),
		addLabel: () => store.addLabel(Number(inboxId), input),
		addClassification: () => store.addClassification(Number(inboxId), input),
		addPendingReason: () => store.addPendingReason(Number(inboxId), input),
		addMailAccount: () => store.addMailAccount(Number(inboxId), input),
		addTemplate: () => store.addTemplate(Number(inboxId), input),
		getTicket: () => store.ticket(Number(ticketId)),
	};
	const chosen = acts[String(name)];
	if (!chosen) throw new Error(`Nothing to do by the name ${String(name)}`);
	return chosen();
}

function faultOf(body: Body): Fault {
	const when = isObject(body.when) ? body.when : {};
	const path = typeof when.path === 'string' ? { path: new RegExp(when.path) } : {};
	return { ...body, when: { ...when, ...path } } as Fault;
}

/** A message knows its ticket, which would make the JSON endless; file contents do not belong into it. */
function withoutLoops(key: string, value: unknown): unknown {
	return key === 'ticket' || key === 'content' ? undefined : value;
}

function reply(response: ServerResponse, status: number, value: unknown): void {
	response.writeHead(status, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify(value ?? { done: true }, withoutLoops));
}

/** @returns the side door of a simulator, with its live traffic */
export function adminDoor(simulator: Simulator, live: LiveTraffic): SideDoor {
	return (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
		if (!request.url?.startsWith(PREFIX)) return false;
		const name = `${request.method} ${request.url.slice(PREFIX.length)}`;
		const command = LOOPBACK.includes(request.socket.remoteAddress ?? '') ? COMMANDS[name] : undefined;
		try {
			if (!command) throw new Error(`No such command: ${name}`);
			const input: unknown = body.length > 0 ? JSON.parse(body.toString()) : {};
			reply(response, 200, command(simulator, live, isObject(input) ? input : {}));
		} catch (error) {
			reply(response, 400, { message: error instanceof Error ? error.message : String(error) });
		}
		return true;
	};
}
