import type { ServiceClock } from './clock';
import { toMillis, type TimeInput } from './time';

interface Due {
	at: number;
	act: () => void;
}

/**
 * What happens at given times of the service's clock. Nobody sees the service between two requests, so what is due is done
 * when the next request arrives, in the order of its times and with the clock at its time.
 */
export class Schedule {
	private readonly due: Due[] = [];
	private isCatchingUp = false;

	constructor(private readonly clock: ServiceClock) {}

	/** @param time on the service's clock; what is past is done at the next request */
	at(time: TimeInput, act: () => void): void {
		const at = toMillis(time);
		const later = this.due.findIndex((other) => other.at > at);
		this.due.splice(later < 0 ? this.due.length : later, 0, { at, act });
	}

	/** Does everything that is due. Called by every request; a test calls it before it looks into the store. */
	catchUp(): void {
		if (this.isCatchingUp) return;
		this.isCatchingUp = true;
		try {
			while (this.due.length > 0 && this.due[0].at <= this.clock.now()) {
				const { at, act } = this.due.shift()!;
				this.clock.at(at, act);
			}
		} finally {
			this.isCatchingUp = false;
		}
	}

	clear(): void {
		this.due.length = 0;
	}
}
