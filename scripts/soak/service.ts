import { Random } from '../../test/simulator/random';
import type { FaultOrder, SimulatorClient } from '../simulator-process';

export const INBOXES = [101, 102, 103];
/** What customers and colleagues do. A new ticket is the rarest: what a trigger remembers grows with them. */
const EVERY_MS = { message: 300, edit: 700, ticket: 5_000, fault: 4_000 };
const FAULTS: FaultOrder[] = [
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 503 },
	{ kind: 'resetBefore' },
	{ kind: 'resetAfter' },
	{ kind: 'cutJson' },
	{ kind: 'html' },
	{ kind: 'delay', delayMs: 1_500 },
];
const STATES = ['open', 'ongoing', 'closed'];

/** What happened at the service since the triggers began: what each of them has to emit, once. */
export interface Ledger {
	/** `101 ticket 10300` and `101 message 5012` */
	events: string[];
	edits: number;
	faults: number;
}

/** The people and the faults of the service, at the simulator. */
export class Life {
	readonly ledger: Ledger = { events: [], edits: 0, faults: 0 };
	private readonly tickets: Array<{ id: number; inbox: number }> = [];
	private readonly timers: NodeJS.Timeout[] = [];
	private readonly random = new Random(1);

	constructor(private readonly simulator: SimulatorClient) {}

	/** Makes the tickets that are there before the triggers begin. @param tickets how many in each inbox */
	async prepare(tickets: number): Promise<void> {
		for (let count = 0; count < tickets; count++) {
			for (const inbox of INBOXES) await this.createTicket(inbox);
		}
		this.ledger.events.length = 0;
	}

	/** Lets things happen until `stop`. */
	run(): void {
		this.every(EVERY_MS.message, async () => await this.addMessage());
		this.every(EVERY_MS.edit, async () => await this.edit());
		this.every(EVERY_MS.ticket, async () => await this.createTicket(this.random.pick(INBOXES)));
		this.every(EVERY_MS.fault, async () => await this.fail());
	}

	/** Nothing happens any more, and nothing fails. */
	async stop(): Promise<void> {
		for (const timer of this.timers) clearInterval(timer);
		await this.simulator.failNoMore();
	}

	private every(ms: number, work: () => Promise<void>): void {
		this.timers.push(setInterval(() => void work(), ms));
	}

	private async createTicket(inbox: number): Promise<void> {
		const input = { do: 'createTicket', message_box_id: inbox, title: `Soak ${this.tickets.length}`, messages: [{ body: 'First' }] };
		const ticket = await this.simulator.act<{ ticket_id: number; messages?: Array<{ message_id: number }> }>(input);
		this.tickets.push({ id: ticket.ticket_id, inbox });
		this.ledger.events.push(`${inbox} ticket ${ticket.ticket_id}`);
		for (const { message_id } of ticket.messages ?? []) this.ledger.events.push(`${inbox} message ${message_id}`);
	}

	private async addMessage(): Promise<void> {
		const { id, inbox } = this.random.pick(this.tickets);
		const { message_id } = await this.simulator.act<{ message_id: number }>({ do: 'addMessage', ticketId: id, body: 'And?' });
		this.ledger.events.push(`${inbox} message ${message_id}`);
	}

	private async edit(): Promise<void> {
		await this.simulator.act({ do: 'editTicket', ticketId: this.random.pick(this.tickets).id, status_cd: this.random.pick(STATES) });
		this.ledger.edits++;
	}

	private async fail(): Promise<void> {
		await this.simulator.failNoMore();
		await this.simulator.fail({ ...this.random.pick(FAULTS), when: { path: '/api/' } });
		this.ledger.faults++;
	}
}
