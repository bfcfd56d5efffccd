import type { Fault, FaultKind, Simulator } from '../../simulator';
import type { Random } from '../../simulator/random';

/** Every kind but those that wait in real time; in a run time passes on the way of the requests instead. */
const KINDS: FaultKind[] = ['status', 'resetBefore', 'resetAfter', 'noAnswer', 'noAnswerAfter', 'html', 'cutJson', 'emptyBody', 'wrongShape', 'redirect'];
const STATUSES = [400, 401, 403, 404, 415, 429, 500, 502, 503];
/** A ticket that is listed is not found, once. */
const NOT_FOUND: Fault = { kind: 'status', status: 404, when: { method: 'GET', path: /\/tickets\/\d+$/ } };
const AWAY: Fault[] = [{ kind: 'status', status: 503 }, { kind: 'resetBefore' }, { kind: 'noAnswer' }];

/** Some of the next requests fail. */
export function addFaults({ faults }: Simulator, random: Random): void {
	for (let count = random.between(1, 3); count > 0; count--) {
		const kind = random.pick(KINDS);
		const status = kind === 'status' ? { status: random.pick(STATUSES) } : {};
		faults.add(random.chance(0.2) ? NOT_FOUND : { kind, ...status, when: { nth: random.between(1, 6), times: random.between(1, 3) } });
	}
}

/** All requests fail, for one reason. */
export function beAway({ faults }: Simulator, random: Random): void {
	faults.add({ ...random.pick(AWAY), when: { times: 'always' } });
}
