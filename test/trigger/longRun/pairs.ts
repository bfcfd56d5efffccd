import type { TriggerEvent } from './events';
import type { History } from './history';
import type { Period } from './ledger';
import type { Senders } from './senders';
import { MINUTE } from './units';

/** The most tickets that an event shows (docs/trigger.md). */
const MOST = 20;

/** The other tickets that one workflow was shown, and those that it should have been shown. */
export class Pairs {
	/** how many were shown */
	shown = 0;
	/** tickets whose sender the trigger surely knows */
	private readonly read = new Set<number>();

	constructor(private readonly senders: Senders, private readonly history: History) {}

	/** The trigger may have forgotten the ticket. */
	forget(ticketId: number): void {
		this.read.delete(ticketId);
	}

	/** Takes in what one poll gave. @returns each fault with its ticket */
	take(events: readonly TriggerEvent[], { begun }: Period): Array<{ ticketId: number; text: string }> {
		for (const event of events) if (this.surelyShowsSender(event, begun)) this.read.add(event.ticket_id);
		return events.flatMap((event) => this.faultsOf(event).map((text) => ({ ticketId: event.ticket_id, text })));
	}

	private faultsOf({ ticket_id: id, other_tickets: others }: TriggerEvent): string[] {
		const { senders, read, history } = this;
		const person = senders.personOf(id);
		const shown = (others ?? []).map(({ ticket_id }) => ticket_id);
		this.shown += shown.length;
		const wrong = shown.filter((other) => other === id || person === null || senders.personOf(other) !== person);
		const isKnown = person !== null && read.has(id);
		const due = isKnown ? [...read].filter((other) => other !== id && senders.personOf(other) === person && !history.removed.has(other)) : [];
		const missing = shown.length < MOST ? due.filter((other) => !shown.includes(other)) : [];
		return [
			...wrong.map((other) => `false pair: ${id} of ${person} shows ${other} of ${senders.personOf(other)}`),
			...missing.map((other) => `missing pair: ${id} of ${person} does not show ${other}`),
			...(others === null && isKnown ? [`no pairs: ${id} of ${person} is taken for nobody's`] : []),
		];
	}

	/** Whether the poll has read the ticket's messages, with the one that shows who has begun it. */
	private surelyShowsSender({ event, ticket_id: id, messages, message }: TriggerEvent, begun: number): boolean {
		const first = this.senders.firstOf(id);
		if (first === undefined || (event === 'ticketCreated' ? (messages ?? []).length === 0 : message === undefined && event !== 'ticketUnanswered')) return false;
		return first.created_at < begun - 2 * MINUTE || [...(messages ?? []), message].some((one) => one?.message_id === first.message_id);
	}
}
