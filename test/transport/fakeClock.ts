import type { Clock } from '../../nodes/SupportInbox/adapter/clock';

/** Work that waits for so long (ms of virtual time) would wait for ever. */
const FOR_EVER = 6 * 60 * 60_000;

interface Timer {
	at: number;
	wake: () => void;
}

/** Virtual time: nobody waits, and what happens at the same moment happens in the order it was arranged. */
export class FakeClock implements Clock {
	/** ms of the machine's clock */
	private time = Date.parse('2026-11-20T10:00:20.300Z');
	private timers: Timer[] = [];

	now(): number {
		return this.time;
	}

	wallTime(at: number): number {
		return at;
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((wake) => {
			const timer = { at: this.time + Math.max(0, ms), wake };
			const place = this.timers.findIndex(({ at }) => at > timer.at);
			this.timers.splice(place < 0 ? this.timers.length : place, 0, timer);
		});
	}

	/** Retries do not scatter in tests. */
	random(): number {
		return 0.5;
	}

	/** Lets time pass until `work` has ended. @throws when nothing is left to wait for and it has not, or it would wait for ever */
	async run<T>(work: Promise<T>): Promise<T> {
		const begun = this.time;
		let ended = false;
		const end = () => void (ended = true);
		work.then(end, end);
		for (;;) {
			await this.settled();
			if (ended) return await work;
			const timer = this.timers.shift();
			if (timer === undefined) throw new Error('Nothing is left to wait for, and the work has not ended');
			if (timer.at - begun > FOR_EVER) throw new Error('The work has not ended after hours of virtual time');
			this.time = Math.max(this.time, timer.at);
			timer.wake();
		}
	}

	/** Resolves when nothing goes on any more that needs no time. */
	protected async settled(): Promise<void> {
		await new Promise((resolve) => setImmediate(resolve));
	}

	/** Lets `ms` pass. */
	async pass(ms: number): Promise<void> {
		await this.run(this.sleep(ms));
	}
}
