import { Store } from '../../store/store';
import type { Session } from '../../transport/session';
import { MINUTE } from '../time';
import { Reader } from './reader';

/** The interval that is assumed for a trigger that has not polled in this process yet (ms). */
const USUAL_INTERVAL = MINUTE;

/**
 * How long the troubles of one trigger have lasted.
 * - `lastPoll`: when it polled last, and `interval` how long after the one before (ms of the steady clock).
 * - `silentPolls`: polls in a row that got no answer; `limitedSince`: since when the rate limit has prevented all reading.
 * - `failing`: inboxes that cannot be read, and for how many polls.
 * - `unreadable`: inboxes with tickets that could not be read in all their quick tries, and when the last try was (ms of the steady clock).
 */
export interface Troubles {
	lastPoll: number;
	interval: number;
	silentPolls: number;
	limitedSince?: number;
	failing: Map<number, { meaning: string; polls: number }>;
	unreadable: Map<number, number>;
}

/**
 * The readers of one process for one origin and token, shared by all triggers with these. They are never stored: in a new
 * process every trigger continues from its own memory.
 */
export class TokenReaders {
	private readonly ledgers: Store;
	private readonly readers = new Map<number, Reader>();
	private readonly triggers = new Map<string, Troubles>();
	/** See Troubles: any trigger may have the next try, so all count together. */
	private readonly unreadable: Troubles['unreadable'] = new Map();

	constructor(session: Session) {
		this.ledgers = session.of(Store);
	}

	/** @returns the reader of an inbox; a new one where its ledger was thrown away */
	of(messageBoxId: number): Reader {
		const ledger = this.ledgers.of(messageBoxId);
		const known = this.readers.get(messageBoxId);
		const reader = known?.ledger === ledger ? known : new Reader(messageBoxId, ledger);
		this.readers.set(messageBoxId, reader);
		return reader;
	}

	/** Notes that a trigger polls. @param now ms of the steady clock */
	notePoll(key: string, now: number): Troubles {
		const known = this.triggers.get(key) ?? { lastPoll: now - USUAL_INTERVAL, interval: 0, silentPolls: 0, failing: new Map(), unreadable: this.unreadable };
		const trigger = Object.assign(known, { interval: now - known.lastPoll, lastPoll: now });
		this.triggers.set(key, trigger);
		return trigger;
	}
}
