import { UnexpectedError } from 'n8n-workflow';
import type { TicketDetails } from '../../ledger/tickets';
import { hasStatus } from '../../transport/errors/failure';
import type { InboxMemory } from '../memory/memory';
import type { Reader } from '../reader/reader';
import { isOfTicket } from '../service/requests';
import type { RunContext } from './status';
import type { TodoList } from './todoList';

/** Details without messages of a ticket that has some. */
class NoMessages extends UnexpectedError {}

/** The details of the tickets of one inbox, for one trigger: without messages where some are known, they are no answer. */
export class WholeDetails {
	constructor(
		private readonly memory: InboxMemory,
		private readonly reader: Reader,
		private readonly poll: RunContext,
		private readonly todo: TodoList,
	) {}

	/** @returns the newest details that this process has read */
	known(id: number): TicketDetails | undefined {
		const details = this.reader.ledger.details.get(id);
		return details !== undefined && this.areWhole(details) ? details : undefined;
	}

	/** @returns details that `suffices` accepts. A ticket that cannot be read is noted. @throws BudgetExhausted, ServiceFailure of more than the ticket */
	async read(id: number, suffices: (known: TicketDetails) => boolean): Promise<TicketDetails | 'unreadable'> {
		const { reader, poll, todo } = this;
		const details = reader.readDetails(poll.requests, id, (known) => this.areWhole(known) && suffices(known)).then((found) => {
			if (!this.areWhole(found)) throw new NoMessages(`Ticket ${id} has come without its messages`);
			return found;
		});
		return await details.catch((error) => {
			if (!isOfTicket(error) && !(error instanceof NoMessages)) throw error;
			// One later request asks for several such tickets whether they are still listed.
			if (hasStatus(error, 404)) reader.ledger.noteNotFound(id);
			todo.noteTry(id, error);
			return 'unreadable' as const;
		});
	}

	private areWhole({ ticket: { ticket_id, messages } }: TicketDetails): boolean {
		const { done = [], open = [] } = this.memory.tickets[ticket_id]?.messages ?? {};
		return messages.length > 0 || done.length + open.length === 0;
	}
}
