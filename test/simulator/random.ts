/** Seeded randomness: the same seed gives the same demo data and the same live traffic. */
export class Random {
	constructor(private state: number) {}

	/** @returns a number from 0 up to, but not including, 1 */
	next(): number {
		// mulberry32
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	}

	/** @returns an integer from `low` to `high`, both included */
	between(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<T>(list: readonly T[]): T {
		return list[Math.floor(this.next() * list.length)];
	}
}
