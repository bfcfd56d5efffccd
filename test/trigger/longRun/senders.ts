import type { Message } from '../../simulator';
import { Random } from '../../simulator/random';

const SUPPORT = 'support@tenant.example';
const FORM = 'form@shop.example';
const MEMOS: readonly string[] = ['record', 'call'];

type Headers = Pick<Message, 'from' | 'to' | 'reply_to'>;

/** Who writes to the service: customers who write often, in several spellings and by web forms, and addresses of nobody. */
export class Senders {
	/** Dice of its own, so that what happens in a seed does not depend on who writes. */
	private readonly random = new Random(1);
	/** who is behind what was written in the headers of a message; null: no one person */
	private readonly people = new Map<string, string | null>();
	/** the first message that came into each ticket from outside, whose writer its sender is */
	private readonly first = new Map<number, Message>();

	/** @returns the headers of a message */
	headersOf(action: string): Headers {
		const { random } = this;
		const place = random.between(1, 15);
		const customer = `customer${place}@mail.example`;
		if (action !== 'received') return { from: `Support <${SUPPORT}>`, to: customer, reply_to: null };
		const spelling = random.pick([customer, `Customer ${place} <${customer}>`, `"Sato, Hanako" <${customer.toUpperCase()}>`]);
		const [person, headers] = random.pick<[string | null, Headers]>([
			[customer, { from: spelling, to: SUPPORT, reply_to: null }],
			[customer, { from: spelling, to: `Support <${SUPPORT}>`, reply_to: customer }],
			[customer, { from: FORM, to: SUPPORT, reply_to: spelling }],
			[customer, { from: 'no-reply@form.example', to: SUPPORT, reply_to: spelling }],
			...(random.chance(0.5) ? [] : this.nobodies(place)),
		]);
		this.people.set(keyOf(headers), person);
		return headers;
	}

	private nobodies(place: number): Array<[null, Headers]> {
		const member = `member${place}@club.example`;
		return [
			[null, { from: SUPPORT, to: SUPPORT, reply_to: null }],
			[null, { from: 'no-reply@form.example', to: SUPPORT, reply_to: null }],
			[null, { from: member, to: 'all@club.example', reply_to: 'all@club.example' }],
			[null, { from: 'board@club.example', to: SUPPORT, reply_to: `${member}, all@club.example` }],
		];
	}

	/** A message came. */
	came(message: Message): void {
		const { ticket, action_cd, method_cd, created_at, message_id } = message;
		if (action_cd !== 'received' || MEMOS.includes(method_cd)) return;
		const before = this.first.get(ticket.ticket_id);
		const isFirst = before === undefined || created_at < before.created_at || (created_at === before.created_at && message_id < before.message_id);
		if (isFirst) this.first.set(ticket.ticket_id, message);
	}

	/** @returns the message that shows a ticket's sender */
	firstOf(ticketId: number): Message | undefined {
		return this.first.get(ticketId);
	}

	/** @returns the person who has begun a ticket; null: nobody knows, or it is no one person */
	personOf(ticketId: number): string | null {
		const first = this.first.get(ticketId);
		// What was there before the run has plain addresses.
		return first === undefined ? null : (this.people.get(keyOf(first)) ?? (this.people.has(keyOf(first)) ? null : first.from));
	}
}

function keyOf({ from, to, reply_to }: Headers): string {
	return JSON.stringify([from, to, reply_to]);
}
