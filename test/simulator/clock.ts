/** The service's clock: the source's time, moved by all steps. */
export class ServiceClock {
	private offset = 0;

	/** @param source milliseconds */
	constructor(private readonly source: () => number) {}

	/** @returns milliseconds */
	readonly now = (): number => this.source() + this.offset;

	/** Sets the clock ahead, or back when negative, and lets it run on. */
	step(ms: number): void {
		this.offset += ms;
	}
}
