import type { RecordedRequest } from './messages';
import { MatchCounter, type RequestMatch } from './requestMatch';

/** Before the request takes effect, or after it and before its answer leaves. */
export type Moment = 'before' | 'after';

interface Interlude {
	moment: Moment;
	counter: MatchCounter;
	act: () => void;
}

/** What others do between two requests of the client: tied to a request instead of a time. */
export class Interludes {
	private waiting: Interlude[] = [];

	add(moment: Moment, match: RequestMatch, act: () => void): void {
		this.waiting.push({ moment, counter: new MatchCounter(match), act });
	}

	clear(): void {
		this.waiting = [];
	}

	/** Called by the engine around each request of the client. */
	run(moment: Moment, request: RecordedRequest): void {
		const hit = this.waiting.filter((one) => one.moment === moment && one.counter.hits(request));
		this.waiting = this.waiting.filter(({ counter }) => !counter.isSpent);
		for (const { act } of hit) act();
	}
}
