import type { Changes } from '../../ledger/snapshot';
import { type WatchedField, describedField } from '../../ledger/ticketFields';
import { codeName } from '../../output/codes';
import type { Reason, Rule } from '../memory/decisions';
import type { Beginner, Settings } from '../properties/settings';
import { HOUR, MINUTE } from '../time';

const BEGUN_BY: Record<Beginner, string> = { customer: 'Customer', handlingMemo: 'Handling Memo', ourMail: 'Our Mail' };

/** What was found, and what the rule compares it with. */
type Values = Required<Pick<Reason, 'is' | 'chosen'>>;
type Name = (value: unknown) => string;

/**
 * Puts reasons into words, with the names that the trigger's fields show.
 *
 * @param zone the workflow's time zone
 * @param labels their names by id, as far as they are known
 */
export class Words {
	constructor(
		private readonly settings: Settings,
		private readonly zone: string,
		private readonly labels: ReadonlyMap<unknown, string>,
	) {}

	/** @param at ms */
	time(at: unknown): string {
		// Swedish dates are those of ISO 8601.
		return new Date(at as number).toLocaleString('sv-SE', { timeZone: this.zone });
	}

	/** @returns a sentence with the value that was found and the values that are needed */
	of({ rule, is, chosen }: Reason): string {
		return this.sentences[rule]({ is, chosen });
	}

	private readonly sentences: Record<Rule, (values: Values) => string> = {
		status: (values) => ((values.chosen as unknown[]).length > 0 ? compared('Statuses', 'the ticket is', values, codes('status_cd')) : `Statuses: ${codes('status_cd')(values.is)} is left out unless it is chosen.`),
		assignee: (values) => compared('Assignee', 'the ticket has', values, orNobody),
		labels: (values) => compared('Labels', 'the ticket has', values, (id) => this.label(id)),
		channels: (values) => compared('Channels', 'the messages are', values, codes('method_cd')),
		attachments: (values) => compared('Has Attachments', 'the ticket is', values, (has) => `${has === true ? 'With' : 'Without'} Attachments`),
		begunBy: (values) => compared('Begun By', 'the first message is', values, (kind) => BEGUN_BY[kind as Beginner]),
		ownTicket: () => `Ignore Own Changes: ${this.own} has created the ticket.`,
		ownMessage: () => `Ignore Own Changes: ${this.own} has made the message.`,
		ownComment: () => `Ignore Own Changes: ${this.own} has left the comment.`,
		ownChange: ({ is }) => `Ignore Own Changes: ${this.own} has changed ${listed(is, fieldName)}.`,
		beforeStart: ({ is, chosen }) => `Created ${this.time(is)}, before the start at ${this.time(chosen)}.`,
		known: () => UNKNOWN,
		handled: () => UNKNOWN,
		messageBefore: ({ is, chosen }) => this.before(is, chosen),
		commentBefore: ({ is, chosen }) => this.before(is, chosen),
		messageState: (values) => compared('Message States', 'the message is', values, codes('action_cd')),
		messageChannel: (values) => `${compared('Message Channels', 'the message is', values, codes('method_cd'))}${(values.chosen as unknown[]).length > 0 ? '' : ' Memos have to be chosen.'}`,
		mayBeEmitted: () => 'It may have been emitted as a draft, before the ticket was forgotten.',
		skipped: () => 'Skip Messages of New Tickets: the message came with its ticket.',
		commentType: (values) => compared('Comment Types', 'the comment is', values, codes('comment_type')),
		commenter: (values) => compared('Commenter', 'the comment is by', values, orNobody),
		notWatched: () => 'Not watched: the trigger watches at most 2,000 tickets, or 400 KB, and forgets the quietest. So it does not know how this ticket was.',
		notSeen: () => 'The trigger had not seen this ticket before, so it does not know what has changed.',
		noChange: () => 'The ticket is as it was when it was last seen.',
		otherFields: (values) => compared('Only These Fields', 'the change is of', values, fieldName),
		becomes: ({ is, chosen }) => `The change leads to ${this.fields(Object.entries(is as Changes).map(([field, { to }]) => [field, to]), 'none')}, chosen: ${this.fields(Object.entries(chosen as object), 'any')}.`,
		inCreated: () => 'The change is part of Ticket Created.',
		notWaiting: ({ is }) => `Only open and on-hold tickets wait for an answer: the ticket is ${codes('status_cd')(is)}.`,
		nobodyWaits: () => 'Nobody waits: no message of the customer counts since our last answer. Automatic mails, and messages from before the start, do not count.',
		waitNotOver: ({ is, chosen }) => `Unanswered For: the customer waits since ${this.time(is)}, chosen: ${Number(chosen) % HOUR === 0 ? `${Number(chosen) / HOUR} hours` : `${Number(chosen) / MINUTE} minutes`}.`,
		waitHandled: ({ is }) => `The time was up for the wait since ${this.time(is)}: it was emitted if the ticket fitted the filters.`,
		notRead: () => 'The messages have not been read yet.',
	};

	private get own(): string {
		return this.settings.ignoreOwn === 'allWorkflows' ? 'a workflow of this n8n' : 'this workflow';
	}

	private before(at: unknown, from: unknown): string {
		return `It came ${this.time(at)}. What came before ${this.time(from)} is not new.`;
	}

	private fields(values: Array<[string, unknown]>, none: string): string {
		const nameIn = (field: string): Name => (field === 'label_ids' ? (id) => this.label(id) : codes(field));
		return values.map(([field, value]) => `${fieldName(field)} ${listed(value, nameIn(field), none)}`).join(', ');
	}

	private label(id: unknown): string {
		return id === -1 ? 'Without' : (this.labels.get(id) ?? `#${String(id)}`);
	}
}

const UNKNOWN = 'It was decided when it was first seen, and this process does not remember how.';

const codes = (field: string): Name => (code) => codeName(field, code) ?? 'none';
const orNobody: Name = (name) => String(name === '' ? 'nobody' : name);
const fieldName: Name = (field) => describedField(field as WatchedField).watched ?? String(field);

function compared(field: string, what: string, { is, chosen }: Values, name: Name): string {
	return `${field}: ${what} ${listed(is, name)}, chosen: ${listed(chosen, name)}.`;
}

/** @returns the names of one or several values; `none` where there are none */
function listed(values: unknown, name: Name, none = 'none'): string {
	const all = Array.isArray(values) ? (values as unknown[]) : [values];
	return all.length === 0 ? none : all.map(name).join(', ');
}
