import type { LocalTime } from '../../adapter/clock';
import { setBounded } from '../../store/bounded';
import type { EventName } from '../properties/settings';
import { type ServiceTime, DAY } from '../time';
import type { TriggerState } from './state';

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

/** What this process has decided in the polls of each trigger, and what it stored after the last one. It explains, and decides nothing. */
export class Decisions {
	private readonly triggers = new Map<string, { state: TriggerState; kept: Map<string, Decision>; at: LocalTime }>();

	/** Records a poll, and forgets the triggers that have not polled for a day. */
	record(trigger: string, { state, decisions, now }: { state: TriggerState; decisions: readonly Decision[]; now: LocalTime }): void {
		const { kept } = this.triggers.get(trigger) ?? { kept: new Map<string, Decision>() };
		this.triggers.set(trigger, { state, kept, at: now });
		for (const [other, { at }] of this.triggers) if (at < now - DAY) this.triggers.delete(other);
		for (const decision of decisions) {
			if (decision.reason !== null && !isNew(decision.reason)) continue;
			const before = kept.get(keyOf(decision));
			// One period after the other, with nothing read in between, is one period.
			const goesOn = before?.since !== undefined && before.at === decision.since && before.reason?.rule === decision.reason?.rule;
			setBounded(kept, keyOf(decision), goesOn ? { ...decision, since: before.since } : decision, MAX_DECISIONS);
		}
	}

	/** @returns what a trigger stored after its last poll; undefined: it has not polled in this process */
	stateOf(trigger: string): TriggerState | undefined {
		return this.triggers.get(trigger)?.state;
	}

	/** @returns the last decision on it */
	last(trigger: string, subject: Subject): Decision | undefined {
		return this.triggers.get(trigger)?.kept.get(keyOf(subject));
	}
}

/** Whether a reason holds back what is new. */
export function isNew({ rule }: Reason): boolean {
	return !NOT_NEW.some((each) => each === rule);
}

function keyOf({ messageBoxId, ticketId, event, subject = '' }: Subject): string {
	return `${messageBoxId} ${ticketId} ${event} ${subject}`;
}
