/** Sends an outcome to the client. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { half } from './faults';
import type { Answer, Delivery, Outcome } from './messages';

/** Connections whose answer will never be complete. */
const heldUp = new Set<Socket>();

/** The ports of a connection at its client: connections to two services may have the same one on this side. */
export type Ports = Pick<Socket, 'localPort' | 'remotePort'>;

/** @returns whether the connection waits for an answer that never ends */
export function isHeldUp({ localPort, remotePort }: Ports): boolean {
	return [...heldUp].some((socket) => socket.remotePort === localPort && socket.localPort === remotePort);
}

/** Answers a request over HTTP: at once, in part, or not at all. */
export function deliver(outcome: Outcome, response: ServerResponse): void {
	if (outcome === 'noAnswer') {
		holdUp(response);
		return;
	}
	if (outcome === 'reset') {
		response.socket?.resetAndDestroy();
		return;
	}
	// The Date header is the server's clock, which a test may have moved.
	response.sendDate = false;
	if (outcome.delivery) deliverInPart(outcome, outcome.delivery, response);
	else {
		const { status, headers, body } = outcome;
		response.writeHead(status, { ...headers, ...lengthOf(outcome) });
		response.end(body);
	}
}

function holdUp({ socket }: ServerResponse): void {
	if (!socket) return;
	heldUp.add(socket);
	socket.once('close', () => heldUp.delete(socket));
}

function lengthOf({ status, body }: Answer): Record<string, string> {
	return status === 204 ? {} : { 'Content-Length': String(body.length) };
}

function deliverInPart(answer: Answer, delivery: Delivery, response: ServerResponse): void {
	const { status, headers, body } = answer;
	if (delivery === 'stall') holdUp(response);
	// Without a body only the head can be incomplete. Node cannot write half a head, so it goes to the socket directly.
	const inHead = body.length === 0;
	if (!inHead) {
		response.writeHead(status, { ...headers, ...lengthOf(answer) });
		response.flushHeaders();
	}
	const shown = inHead ? Buffer.from(`HTTP/1.1 ${status} \r\nX-Slow: `) : half(body);
	const target = inHead ? response.socket : response;
	target?.write(shown, () => delivery === 'breakOff' && response.destroy());
}
