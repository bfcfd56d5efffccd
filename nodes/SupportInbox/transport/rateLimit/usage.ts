import type { Headers } from '../errors/failure';
import type { Priority } from '../queue/requestContext';

const HOUR = 3_600_000;
/** The most that is remembered: at 60 requests a minute (API document, Limits) an hour has 3,600 of them. */
const MAX_NOTES = 20_000;
/** A shorter wait is that for the answer to the request before. */
const WAIT_MS = 1_000;

/** Who sends a request. */
export interface Source {
	workflow_id: string | null;
	workflow_name: string | null;
	node_name: string;
	priority: Priority;
}

/** What was used of the rate limit by one source. `waits`: requests that waited for a second or more. */
export interface SourceUsage extends Source {
	requests: number;
	waits: number;
	wait_seconds: number;
	refusals: number;
}

type Counted = 'requests' | 'waits' | 'refusals';

interface Note {
	at: number;
	source: Source;
	counted: Counted;
	ms: number;
}

/**
 * Who has used the token's rate limit within the last hour in this process. One instance for each session. Times are ms of the dispatcher's
 * clock.
 */
export class Usage {
	private notes: Note[] = [];
	/** By the reset that the headers show: the answers to this process, and the most that all have used. */
	private readonly windows = new Map<string, { at: number; own: number; used: number }>();

	sent(source: Source, at: number): void {
		this.note({ source, at, counted: 'requests', ms: 0 });
	}

	waited(source: Source, at: number, ms: number): void {
		if (ms >= WAIT_MS) this.note({ source, at, counted: 'waits', ms });
	}

	refused(source: Source, at: number): void {
		this.note({ source, at, counted: 'refusals', ms: 0 });
	}

	/** An answer with these headers has come (API document, Limits). */
	answered(headers: Headers, at: number): void {
		const [limit, remaining] = [Number(headers['x-ratelimit-limit']), Number(headers['x-ratelimit-remaining'])];
		const reset = String(headers['x-ratelimit-reset']);
		const { own, used } = this.windows.get(reset) ?? { own: 0, used: 0 };
		if (limit >= remaining) this.windows.set(reset, { at, own: own + 1, used: Math.max(used, limit - remaining) });
		for (const [key, window] of this.windows) if (window.at < at - HOUR) this.windows.delete(key);
	}

	/** @returns the sources of the last hour, the busiest first, and how many requests others have sent with the token at least */
	since(now: number): { sources: SourceUsage[]; others: number } {
		const begin = now - HOUR;
		const sources = new Map<string, SourceUsage>();
		for (const { at, source, counted, ms } of this.notes) {
			if (at < begin) continue;
			const key = JSON.stringify([source.workflow_id, source.node_name, source.priority]);
			const usage = sources.get(key) ?? { ...source, requests: 0, waits: 0, wait_seconds: 0, refusals: 0 };
			usage[counted] += 1;
			usage.wait_seconds += ms / 1_000;
			sources.set(key, usage);
		}
		const windows = [...this.windows.values()].filter(({ at }) => at >= begin);
		const rows = [...sources.values()].map((usage) => ({ ...usage, wait_seconds: Math.round(usage.wait_seconds) }));
		return {
			sources: rows.sort((one, other) => other.requests - one.requests),
			others: windows.reduce((sum, { own, used }) => sum + Math.max(0, used - own), 0),
		};
	}

	private note(note: Note): void {
		this.notes.push(note);
		if (this.notes.length <= MAX_NOTES) return;
		this.notes = this.notes.filter(({ at }) => at >= note.at - HOUR).slice(-MAX_NOTES / 2);
	}
}
