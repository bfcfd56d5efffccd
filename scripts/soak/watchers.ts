import { setTimeout as delay } from 'node:timers/promises';
import { pollerOf, type Poller, type Service } from '../../test/harness/engine';
import { INBOXES } from './service';

const COUNT = 10;

/** A workflow that is started by the trigger, and what it has been started with. */
class Watcher {
	readonly emitted = new Map<string, number>();
	private readonly poller: Poller;

	constructor(
		service: Service,
		readonly inbox: number,
		place: number,
	) {
		const events = ['ticketCreated', 'newMessage', 'ticketChanged'];
		const parameters = { messageBoxIds: [inbox], events, simplify: false, addNames: false, options: { includeMessages: false } };
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
		this.all = Array.from({ length: COUNT }, (_, place) => new Watcher(service, INBOXES[place % INBOXES.length] as number, place));
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
