import { setBounded } from '../../store/bounded';
import type { ServiceTime } from '../../store/time';
import type { EventName } from '../properties/settings';

/** The rules that say that nothing new has happened: they do not replace what was decided when it was new. */
const NOT_NEW = [
	'beforeStart',
	'before',
	'processed',
	'notWatched',
	'notSeen',
	'noChange',
	'notWaiting',
	'nobodyWaits',
	'waitNotOver',
	'waitProcessed',
	'notRead',
] as const;

/** The rules that hold back what is new: filters, what was chosen for each event, and own writes. */
type FilterRule = 'status' | 'assignee' | 'labels' | 'channels' | 'attachments';
type ChoiceRule =
	| 'startedBy'
	| 'messageState'
	| 'messageChannel'
	| 'mayBeEmitted'
	| 'skipped'
	| 'commentType'
	| 'commenter'
	| 'otherFields'
	| 'becomes'
	| 'inCreated';
export type Rule = FilterRule | ChoiceRule | 'own' | (typeof NOT_NEW)[number];

/** Why an event is not emitted: the rule that holds it back, the value that was found, and what the rule compares it with. */
export interface Reason {
	rule: Rule;
	is?: unknown;
	chosen?: unknown;
}

/**
 * What was decided of a chosen event of a ticket.
 * - `subject`: the message, comment or wait that it is made of; undefined: the ticket itself.
 * - `reason`: null: it is emitted.
 * - `at`: as of when the ticket was seen; `since`: of all messages or comments since then, unread.
 */
export interface Decision {
	messageBoxId: number;
	ticketId: number;
	event: EventName;
	subject?: number | string;
	reason: Reason | null;
	at: ServiceTime;
	since?: ServiceTime;
}

/** Most decisions that are remembered of one trigger; the oldest are dropped first. */
const MAX_DECISIONS = 2_000;

type Subject = Pick<Decision, 'messageBoxId' | 'ticketId' | 'event' | 'subject'>;

/** What this process has decided in the polls of a trigger. It explains, and decides nothing. */
export class Decisions {
	private readonly kept = new Map<string, Decision>();

	/** Records what a poll has decided. */
	record(decisions: readonly Decision[]): void {
		for (const decision of decisions) {
			if (decision.reason !== null && !isNew(decision.reason)) continue;
			const before = this.last(decision);
			// One period after the other, with nothing read in between, is one period.
			const goesOn = before?.since !== undefined && before.at === decision.since && before.reason?.rule === decision.reason?.rule;
			setBounded(this.kept, keyOf(decision), goesOn ? { ...decision, since: before.since } : decision, MAX_DECISIONS);
		}
	}

	/** @returns the last decision on it */
	last(subject: Subject): Decision | undefined {
		return this.kept.get(keyOf(subject));
	}
}

/** Whether a reason holds back what is new. */
export function isNew({ rule }: Reason): boolean {
	return !NOT_NEW.some((each) => each === rule);
}

function keyOf({ messageBoxId, ticketId, event, subject = '' }: Subject): string {
	return `${messageBoxId} ${ticketId} ${event} ${subject}`;
}
