import type { Settings } from '../../../nodes/SupportInbox/trigger/properties/settings';
import type { Comment, Message, Ticket } from '../../simulator';
import { commentsOf, keysOf, messageKey, ticketKey } from './events';
import type { Claim, Ledger } from './ledger';
import { MINUTE, SECOND } from './units';
import type { Waits } from './waits';

/** A message may be on its way for so long before a search shows it. */
const ON_ITS_WAY = 5 * SECOND;
/** The number of tickets that may come or go before the first answer. */
const UNSURE_PLACES = 20;

/** What the world knows beside a message. */
export interface Circumstances {
	/** its ticket came with it */
	isOfNew: boolean;
	/** a message of its ticket is dated ahead, or was before it was sent */
	isBesideAhead: boolean;
	/** a node of the triggers' process writes the ticket in these seconds */
	isOwnWrite: boolean;
}

/** What moves `last_updated_at`. */
export interface Hints {
	messages: boolean;
	comments: boolean;
}

/** The commenter of what a node leaves. */
export const NODE = 'api';

/** What each step in the service means for one workflow, by docs/trigger.md. Listens to the world, writes the ledger's claims. */
export class Expectations {
	/** watched inboxes: when the trigger began with them (ms); until an answer has come, what happens may count as there before, or as new */
	private readonly inboxes = new Map<number, { begunAt: number; isSeen: boolean }>();

	/** @param now the service's clock (ms) */
	constructor(private readonly settings: Settings, private readonly hints: Hints, private readonly ledger: Ledger, private readonly waits: Waits, private readonly now: () => number) {}

	/** The trigger begins with an inbox, perhaps anew. @param tickets those in it */
	begin(messageBoxId: number, tickets: Ticket[]): void {
		const { start, lookback } = this.settings;
		const from = start.mode === 'date' ? start.at : this.now();
		this.end(messageBoxId, tickets);
		const inbox = { begunAt: this.now(), isSeen: true };
		this.inboxes.set(messageBoxId, inbox);
		if (start.mode === 'latestTickets') this.beginWithNewest(tickets, start.count);
		for (const ticket of tickets) {
			const claim = start.mode === 'date' && ticket.messages.some(({ sent_at }) => sent_at >= from - lookback) ? 'due' : 'may';
			if (ticket.created_at >= from) this.claimTicket(ticket, claim);
			for (const message of ticket.messages) {
				// What was sent in the second of the start may count as sent before it or after it.
				const isNew = message.created_at >= from;
				const at = message.action_cd === 'received' ? message.created_at : Math.max(message.created_at, message.sent_at);
				if (isNew || at > from - SECOND) this.claimMessage(message, isNew ? claim : 'may');
				if (isNew || at > from - SECOND) this.claimWait(message, isNew ? claim : 'may');
			}
			this.beginComments(ticket, from);
		}
		inbox.isSeen = false;
	}

	/** New Comment is chosen. @param tickets those in the trigger's inboxes */
	chooseComments(tickets: Ticket[]): void {
		this.ledger.watchAnew();
		for (const inbox of this.inboxes.values()) Object.assign(inbox, { begunAt: this.now(), isSeen: false });
		for (const ticket of tickets) this.beginComments(ticket, this.now());
	}

	/** @param answeredAt when each inbox was answered last (ms) */
	seen(answeredAt: ReadonlyMap<number, number>): void {
		for (const [id, inbox] of this.inboxes) inbox.isSeen ||= (answeredAt.get(id) ?? -1) >= inbox.begunAt;
	}

	/** The trigger forgets an inbox. @param tickets those in it */
	end(messageBoxId: number, tickets: Ticket[]): void {
		this.inboxes.delete(messageBoxId);
		for (const ticket of tickets) this.ledger.forget(ticket);
	}

	/** A message came, or is in another state and dated otherwise: a draft is sent. @param before its state until now */
	messageCame(message: Message, before: string | undefined, circumstances: Circumstances): void {
		const { ticket, message_id } = message;
		const claim = this.claimOf(message, circumstances);
		// A ticket that was to be found by a draft is found where it is dated now.
		if (circumstances.isOfNew || (before !== undefined && this.ledger.isDue(ticketKey(ticket.ticket_id)))) this.claimTicket(ticket, claim);
		// In a state that the trigger gives, too, it may have been given, unless it was not new in it and is sent now.
		const isNewBySending = message.action_cd === 'sent' && this.ledger.claimOf(messageKey(message_id)) === undefined;
		const isKnown = before !== undefined && this.chooses(before) && !this.ledger.isDue(messageKey(message_id)) && !isNewBySending;
		this.claimMessage(message, isKnown ? 'may' : claim);
		if (before === undefined) this.claimWait(message, claim);
		if (!isKnown && claim !== 'hidden') this.reveal(ticket, claim);
	}

