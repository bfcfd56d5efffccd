import { jsonAnswer, type Answer, type Delivery } from '../messages';
import type { Fault } from './Fault';
import { gatewayPage, signInPage } from './pages';
import { partial } from './partial';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const FOREIGN = { message: 'please log in' };
const DRIP_MS = 50;
const JSON_ARRAY = 0x5b;

/** @param real the real answer, where the request took effect @returns what is shown instead of it */
export function disguise(fault: Fault, real: Answer | undefined): Answer {
	const answer = { ...standIn(fault, real) };
	if (fault.status !== undefined) answer.status = fault.status;
	if (fault.body !== undefined) answer.body = bodyOf(fault.body);
	answer.headers = { ...answer.headers, ...givenHeaders(fault) };
	answer.delivery = deliveryOf(fault, answer.body.length);
	return answer;
}

function standIn(fault: Fault, real: Answer | undefined): Answer {
	switch (fault.kind) {
		case 'html':
			return { status: 200, headers: HTML, body: signInPage() };
		case 'gateway':
			return { status: 502, headers: HTML, body: gatewayPage(fault.status ?? 502) };
		case 'foreignBody':
			return jsonAnswer(200, FOREIGN);
		case 'redirect':
			return {
				status: 302,
				headers: { ...HTML, Location: fault.location ?? '/login' },
				body: Buffer.alloc(0),
			};
		case 'cutJson': {
			const whole = real && real.body.length > 1 ? real.body : Buffer.from('{"message_id": 1}');
			return { ...jsonAnswer(200, null), body: whole.subarray(0, half(whole.length)) };
		}
		case 'emptyBody':
			return { ...jsonAnswer(200, null), body: Buffer.alloc(0) };
		case 'wrongShape':
			return jsonAnswer(200, real?.body[0] === JSON_ARRAY ? { result: 'ok' } : ['ok']);
		case 'status':
			return jsonAnswer(fault.status ?? 500, { message: 'The simulator was set to fail' });
		case 'partial':
			return partial(fault, real!);
		default:
			return real!;
	}
}

function deliveryOf({ kind, bytes, everyMs = DRIP_MS, fromHead = false }: Fault, length: number): Delivery | undefined {
	switch (kind) {
		case 'drip':
			return { kind, everyMs, fromHead };
		case 'stall':
		case 'breakOff':
			return { kind, bytes: bytes ?? half(length) };
		default:
			return undefined;
	}
}

function bodyOf(body: unknown): Buffer {
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function givenHeaders({ headers = {} }: Fault): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null));
}

function half(length: number): number {
	return Math.ceil(length / 2);
}
