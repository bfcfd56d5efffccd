import type { Session } from '../../transport/session';
import { MINUTE } from '../time';

/** How many requests of a minute all triggers of a token may spend on sweeps while the limit is idle. */
const MOST = 20;

/** The requests that sweeps spend while nobody else needs the limit. A request that was spent cannot be given back, so they are few. */
export class IdleRequests {
	/** When each of the last minute was spent (ms of the steady clock). */
	private spent: number[] = [];

	constructor(private readonly session: Session) {}

	get areLeft(): boolean {
		const { gate } = this.session;
		this.spent = this.spent.filter((at) => at > gate.clock.now() - MINUTE);
		return this.spent.length < MOST && gate.isIdle;
	}

	spend(count: number): void {
		for (let one = 0; one < count; one++) this.spent.push(this.session.gate.clock.now());
	}
}
