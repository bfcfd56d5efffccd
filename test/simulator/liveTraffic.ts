import { TICKET_COLORS } from './enums';
import { Random } from './random';
import { CUSTOMERS, MEMOS, QUESTIONS, REPLIES } from './seed/texts';
import type { Store } from './store/Store';
import type { Ticket } from './store/types';

const MINUTE = 60_000;

/** What one step of the traffic did. */
export interface LiveEvent {
	kind: 'ticket' | 'reply' | 'edit' | 'memo' | 'lateMail';
	ticket_id: number;
	/** of the new message; absent for a silent edit */
	message_id?: number;
}

/** Customers and colleagues at work: new tickets, replies, silent edits, memos and mails with past times. The same seed does the same. */
export class LiveTraffic {
	private readonly random: Random;
	private timer: NodeJS.Timeout | undefined;

	/** @param inboxes where it happens; default: every inbox */
	constructor(
		private readonly store: Store,
		seed = 7,
		private readonly inboxes?: number[],
	) {
		this.random = new Random(seed);
	}

	/** Does one thing, right now on the server's clock. */
	step(): LiveEvent {
		const ticket = this.someTicket();
		const dice = this.random.next();
		if (!ticket || dice < 0.4) return this.newTicket();
		if (dice < 0.65) return this.reply(ticket);
		if (dice < 0.85) return this.edit(ticket);
		return dice < 0.95 ? this.memo(ticket) : this.lateMail(ticket);
	}

	/** Does one thing every `intervalMs` until stopped; 0 only stops. */
	run(intervalMs: number): void {
		clearInterval(this.timer);
		this.timer = intervalMs > 0 ? setInterval(() => this.step(), intervalMs) : undefined;
	}

	private someInbox(): number {
		return this.random.pick(this.inboxes ?? [...this.store.inboxes.keys()]);
	}

	/** One of the newest tickets: old ones are seldom touched. */
	private someTicket(): Ticket | undefined {
		const { tickets } = this.store.inbox(this.someInbox());
		let steps = this.random.between(0, Math.min(20, tickets.size - 1));
		for (const ticket of tickets.newestFirst()) if (steps-- <= 0) return ticket;
		return undefined;
	}

	private newTicket(): LiveEvent {
		const { title, body } = this.random.pick(QUESTIONS);
		const { email } = this.random.pick(CUSTOMERS);
		const message = { from: email, to: 'support@tenant.example', body };
		const ticket = this.store.createTicket({ message_box_id: this.someInbox(), title, messages: [message] });
		return { kind: 'ticket', ticket_id: ticket.ticket_id, message_id: ticket.messages[0].message_id };
	}

	private reply({ ticket_id, title }: Ticket): LiveEvent {
		const { email } = this.random.pick(CUSTOMERS);
		const body = this.random.pick(REPLIES);
		const message = this.store.addMessage(ticket_id, { from: email, title: `Re: ${title}`, body });
		return { kind: 'reply', ticket_id, message_id: message.message_id };
	}

	private edit({ ticket_id, message_box_id, status_cd }: Ticket): LiveEvent {
		const labels = this.store.inbox(message_box_id).labels.all();
		const users = [...this.store.users.keys()];
		const change = this.random.between(0, 3);
		if (change === 0) this.store.editTicket(ticket_id, { status_cd: status_cd === 'open' ? 'closed' : 'open' });
		if (change === 1) this.store.editTicket(ticket_id, { assignee: users.length ? this.random.pick(users) : null });
		if (change === 2) this.store.editTicket(ticket_id, { color_cd: this.random.pick(TICKET_COLORS) });
		if (change === 3) {
			this.store.editTicket(ticket_id, { label_ids: labels.length ? [this.random.pick(labels).id] : [] });
		}
		return { kind: 'edit', ticket_id };
	}

	private memo({ ticket_id }: Ticket): LiveEvent {
		const sent_at = this.store.now() - this.random.between(5, 600) * MINUTE;
		const body = this.random.pick(MEMOS);
		const message = this.store.addMessage(ticket_id, { method_cd: 'record', title: 'Phone call', body, sent_at });
		return { kind: 'memo', ticket_id, message_id: message.message_id };
	}

	/** A mail that took hours to arrive. */
	private lateMail({ ticket_id, title }: Ticket): LiveEvent {
		const sent_at = this.store.now() - this.random.between(30, 300) * MINUTE;
		const { email } = this.random.pick(CUSTOMERS);
		const body = this.random.pick(REPLIES);
		const message = this.store.addMessage(ticket_id, { from: email, title: `Re: ${title}`, body, sent_at });
		return { kind: 'lateMail', ticket_id, message_id: message.message_id };
	}
}
