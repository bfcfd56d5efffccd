/** The service's clock: what it is given, moved by the steps that were made. */
export class ServiceClock {
	private offset = 0;
	private heldAt: number | undefined;

	/** @param source milliseconds */
	constructor(private readonly source: () => number) {}

	/** @returns milliseconds */
	readonly now = (): number => this.heldAt ?? this.source() + this.offset;

	/** Sets the clock ahead, or back when negative, and lets it run on. */
	step(ms: number): void {
		this.offset += ms;
	}

	/** Does something with the clock at an earlier time, as what was due then would have seen it. */
	at(time: number, act: () => void): void {
		this.heldAt = time;
		try {
			act();
		} finally {
			this.heldAt = undefined;
		}
	}
}
