import type { Unanswered } from '../../../nodes/SupportInbox/trigger/properties/settings';
import type { Message, Ticket } from '../../simulator';
import type { TriggerEvent } from './events';
import { append, iso, type History, type Version, type VersionMessage } from './history';
import type { Claim, Period } from './ledger';
import { MINUTE, SECOND } from './units';

/** The statuses in which a ticket waits, and those that end a wait (docs/trigger.md, "Ticket Unanswered"). */
const WAITING: readonly string[] = ['open', 'ongoing'];
const ENDED: readonly string[] = ['closed', 'unwanted', 'trash'];

/** An item that was given: since when its customer waits (ms), and its poll. */
interface Given extends Period {
	since: number;
	/** for a wait that was given before */
	isRepeat: boolean;
}

/** What Ticket Unanswered gave one workflow, and what it should have given: a second reading of docs/trigger.md. */
export class Waits {
	/** the memory was full once: a wait that was given may be forgotten */
	mayForget = false;
	/** the customers' messages that came since the trigger watches, when they came into sight, and when each was surely read (ms) */
	private readonly messages = new Map<number, { claim: Claim; at: number; readBy?: number }>();
	private readonly given = new Map<number, Given[]>();
	/** tickets that were seen when their waits had ended, and when that was last (ms) */
	private readonly ended = new Map<number, number>();

	constructor(private readonly history: History, private readonly rule: Unanswered, private readonly fits: (row: { status_cd?: unknown }) => boolean) {}

	/** A message of a customer may begin a wait. @param at when it came into sight, if that is now (ms) */
	claim(messageId: number, claim: Claim, at: number): void {
		const known = this.messages.get(messageId);
		this.messages.set(messageId, { at, ...(known?.claim !== 'unfit' && known), claim });
	}

	/** Whether a ticket never was where the trigger looks: what is in it is surely unread. */
	isUnseen({ ticket_id }: Ticket): boolean {
		return this.history.versionsIn(ticket_id, -Infinity, Infinity).every(({ status }) => !this.fits({ status_cd: status }));
	}

	claimOf(messageId: number): Claim | undefined {
		return this.messages.get(messageId)?.claim;
	}

	/** The trigger begins anew with a ticket. */
	forget({ ticket_id, messages }: Ticket): void {
		for (const { message_id } of messages) this.messages.delete(message_id);
		this.given.delete(ticket_id);
		this.ended.delete(ticket_id);
	}

	/** @returns the number of waits that were given and whose time was up by then (ms) */
	dueBy(until: number): number {
		return [...this.given.values()].flat().filter(({ since, isRepeat }) => !isRepeat && since + this.rule.first <= until).length;
	}

	/** Takes in an item of a poll. @returns what is wrong with it */
	take(event: TriggerEvent, poll: Period): string[] {
		const { first, again = Infinity } = this.rule;
		const since = Date.parse(event.waiting_since ?? '');
		const last = this.given.get(event.ticket_id)?.at(-1);
		// An item shows its ticket as it was up to a minute before its poll.
		const isReminder = last !== undefined && poll.ended - last.begun + MINUTE >= again;
		const waiting = this.history
			.versionsIn(event.ticket_id, poll.begun - MINUTE, poll.ended)
			.filter(({ status }) => WAITING.includes(status))
			.flatMap((version) => version.messages.filter((message) => isCustomers(message) && !this.isAnswered(message, version.messages, 'surely')).map((message) => ({ message, version })));
		const named = waiting.filter(({ message }) => this.isNamed(message, since));
		// Where a later message begins another wait, what came before it and was not read yet waits along with it.
		const along = named.length === 0 ? [] : waiting.filter(({ message }) => message.sent_at > since - SECOND && this.messages.has(message.message_id));
		const ended = this.ended.get(event.ticket_id) ?? -Infinity;
		append(this.given, event.ticket_id, { since, isRepeat: isReminder || since === last?.since, ...poll });
		return [
			...(named.length > 0 ? [] : ['nobody waits']),
			...(along.length > 0 && along.every(({ message }) => this.readBy(message) <= ended) ? ['the wait had ended'] : []),
			...(poll.ended >= since + first - SECOND ? [] : ['too early']),
			...(last === undefined || isReminder || along.some(({ message, version }) => this.isAnother(message, version, event.ticket_id, last)) ? [] : ['doubled wait']),
		];
	}

	/**
	 * At a quiet time.
	 *
	 * @param until waits whose time was up by then must have been given (ms)
	 * @param isEnd also those that are found only when a ticket is read again
	 * @returns tickets with what was not given of them
	 */
	check(tickets: Iterable<Ticket>, now: number, until: number, isEnd: boolean): Array<{ ticketId: number; text: string }> {
		const faults: Array<{ ticketId: number; text: string }> = [];
		for (const ticket of tickets) {
			const { ticket_id: ticketId, status_cd } = ticket;
			const isReadable = isEnd || !this.history.unreadable.has(ticketId);
			if (isReadable && ENDED.includes(status_cd)) this.ended.set(ticketId, now);
			if (isReadable && this.isWaiting({ status: status_cd })) this.noteRead(ticket, now, isEnd);
			const lost = isReadable ? this.lostOf(ticket, until, isEnd) : undefined;
			if (lost === undefined) continue;
			faults.push({ ticketId, text: lost.text });
			append(this.given, ticketId, { since: lost.since, begun: now, ended: now, isRepeat: false });
		}
		return faults;
	}

