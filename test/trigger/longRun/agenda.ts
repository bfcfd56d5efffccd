interface Entry {
	/** when (ms) */
	at: number;
	work: () => Promise<void>;
}

/** What is to happen, and when. */
export class Agenda {
	private entries: Entry[] = [];

	add(at: number, work: () => Promise<void>): void {
		this.entries.push({ at, work });
	}

	/** @returns when the next thing is to happen (ms) */
	get next(): number {
		return Math.min(...this.entries.map(({ at }) => at));
	}

	/** Does what is due by then, in order. */
	async workOff(now: number): Promise<void> {
		const due = this.entries.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
		this.entries = this.entries.filter(({ at }) => at > now);
		for (const { work } of due) await work();
	}
}
