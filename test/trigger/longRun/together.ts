import type { Random } from '../../simulator/random';

/** Something that starts while something else is on its way. */
export type Start = () => Promise<unknown>;

/** Lets several things happen at once in one process: all in the same moment, or one while another waits for an answer. */
export class Together {
	private waiting: Start[] = [];
	private running: Array<Promise<unknown>> = [];

	constructor(private readonly random: Random) {}

	/** Starts all of them, and waits until all are done. */
	async run(starts: Start[]): Promise<void> {
		this.waiting = [...starts];
		this.running = [];
		const atOnce = this.random.chance(0.3);
		do this.startNext();
		while (atOnce && this.waiting.length > 0);
		for (let place = 0; place < this.running.length || this.waiting.length > 0; place++) {
			if (place === this.running.length) this.startNext();
			await this.running[place];
		}
	}

	/** A request is on its way. */
	travel(): void {
		if (this.waiting.length > 0 && this.random.chance(0.3)) this.startNext();
	}

	private startNext(): void {
		const start = this.waiting.shift();
		if (start !== undefined) this.running.push(Promise.resolve().then(start));
	}
}
