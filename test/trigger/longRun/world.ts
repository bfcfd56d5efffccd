import type { Message, Simulator, Ticket } from '../../simulator';
import { commentsOf } from './events';
import { NODE, type Expectations } from './expectations';
import { History, iso } from './history';
import { Senders } from './senders';
import { MINUTE, SECOND } from './units';

/** What happens in the service: who acts there says so afterwards, and each step goes to the expectations of each trigger. */
export class World {
	readonly listeners = new Set<Expectations>();
	readonly history: History;
	readonly senders = new Senders();
	/** how often each kind of trouble occurred */
	readonly counts = new Map<string, number>();
	/** the ticket in which something happened last, and when */
	latest = { ticketId: 0, at: 0 };
	/** the state in which each message was last */
	private readonly states = new Map<number, string>();
	/** when each message came (ms); the service may keep whole seconds only */
	private readonly cameAt = new Map<number, number>();
	private readonly comments = new Set<string>();
	/** the latest date ahead that a ticket has or had (ms) */
	private readonly aheads = new Map<number, number>();
	/** tickets that the process of the triggers writes, and until when that may explain a new `last_updated_at` (ms) */
	private readonly ownWrites = new Set<{ ticketId: number; until: number }>();

	/** @param now the service's clock (ms) */
	constructor(readonly simulator: Simulator, readonly now: () => number) {
		this.history = new History(now);
		for (const ticket of this.tickets) this.happened(ticket, 'was there');
	}

	get tickets(): Ticket[] {
		return [...this.simulator.store.tickets.values()];
	}

	ticketsOf(messageBoxId: number): Ticket[] {
		return this.tickets.filter(({ message_box_id }) => message_box_id === messageBoxId);
	}

	/** A kind of trouble occurred. */
	count(kind: string, times = 1): void {
		this.counts.set(kind, (this.counts.get(kind) ?? 0) + times);
	}

	/** Something happened in a ticket just now: it came, went, or is otherwise than before. @param what in words */
	happened(ticket: Ticket, what: string): Ticket {
		const { ticket_id: ticketId, messages } = ticket;
		const isRemoved = !this.simulator.store.tickets.has(ticketId);
		const came = messages.filter(({ message_id, action_cd }) => this.states.get(message_id) !== action_cd);
		const comments = commentsOf(ticket).filter(({ key }) => !this.comments.has(key));
		this.count(what.split(/ (?:in |\{)/)[0]);
		this.history.changed(ticket, [what, ...came.map(describe), ...comments.map(({ key }) => key)].join(), isRemoved);
		this.latest = { ticketId, at: this.now() };
		for (const message of came) this.messageCame(message, !this.aheads.has(ticketId));
		for (const { key, comment } of comments) {
			this.comments.add(key);
			for (const listener of this.listeners) listener.commentCame(comment, key, ticket, this.isWritten(ticketId));
		}
		this.aheads.set(ticketId, Math.max(this.aheads.get(ticketId) ?? 0, ...messages.map(({ sent_at }) => sent_at)));
		for (const listener of this.listeners) listener.ticketFieldChanged(ticket, isRemoved);
		return ticket;
	}

	/** A ticket is listed and cannot be shown. @param lasting ms */
	breakTicket(ticket: Ticket, status: 404 | 500, lasting: number): void {
		this.simulator.store.unshowable.hide(ticket.ticket_id, { status, until: this.now() + lasting });
		this.history.unreadable.add(ticket.ticket_id);
		this.happened(ticket, 'cannot be shown');
	}

	/** A node of the triggers' own process begins to write a ticket. @returns what is to be called when it has its answer, or none */
	beginOwnWrite(ticket: Ticket): () => void {
		const { ticket_id: ticketId, messages } = ticket;
		const write = { ticketId, until: Infinity };
		this.ownWrites.add(write);
		const latest = messages.slice(1).filter(({ message_id }) => (this.cameAt.get(message_id) ?? -Infinity) > this.now() - MINUTE);
		for (const listener of this.listeners) latest.forEach((message) => listener.ownWriteCame(message));
		for (const listener of this.listeners) listener.ownWriteBegan(ticket);
		this.latest = { ticketId, at: this.now() };
		// The service shows its time in whole seconds: when the write ended is known to a second, and what comes within one
		// more has the same time.
		return () => void (write.until = this.now() + 2 * SECOND);
	}

	/** A node of the triggers' own process has the answer to a write. @param text of the comment that it left. @param sentAt when it was sent (ms) */
	ownWriteKnown(ticket: Ticket, text: string, sentAt: number): void {
		const own = commentsOf(ticket).filter(({ comment }) => comment.commenter === NODE && comment.comment === text && comment.commented_at >= sentAt - SECOND);
		for (const listener of this.listeners) listener.ownCommentsKnown(ticket, own.map(({ key }) => key));
	}

	private isWritten(ticketId: number): boolean {
		return [...this.ownWrites].some((write) => write.ticketId === ticketId && this.now() < write.until);
	}

	/** @param isOfNew whether its ticket came with it */
	private messageCame(message: Message, isOfNew: boolean): void {
		const { message_id, action_cd, sent_at, ticket } = message;
		const before = this.states.get(message_id);
		const isBesideAhead = (this.aheads.get(ticket.ticket_id) ?? 0) > this.now();
		const isOwnWrite = this.isWritten(ticket.ticket_id);
		this.states.set(message_id, action_cd);
		this.history.messageCame(message);
		if (before === undefined) {
			this.cameAt.set(message_id, this.now());
			this.senders.came(message);
		}
		if (sent_at > this.now()) this.count('dated ahead');
		if (sent_at <= this.now() - MINUTE) this.count('dated back');
		for (const listener of this.listeners) listener.messageCame(message, before, { isOfNew, isBesideAhead, isOwnWrite });
	}
}

function describe({ message_id, method_cd, action_cd, sent_at }: Message): string {
	return ` message ${message_id} ${method_cd} ${action_cd}, dated ${iso(sent_at)}`;
}
