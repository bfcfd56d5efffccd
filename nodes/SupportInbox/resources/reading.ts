import type { ServiceAnswer } from '../transport/client/request';
import type { Clock } from '../transport/clock';
import type { Basis } from '../transport/gate';
import { READ_VALID_MS, SLOW_READ_VALID_MS } from '../transport/timing';

/** @returns as of when an answer counts, in ms of the gate's clock: when it was asked for, a slow one somewhat later */
export function readAtOf({ sentAt, answeredAt }: ServiceAnswer): number {
	return Math.max(sentAt, answeredAt - SLOW_READ_VALID_MS);
}

/** What a write rests on: read before, and again where that was more than two seconds before the write leaves. */
export class Reading<T extends { readAt: number }> implements Basis {
	/**
	 * @param read asks the service; `readAt` is in ms of the gate's clock, see {@link readAtOf}
	 * @param latest what was read first
	 */
	constructor(
		private readonly clock: Pick<Clock, 'now'>,
		private readonly read: () => Promise<T>,
		public latest: T,
	) {}

	isFresh(now: number): boolean {
		return now - this.latest.readAt <= READ_VALID_MS;
	}

	async refresh(): Promise<void> {
		if (!this.isFresh(this.clock.now())) this.latest = await this.read();
	}
}
