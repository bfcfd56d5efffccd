import { codeName } from '../../output/codes';
import type { Changes } from '../../store/snapshot';
import { type WatchedField, describedField } from '../../store/ticketFields';
import { HOUR, MINUTE } from '../../store/time';
import type { Settings } from '../properties/settings';
import type { Reason, Rule } from '../state/decisions';

/** Rules that compare what was found with what was chosen: the trigger's field, what was found, and the kind of the values. */
const COMPARED: Partial<Record<Rule, readonly [field: string, what: string, kind: string]>> = {
	status: ['Statuses', 'the ticket is', 'status_cd'],
	assignee: ['Assignee', 'the ticket has', 'assignee'],
	labels: ['Labels', 'the ticket has', 'label_ids'],
	channels: ['Channels', 'the messages are', 'method_cd'],
	attachments: ['Has Attachments', 'the ticket is', 'attachments'],
	startedBy: ['Started By', 'the first message is', 'beginner'],
	messageState: ['Message States', 'the message is', 'action_cd'],
	messageChannel: ['Message Channels', 'the message is', 'method_cd'],
	commentType: ['Comment Types', 'the comment is', 'comment_type'],
	commenter: ['Comment Author Names or IDs', 'the comment is by', 'commenter'],
	otherFields: ['Watched Fields', 'the change is of', 'field'],
};

const NAMES: Partial<Record<string, Record<string, string>>> = {
	attachments: { true: 'With Attachments', false: 'Without Attachments' },
	beginner: { customer: 'Customer', memo: 'Memo', outgoingEmail: 'Outgoing Email' },
};

/** The other rules. */
const SENTENCES: Partial<Record<Rule, string>> = {
	processed: 'It was decided when it was first seen, and this process does not remember how.',
	mayBeEmitted: 'It may have been emitted as a draft, before the ticket was forgotten.',
	skipped: 'Skip First Message: the message came with its ticket.',
	notWatched: 'Not watched: the trigger watches at most 2,000 tickets, or 400 KB, and forgets the quietest. So it does not know how this ticket was.',
	notSeen: 'The trigger had not seen this ticket before, so it does not know what has changed.',
	noChange: 'The ticket is as it was when it was last seen.',
	inCreated: 'The change is part of Ticket Created.',
};

/** Puts reasons into words, with the names that the trigger's fields show. */
export class Words {
	/** @param zone the workflow's time zone; `labels`: their names by id, as far as they are known */
	constructor(
		private readonly settings: Settings,
		private readonly zone: string,
		private readonly labels: ReadonlyMap<unknown, string>,
	) {}

	/** @param at ms; -Infinity: never */
	time(at: unknown): string {
		if (at === -Infinity) return 'never';
		// Swedish dates are those of ISO 8601.
		return new Date(at as number).toLocaleString('sv-SE', { timeZone: this.zone });
	}

	/** @returns sentences with the value that was found and the values that are needed */
	of({ rule, is, chosen }: Reason): string {
		const [field, what, kind] = COMPARED[rule] ?? [];
		if (kind !== undefined) return `${field}: ${what} ${this.list(kind, is)}, chosen: ${this.list(kind, chosen)}.${Array.isArray(chosen) && chosen.length === 0 ? ' It has to be chosen.' : ''}`;
		switch (rule) {
			case 'own':
				return `Ignore Own Changes: ${this.settings.ignoreOwn === 'allWorkflows' ? 'a workflow of this n8n' : 'this workflow'} has done it.`;
			case 'beforeStart':
				return `Created ${this.time(is)}, before the start at ${this.time(chosen)}.`;
			case 'before':
				return `It came ${this.time(is)}. What came before ${this.time(chosen)} is not new.`;
			case 'becomes':
				return `The change leads to ${this.fields(Object.entries(is as Changes).map(([name, { to }]) => [name, to]))}, chosen: ${this.fields(Object.entries(chosen as object), 'any')}.`;
			case 'notWaiting':
				return `Only open and on-hold tickets wait for an answer: the ticket is ${this.list('status_cd', is)}.`;
			case 'nobodyWaits':
				return `Nobody waits: the customer wrote last ${this.time(is)}, our last answer: ${this.time(chosen)}. Automatic mails, and messages from before the start, do not count.`;
			case 'waitNotOver':
				return `Unanswered For: the customer waits since ${this.time(is)}, chosen: ${this.duration(Number(chosen))}.`;
			case 'waitProcessed':
				return `The time was up for the wait since ${this.time(is)}: it was emitted if the ticket fitted the filters.`;
			default:
				return SENTENCES[rule] ?? rule;
		}
	}

	/** @param ms how long, of business hours where these are chosen */
	private duration(ms: number): string {
		const time = ms % HOUR === 0 ? `${ms / HOUR} hours` : `${ms / MINUTE} minutes`;
		return this.settings.unanswered.hours === undefined ? time : `${time} of Business Hours`;
	}

	private fields(values: Array<[string, unknown]>, none?: string): string {
		return values.map(([field, value]) => `${this.list('field', field)} ${this.list(field, value, none)}`).join(', ');
	}

	/** @returns the names of one or several values */
	private list(kind: string, values: unknown, none = 'none'): string {
		const all = Array.isArray(values) ? (values as unknown[]) : [values];
		return all.length === 0 ? none : all.map((value) => this.name(kind, value) || 'none').join(', ');
	}

	private name(kind: string, value: unknown): string | null {
		if (kind === 'label_ids') return value === -1 ? 'Without' : (this.labels.get(value) ?? `#${String(value)}`);
		return kind === 'field'
			? (describedField(value as WatchedField).watched ?? null)
			: (NAMES[kind]?.[String(value)] ?? codeName(kind, value));
	}
}
