import type { Engine } from './engine';
import type { Interludes, Moment } from './interludes';
import type { RecordedRequest } from './messages';
import type { RequestMatch } from './requestMatch';
import type { Schedule } from './schedule';
import { toMillis, type TimeInput } from './time';

/** A request of the other program, below `/api/v2/`. */
export interface OtherRequest {
	method: string;
	path: string;
	body?: unknown;
}

/** The number of requests at a time of the service's clock. */
export interface Spending {
	at: TimeInput;
	count: number;
}

/** What of a ticket's labels another process read, to write it back later. */
export interface LabelRace {
	inboxId: number;
	ticketId: number;
	labelId: number;
	/** the client's request right after which the other process reads the ticket */
	readAfter: RequestMatch;
	/** the client's request right after which it writes what it read, and its label with it */
	writeAfter: RequestMatch;
}

/**
 * Another program that holds the same token: its requests count against the same window and change the same data.
 * They are kept here and not among the client's, and no fault meant for the client hits them.
 */
export class OtherProgram {
	/** its requests with the status of their answers, oldest first */
	readonly requests: RecordedRequest[] = [];

	constructor(
		private readonly engine: Engine,
		private readonly schedule: Schedule,
		private readonly interludes: Interludes,
		private readonly token: string,
	) {}

	/** Sends a request right now. @returns status and JSON of its answer */
	send({ method, path, body }: OtherRequest): { status: number; data: unknown } {
		const headers = {
			authorization: `Bearer ${this.token}`,
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		};
		const rawBody = body === undefined ? undefined : JSON.stringify(body);
		const { request, answer } = this.engine.serveOther({ method, path: `/api/v2/${path}`, headers, rawBody });
		this.requests.push(request);
		const text = answer.body.toString();
		return { status: answer.status, data: text === '' ? undefined : JSON.parse(text) };
	}

	/** Plans reads of the inbox list. The times are in any order; what is past happens at the next request. */
	spend(plan: Spending[]): void {
		for (const { at, count } of plan) {
			this.schedule.at(at, () => {
				for (let sent = 0; sent < count; sent++) this.send({ method: 'GET', path: 'message_boxes' });
			});
		}
	}

	/** Plans `count` reads every `everyMs`, the first one at `from`, the last one before `until`. */
	spendEvery({ from, until, everyMs, count }: { from: TimeInput; until: TimeInput; everyMs: number; count: number }): void {
		for (let at = toMillis(from); at < toMillis(until); at += everyMs) this.spend([{ at, count }]);
	}

	/** Sends a request between two of the client's: before the matching one takes effect, or right after. */
	sendAround(moment: Moment, match: RequestMatch, request: OtherRequest): void {
		this.interludes.add(moment, match, () => void this.send(request));
	}

	/** Adds a label as a process does that knows nothing of the client: what was written in between is lost. */
	raceForLabel({ inboxId, ticketId, labelId, readAfter, writeAfter }: LabelRace): void {
		const path = `${inboxId}/tickets/${ticketId}`;
		let seen: number[] = [];
		this.interludes.add('after', readAfter, () => {
			seen = (this.send({ method: 'GET', path }).data as { label_ids: number[] }).label_ids;
		});
		this.interludes.add('after', writeAfter, () => {
			const label_ids = [...new Set([...seen, labelId])];
			this.send({ method: 'PUT', path, body: { label_ids } });
		});
	}

	/** @returns how many of its requests got which status */
	statuses(): Record<string, number> {
		const counts: Record<string, number> = {};
		for (const { status } of this.requests) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
		return counts;
	}
}
