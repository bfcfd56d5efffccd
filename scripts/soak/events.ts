/** What happens at the service in a long run, and the triggers that have to emit it. */
import { setTimeout as delay } from 'node:timers/promises';
import { pollerOf, type Poller, type Service } from '../../test/harness/engine';
import { Random } from '../../test/simulator/random';
import type { FaultOrder, SimulatorClient } from '../simulator-process';

const INBOXES = [101, 102, 103];
const TRIGGERS = 10;
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
interface Ledger {
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

/** A workflow that is started by the trigger, and what it has been started with. */
class Watcher {
	readonly emitted = new Map<string, number>();
	private readonly poller: Poller;

	constructor(
		service: Service,
		readonly inbox: number,
		place: number,
	) {
		const events = ['ticketCreated', 'newMessage', 'ticketFieldChanged'];
		const parameters = { messageBoxIds: [inbox], events, simplify: false, includeNames: false, options: { includeMessages: false } };
		this.poller = pollerOf(service, parameters, { node: { id: `trigger-${place}` } });
	}

	/** @throws what n8n would show as a failed poll */
	async poll(): Promise<number> {
		const items = (await this.poller.poll()) ?? [];
		for (const { json } of items) {
			if (json.event === 'ticketCreated') this.note(`ticket ${String(json.ticket_id)}`);
			if (json.event === 'newMessage') this.note(`message ${String((json.message as { message_id: number }).message_id)}`);
		}
		return items.length;
	}

	private note(event: string): void {
		const key = `${this.inbox} ${event}`;
		this.emitted.set(key, (this.emitted.get(key) ?? 0) + 1);
	}
}

/** Ten triggers on three inboxes, polling as n8n does: all at once, each one minute of the service after the other. */
export class Watchers {
	polls = 0;
	/** why polls failed, and how often */
	readonly failures = new Map<string, number>();
	items = 0;
	private readonly all: Watcher[];
	private running = false;

	constructor(
		service: Service,
		private readonly everyMs: number,
	) {
		this.all = Array.from({ length: TRIGGERS }, (_, place) => new Watcher(service, INBOXES[place % INBOXES.length] as number, place));
	}

	/** The polls of the activation. */
	async activate(): Promise<void> {
		for (const watcher of this.all) while (!(await this.poll(watcher))) await delay(this.everyMs);
	}

	/** Polls until `stop`. */
	async run(): Promise<void> {
		this.running = true;
		await Promise.all(this.all.map(async (watcher) => await this.pollOnAndOn(watcher)));
	}

	/** No further poll begins. */
	stop(): void {
		this.running = false;
	}

	/** @returns the events of these that not every trigger of their inbox has emitted, and those emitted more than once */
	compare(events: string[]): { lost: string[]; doubled: string[] } {
		const lost: string[] = [];
		for (const { inbox, emitted } of this.all) {
			lost.push(...events.filter((event) => event.startsWith(`${inbox} `) && !emitted.has(event)));
		}
		const doubled = this.all.flatMap(({ emitted }) => [...emitted].filter(([, times]) => times > 1).map(([event]) => event));
		return { lost, doubled };
	}

	private async pollOnAndOn(watcher: Watcher): Promise<void> {
		while (this.running) {
			const begun = Date.now();
			await this.poll(watcher);
			await delay(Math.max(0, begun + this.everyMs - Date.now()));
		}
	}

	private async poll(watcher: Watcher): Promise<boolean> {
		this.polls++;
		try {
			this.items += await watcher.poll();
			return true;
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
			return false;
		}
	}
}
