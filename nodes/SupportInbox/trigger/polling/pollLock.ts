import { MINUTE } from '../time';

/** n8n has given up a poll that has run for so long; its lock is no longer held, or it would block the trigger for good. */
const GIVEN_UP_AFTER = 5 * MINUTE;

interface Running {
	since: number;
}

/** n8n starts a poll even while the one before is still running; both would read the same state. */
const running = new Map<string, Running>();

/** A poll's right to read and write the state of its node. */
export interface PollLock {
	/** Whether the state may still be written: false when another poll has got the lock since. */
	holds(): boolean;
	release(): void;
}

/**
 * Locks the state of a node for one poll.
 *
 * @param key workflow and node
 * @param now ms of this machine's clock
 * @returns the lock, or undefined when another poll of the node is under way
 */
export function lockPoll(key: string, now: number): PollLock | undefined {
	const other = running.get(key);
	if (other !== undefined && Math.abs(now - other.since) < GIVEN_UP_AFTER) return undefined;
	const mine: Running = { since: now };
	running.set(key, mine);
	return {
		holds: () => running.get(key) === mine,
		release: () => {
			if (running.get(key) === mine) running.delete(key);
		},
	};
}
