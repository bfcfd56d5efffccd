import type { Fault, FaultKind } from '../../simulator';
import type { Random } from '../../simulator/random';

/** Every kind but `delay`, which waits in real time; in a run time passes on the way of the requests instead. */
const KINDS: FaultKind[] = ['status', 'resetBefore', 'resetAfter', 'noAnswer', 'noAnswerAfter', 'html', 'cutJson', 'emptyBody', 'wrongShape', 'redirect'];
const STATUSES = [400, 401, 403, 404, 415, 429, 500, 502, 503];

/** A service that is away. */
export const UNREACHABLE: Fault[] = [{ kind: 'status', status: 503 }, { kind: 'resetBefore' }, { kind: 'noAnswer' }];

/** A ticket that is listed is not found, once: the service's parts are not always of one mind. */
const NOT_FOUND: Fault = { kind: 'status', status: 404, when: { method: 'GET', path: /\/tickets\/\d+$/ } };

/** @returns something that goes wrong with one or some of the next requests */
export function faultAt(random: Random): Fault {
	if (random.chance(0.2)) return NOT_FOUND;
	const kind = random.pick(KINDS);
	const fault: Fault = { kind, when: { nth: random.between(1, 6), times: random.between(1, 3) } };
	if (kind !== 'status') return fault;
	return { ...fault, status: random.pick(STATUSES), withRateLimitHeaders: random.chance(0.8) };
}
