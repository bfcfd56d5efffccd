import type { Answer, Outcome } from '../messages';
import { disguise } from './disguise';
import type { Fault, FaultKind } from './Fault';

const TAKES_EFFECT: Record<FaultKind, boolean> = {
	status: false,
	resetBefore: false,
	resetAfter: true,
	noAnswer: false,
	noAnswerAfter: true,
	html: false,
	gateway: false,
	foreignBody: false,
	cutJson: true,
	breakOff: true,
	stall: true,
	drip: true,
	emptyBody: true,
	wrongShape: true,
	partial: true,
	headers: true,
	delay: true,
	redirect: false,
};

/** What these show is made from the real answer. */
const NEEDS_THE_REAL_ANSWER: FaultKind[] = ['breakOff', 'stall', 'drip', 'partial', 'headers', 'delay'];

/**
 * @param perform lets the request take effect and returns the real answer
 * @returns what the client gets instead of it (or late, for `delay`; the caller waits)
 * @throws when a fault is asked for that contradicts itself: a mistake of the test
 */
export function outcomeOf(fault: Fault, perform: () => Answer): Outcome {
	const takesEffect = fault.afterEffect ?? TAKES_EFFECT[fault.kind];
	if (!takesEffect && NEEDS_THE_REAL_ANSWER.includes(fault.kind)) {
		throw new Error(`The fault ${fault.kind} shows the real answer, so the request takes effect`);
	}
	const real = takesEffect ? perform() : undefined;
	switch (fault.kind) {
		case 'resetBefore':
		case 'resetAfter':
			return 'reset';
		case 'noAnswer':
		case 'noAnswerAfter':
			return 'noAnswer';
		default:
			return disguise(fault, real);
	}
}