	/** Within a minute a node of the triggers' process writes the ticket of a message: that may explain what the message moved, too. */
	ownWriteCame(message: Message): void {
		const claim = this.claimOf(message, { isOfNew: false, isBesideAhead: false, isOwnWrite: true });
		if (this.ledger.isDue(messageKey(message.message_id))) this.claimMessage(message, claim);
		if (this.waits.claimOf(message.message_id) === 'due') this.claimWait(message, claim);
	}

	/** A comment came. @param isOwnWrite as in Circumstances */
	commentCame(comment: Comment, key: string, ticket: Ticket, isOwnWrite: boolean): void {
		const ignores = this.settings.ignoreOwn === 'allWorkflows';
		// Beside an own write, a comment without a text looks like one that the write left.
		const isOwn = ignores && (comment.commenter === NODE || (isOwnWrite && comment.comment === ''));
		if (isOwn && comment.commenter !== NODE) this.ledger.releaseAll('own', ticket.ticket_id);
		const { isSeen } = this.inboxes.get(ticket.message_box_id) ?? {};
		this.claimComment(comment, key, ticket, isOwn ? 'may' : this.commentClaim(ticket, isOwnWrite));
		if (isSeen && !isOwn && this.hints.comments && !this.fits(ticket) && this.ledger.claimOf(key) === 'may') this.ledger.claim(key, ticket.ticket_id, 'unfit', this.now());
	}

	/** A node of the triggers' process begins to write a ticket: that may explain what comments moved since the last look at it. */
	ownWriteBegan(ticket: Ticket): void {
		for (const { key, comment } of commentsOf(ticket)) {
			const isLikeOwn = this.settings.ignoreOwn === 'allWorkflows' && comment.comment === '' && comment.commented_at > this.now() - SECOND;
			if (isLikeOwn && ['due', 'slow', 'hidden'].includes(this.ledger.claimOf(key) ?? '')) this.claimComment(comment, key, ticket, 'may');
			else if (this.ledger.claimOf(key) === 'due') this.claimComment(comment, key, ticket, this.commentClaim(ticket, true));
		}
	}

	/** A node of the triggers' process has its answer: the comments of its write are known as its own. */
	ownCommentsKnown(ticket: Ticket, keys: string[]): void {
		// Which of two that are alike is the own one is not known.
		const hasOther = commentsOf(ticket).some(({ comment }) => comment.commenter !== NODE && comment.comment === '' && comment.commented_at > this.now() - MINUTE);
		if (this.settings.ignoreOwn !== 'allWorkflows' || hasOther) return;
		for (const key of keys) if (this.ledger.claimOf(key) === 'may') this.ledger.claim(key, ticket.ticket_id, 'own', this.now());
	}

	/** The process of the triggers ends, and what it knows. */
	processEnded(): void {
		this.ledger.releaseAll('own');
	}

	/** Where a ticket left the filters or the service, nobody knows whether it was seen before. */
	ticketFieldChanged(ticket: Ticket, isRemoved: boolean): void {
		if (!isRemoved && this.fits(ticket)) {
			// Taken out of Spam, or reopened: nothing has hinted at what came until then.
			for (const message of ticket.messages) if (this.waits.claimOf(message.message_id) === 'unfit') this.claimWait(message, this.sweepClaim(ticket));
			return this.ledger.releaseAll('unfit', ticket.ticket_id);
		}
		this.ledger.release(ticket);
		this.ledger.knowStatusOnly(ticket);
	}

	fits({ status_cd }: { status_cd?: unknown }): boolean {
		const { statusCds } = this.settings.filters;
		return statusCds.length === 0 ? status_cd !== 'spam' && status_cd !== 'trash' : (statusCds as unknown[]).includes(status_cd);
	}

	/** Which ones they are is decided by the first answer: until then the last places may shift. */
	private beginWithNewest(tickets: Ticket[], count: number): void {
		const sorted = [...tickets].sort((a, b) => b.created_at - a.created_at || b.ticket_id - a.ticket_id);
		const areSure = tickets.every((ticket) => this.fits(ticket));
		for (const [place, ticket] of sorted.slice(0, count + UNSURE_PLACES).entries()) {
			this.claimTicket(ticket, areSure && place < count - UNSURE_PLACES ? 'due' : 'may');
		}
	}