	private lostOf(ticket: Ticket, until: number, isEnd: boolean): { since: number; text: string } | undefined {
		const { first, again } = this.rule;
		const given = this.given.get(ticket.ticket_id) ?? [];
		const sure = ticket.messages.filter((message) => isCustomers(message) && this.isSure(message, isEnd) && !this.isAnswered(message, ticket.messages, 'maybe'));
		const lost = sure.find((message) => {
			const at = this.sightedAt(message);
			return Math.max(at, message.sent_at) + first <= until && this.waitsSince(ticket, at) && this.isNew(message, ticket, given);
		});
		if (lost !== undefined) return { since: lost.sent_at, text: `lost wait: since message ${lost.message_id} of ${iso(lost.sent_at)}` };
		const last = given.at(-1);
		if (again === undefined || last === undefined || this.mayForget || last.ended + again > until) return undefined;
		const waits = sure.some((message) => Math.abs(message.sent_at - last.since) < SECOND && this.sightedAt(message) < last.begun) && this.waitsSince(ticket, last.begun - MINUTE);
		return waits ? { since: last.since, text: `lost reminder: after that of ${iso(last.ended)}` } : undefined;
	}

	/** Whether a message surely begins a wait, or belongs to one, that was not given yet. */
	private isNew(message: Message, { ticket_id, messages }: Ticket, given: readonly Given[]): boolean {
		const at = this.sightedAt(message);
		const last = given.at(-1);
		if (last === undefined) return true;
		const ended = this.ended.get(ticket_id) ?? -Infinity;
		const until = messages.filter((each) => this.history.cameAt(each) < this.history.cameAt(message));
		const areAnswered = until.filter((each) => isCustomers(each) && this.sightedAt(each) <= last.ended).every((each) => this.isAnswered(each, until, 'surely'));
		return at > last.ended && (areAnswered || (ended > last.ended && ended < at));
	}

	/** Whether a message may begin another wait than the one that was given last. */
	private isAnother(message: VersionMessage, { messages }: Version, ticketId: number, last: Given): boolean {
		const firsts = messages.filter((each) => this.isNamed(each, last.since));
		const areAnswered = firsts.length > 0 && !firsts.includes(message) && firsts.every((each) => this.isAnswered(each, messages, 'maybe'));
		// Seen in another status, the ticket waited no more: what came since then begins anew, and what was not read before.
		const hasEnded = () => this.history.versionsIn(ticketId, last.begun - MINUTE, this.readBy(message)).some((version) => !this.isWaiting(version));
		return areAnswered || (this.sightedAt(message) >= last.begun - MINUTE && (this.mayForget || hasEnded()));
	}

	/** A message that is dated ahead begins its wait when it came, or when its date comes. */
	private isNamed(message: VersionMessage, since: number): boolean {
		if (!this.messages.has(message.message_id)) return false;
		return Math.abs(message.sent_at - since) < SECOND || (message.sent_at > since && Math.abs(this.history.cameAt(message) - since) < SECOND);
	}

	/**
	 * Whether a mail of ours answers a message: it had been sent and had come when that became sent. Seconds may be cut. A mail that
	 * is dated back may count by its date or by when it came; one that was dated ahead looks like a draft that was sent then.
	 */
	private isAnswered(message: VersionMessage, messages: readonly VersionMessage[], how: 'surely' | 'maybe'): boolean {
		const came = secondOf(this.history.cameAt(message));
		const from = Math.min(secondOf(message.sent_at), came);
		return messages.filter(isAnswer).some((ours) => {
			const [sent, became] = [ours.sent_at, this.history.cameAt(ours)];
			if (how === 'surely') return secondOf(Math.min(sent, became)) > came;
			return sent >= from && (became >= came || (sent >= came && sent <= this.history.now()));
		});
	}

	private isSure({ message_id }: Message, isEnd: boolean): boolean {
		const claim = this.claimOf(message_id);
		return claim === 'due' || (claim === 'slow' && isEnd);
	}

	/** Whether the ticket was open or on hold, and fitted the filters, ever since. */
	private waitsSince({ ticket_id }: Ticket, since: number): boolean {
		return this.history.versionsIn(ticket_id, since + 1, Infinity).every((version) => this.isWaiting(version));
	}

	/** Quiet polls have read what came into a ticket that waits. */
	private noteRead({ messages }: Ticket, now: number, isEnd: boolean): void {
		for (const message of messages) {
			const entry = this.messages.get(message.message_id);
			if (entry !== undefined && this.isSure(message, isEnd)) entry.readBy ??= now;
		}
	}

	private isWaiting({ status }: Pick<Version, 'status'>): boolean {
		return WAITING.includes(status) && this.fits({ status_cd: status });
	}

	private readBy({ message_id }: { message_id: number }): number {
		return this.messages.get(message_id)?.readBy ?? Infinity;
	}

	private sightedAt({ message_id }: { message_id: number }): number {
		return this.messages.get(message_id)?.at ?? Infinity;
	}
}

/** Memos, of handling or of a call: written down by somebody here (API document, Enumerations). */
const MEMOS: readonly string[] = ['record', 'call'];

const isCustomers = ({ action_cd, method_cd }: VersionMessage) => action_cd === 'received' && !MEMOS.includes(method_cd);
const isAnswer = ({ action_cd, method_cd }: VersionMessage) => action_cd === 'sent' && !MEMOS.includes(method_cd);
const secondOf = (time: number) => Math.floor(time / SECOND) * SECOND;
