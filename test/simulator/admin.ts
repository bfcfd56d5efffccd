/**
 * The admin API of a simulator that runs alone: `/__sim/`, only from this machine, without token and rate limit.
 *
 * - GET state (counts, violations, the last requests), GET requests (all of them)
 * - POST act `{ do: 'addMessage', ticketId: 10001, body: 'Hi', sent_at: '...' }`: a helper of the store; ids of what it
 *   is about as `ticketId`, `messageId`, `inboxId` or `addressBookId`, the rest is the helper's input. An attachment's
 *   content as `content` (text), `base64` or `size` (bytes). Answers what the helper returned, times in milliseconds.
 *   `hideTicket` `{ ticketId, status?, from?, until? }`: it is listed and cannot be shown; `showTicket` ends that.
 * - POST schedule `{ at, do: ... }`: the same at a time of the service's clock; POST clock `{ stepMs }` sets that clock
 * - POST faults (a Fault, `when.path` as the text of a pattern), DELETE faults
 * - POST other: another program with the same token, one of `{ send }`, `{ spend: [{ at, count }] }`,
 *   `{ spendEvery: { from, until, everyMs, count } }`, `{ around: { moment, when, request } }`, `{ raceForLabel }`;
 *   GET other: its requests and their statuses; DELETE plans: nothing planned happens any more, also not around a request
 * - POST tokens `{ add?, revoke? }`
 * - POST rate-limit `{ limit?, windowMs? }`: a shorter minute, for example; POST consume-quota `{ count }`
 * - GET readings; POST readings `{ memoStatus: 'keeps' }`: how the document is read, see readings.ts
 * - POST live `{ intervalMs }` (0 stops), POST reset-requests (requests and violations)
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { COMMANDS } from './admin/commands';
import type { Simulator } from './index';
import type { LiveTraffic } from './liveTraffic';
import type { AdminApi } from './server';
import { isObject } from '../contract/contract';

const PREFIX = '/__sim/';
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** A message knows its ticket, which would make the JSON endless; file contents do not belong into it. */
function withoutLoops(key: string, value: unknown): unknown {
	return key === 'ticket' || key === 'content' ? undefined : value;
}

function reply(response: ServerResponse, status: number, value: unknown): void {
	response.writeHead(status, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify(value ?? { done: true }, withoutLoops));
}

/** @returns the admin API of a simulator, with its live traffic */
export function adminDoor(simulator: Simulator, live: LiveTraffic): AdminApi {
	const scene = { simulator, live, other: simulator.otherProgram() };
	const obey = async (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
		const name = `${request.method} ${request.url?.slice(PREFIX.length)}`;
		const command = LOOPBACK.includes(request.socket.remoteAddress ?? '') ? COMMANDS[name] : undefined;
		try {
			if (!command) throw new Error(`No such command: ${name}`);
			simulator.schedule.catchUp();
			const input: unknown = body.length > 0 ? JSON.parse(body.toString()) : {};
			reply(response, 200, await command(scene, isObject(input) ? input : {}));
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