	private chooses(state: string): boolean {
		const { actionCds } = this.settings.messages;
		return actionCds.length === 0 || (actionCds as string[]).includes(state);
	}

	private claimOf({ sent_at }: Message, { isOfNew, isBesideAhead, isOwnWrite }: Circumstances): Claim {
		const { lookback } = this.settings;
		const age = this.now() - sent_at;
		const isBack = age >= ON_ITS_WAY;
		if (age >= lookback) return 'hidden';
		// A ticket that was not there before is found without a hint.
		if (isOfNew) return 'due';
		// An own write explains the new `last_updated_at`, which hides what else moved it.
		if (this.hints.messages && !(isOwnWrite && isBack)) return 'due';
		if (isBack && age > lookback / 2) return 'hidden';
		return isBack || isBesideAhead ? 'slow' : 'due';
	}

	/** A comment comes as silent edits do where it moves `last_updated_at`, otherwise with what is read again. */
	private commentClaim(ticket: Ticket, isOwnWrite: boolean): Claim {
		const watches = this.ledger.watches(ticket);
		if (watches === 'forgotten') return 'may';
		return watches && this.hints.comments && !isOwnWrite ? 'due' : this.sweepClaim(ticket);
	}

	/** What comes with what is read again. */
	private sweepClaim(ticket: Ticket): Claim {
		const ages = ticket.messages.map(({ sent_at }) => this.now() - sent_at);
		return ages.some((age) => age >= 0 && age <= this.settings.lookback / 2) ? 'slow' : 'hidden';
	}

	/** Comments from before the start are not given; those of its second may count as before or after it. */
	private beginComments(ticket: Ticket, from: number): void {
		for (const { key, comment } of commentsOf(ticket)) if (comment.commented_at > from - SECOND) this.claimComment(comment, key, ticket, 'may');
	}

	private claimComment({ comment_type, commenter }: Comment, key: string, ticket: Ticket, claim: Claim): void {
		const { types, commentAuthors } = this.settings.comments;
		const isChosen = (types.length === 0 || types.includes(comment_type)) && (commentAuthors.length === 0 || commentAuthors.includes(commenter));
		if (this.wants('newComment') && isChosen) this.claim(key, ticket, claim);
	}

	private claimTicket(ticket: Ticket, claim: Claim): void {
		if (this.wants('ticketCreated')) this.claim(ticketKey(ticket.ticket_id), ticket, claim);
	}

	private claimMessage({ message_id, action_cd, ticket }: Message, claim: Claim): void {
		if (this.wants('newMessage') && this.chooses(action_cd)) this.claim(messageKey(message_id), ticket, claim);
	}

	private claimWait({ message_id, action_cd, ticket }: Message, claim: Claim): void {
		const inbox = this.inboxes.get(ticket.message_box_id);
		if (!this.wants('ticketUnanswered') || action_cd !== 'received' || inbox === undefined) return;
		const unsure = claim !== 'may' && inbox.isSeen && this.waits.isUnseen(ticket) ? 'unfit' : 'may';
		this.waits.claim(message_id, this.isSure(ticket) ? claim : unsure, this.now());
	}

	private claim(key: string, ticket: Ticket, claim: Claim): void {
		if (this.inboxes.has(ticket.message_box_id)) this.ledger.claim(key, ticket.ticket_id, this.isSure(ticket) ? claim : 'may', this.now());
	}

	/** Whether the trigger surely sees what happens in the ticket as new, and as fitting its filters. */
	private isSure(ticket: Ticket): boolean {
		return this.inboxes.get(ticket.message_box_id)?.isSeen === true && this.fits(ticket) && this.surelyFits(ticket);
	}

	/** Something happens in a ticket that the trigger sees: what it could not see there is given with it. */
	private reveal(ticket: Ticket, claim: Claim): void {
		for (const key of keysOf(ticket)) if (this.ledger.claimOf(key) === 'hidden') this.claim(key, ticket, claim);
		for (const message of ticket.messages) if (this.waits.claimOf(message.message_id) === 'hidden') this.claimWait(message, claim);
	}

	private wants(event: string): boolean {
		return (this.settings.events as readonly string[]).includes(event);
	}

	/** A channel is that of any message; that the first one fits is enough to know it. */
	private surelyFits({ messages }: Ticket): boolean {
		const { methodCds } = this.settings.filters;
		return methodCds.length === 0 || methodCds.includes(messages[0].method_cd);
	}
}
