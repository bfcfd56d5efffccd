import { codeEdits } from '../contract/ticketFields';
import { Random } from './random';
import { CUSTOMERS, MEMOS, QUESTIONS, REPLIES } from './seed/texts';
import type { MessageInput } from './store/inputs';
import type { Store } from './store/Store';
import type { Ticket } from './store/types';

const MINUTE = 60_000;

/** Acts as customers and colleagues: new tickets, replies, silent edits, memos and mails with past times. The seed is fixed. */
export class LiveTraffic {
	private readonly random = new Random(7);
	private timer: NodeJS.Timeout | undefined;

	constructor(private readonly store: Store) {}

	/** Does one step every `intervalMs` until stopped; 0 only stops. */
	run(intervalMs: number): void {
		clearInterval(this.timer);
		this.timer = intervalMs > 0 ? setInterval(() => this.step(), intervalMs) : undefined;
	}

	/** Does one action, at the present time of the server's clock. */
	private step(): void {
		const { random, store } = this;
		const ticket = this.someTicket();
		const dice = random.next();
		if (!ticket || dice < 0.4) this.newTicket();
		else if (dice >= 0.65 && dice < 0.85) store.editTicket(ticket.ticket_id, this.edit(ticket));
		else store.addMessage(ticket.ticket_id, this.message(dice, ticket));
	}

	private someInbox(): number {
		return this.random.pick([...this.store.inboxes.keys()]);
	}

	/** One of the newest tickets: old ones are seldom touched. */
	private someTicket(): Ticket | undefined {
		const { tickets } = this.store.inbox(this.someInbox());
		let steps = this.random.between(0, Math.min(20, tickets.size - 1));
		for (const ticket of tickets.newestFirst()) if (steps-- <= 0) return ticket;
		return undefined;
	}

	private newTicket(): void {
		const { title, body } = this.random.pick(QUESTIONS);
		const { email } = this.random.pick(CUSTOMERS);
		this.store.createTicket({ message_box_id: this.someInbox(), title, messages: [{ from: email, to: 'support@tenant.example', body }] });
	}

	/** A reply; a memo, dated back to its call; or a mail that took hours to arrive. */
	private message(dice: number, { title }: Ticket): MessageInput {
		const { random, store } = this;
		const ago = (least: number, most: number) => store.now() - random.between(least, most) * MINUTE;
		if (dice >= 0.85 && dice < 0.95) return { method_cd: 'record', title: 'Phone call', body: random.pick(MEMOS), sent_at: ago(5, 600) };
		const sent_at = dice < 0.65 ? undefined : ago(30, 300);
		return { from: random.pick(CUSTOMERS).email, title: `Re: ${title}`, body: random.pick(REPLIES), sent_at };
	}

	private edit({ message_box_id, status_cd }: Ticket) {
		const { random, store } = this;
		const labels = store.inbox(message_box_id).labels.all();
		return [
			{ status_cd: status_cd === 'open' ? 'closed' : 'open' } as const,
			{ assignee: random.pick([...store.users.keys()]) },
			codeEdits((codes) => random.pick(codes)),
			{ label_ids: labels.length ? [random.pick(labels).id] : [] },
		][random.between(0, 3)];
	}
}
