/** Sends an outcome to the client. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, Delivery, Outcome } from './messages';

/** Connections whose answer will never be complete. */
const heldUp = new Set<Socket>();

/** The ports of a connection at its client: connections to two services may have the same one on this side. */
export type Ports = Pick<Socket, 'localPort' | 'remotePort'>;

/** @returns whether the connection waits for an answer that never ends */
export function isHeldUp({ localPort, remotePort }: Ports): boolean {
	return [...heldUp].some((socket) => socket.remotePort === localPort && socket.localPort === remotePort);
}

/** Answers a request over HTTP: at once, in part, byte by byte, or not at all. */
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
	if (outcome.delivery) deliverSlowly(outcome, outcome.delivery, response);
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

function deliverSlowly(answer: Answer, delivery: Delivery, response: ServerResponse): void {
	const { status, headers, body } = answer;
	if (delivery.kind !== 'breakOff') holdUp(response);
	// Without a body only the head can be incomplete. Node cannot write half a head, so it goes to the socket directly.
	const inHead = body.length === 0 || (delivery.kind === 'drip' && delivery.fromHead);
	const content = inHead ? Buffer.from(`HTTP/1.1 ${status} \r\nX-Slow: `) : body;
	const target = inHead ? response.socket : response;
	if (!inHead) {
		response.writeHead(status, { ...headers, ...(delivery.kind === 'drip' ? {} : lengthOf(answer)) });
		response.flushHeaders();
	}
	if (delivery.kind === 'drip') {
		drip(content, delivery.everyMs, (byte) => target?.write(byte), response);
		return;
	}
	const shown = inHead ? content : content.subarray(0, delivery.bytes);
	target?.write(shown, () => delivery.kind === 'breakOff' && response.destroy());
}

/** Writes a byte at a time, and blanks after the last one, until the connection ends. */
function drip(content: Buffer, everyMs: number, write: (byte: Buffer) => void, { socket }: ServerResponse): void {
	let sent = 0;
	const timer = setInterval(() => {
		write(sent < content.length ? content.subarray(sent, sent + 1) : Buffer.from(' '));
		sent += 1;
	}, everyMs);
	// A connection that a test did not close must not keep the process alive.
	timer.unref();
	socket?.once('close', () => clearInterval(timer));
}
