import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../run';
import type { SeenRequest, SimulatorClient } from '../simulator-process';
import { INBOX_ID } from './setUp';

const EVERY_MS = 500;
/** Fast traffic: only some of what happens is a new ticket in the watched inbox. */
const TRAFFIC_MS = 400;
const WANTED_TICKETS = 3;
export const TRAFFIC_TIMEOUT_MS = 60_000;
/** n8n polls every ten seconds; a slow machine gets its time. */
export const POLL_TIMEOUT_MS = 130_000;

/** What customers write in the inbox of the demo, and what n8n does with it. */
export class Watch {
	/** the tickets that are new since `begin` */
	readonly created: number[] = [];
	private newest = 0;
	private seenRequests = 0;
	private readonly noticed = new Set<number>();

	constructor(private readonly simulator: SimulatorClient) {}

	/** Takes what exists as known. */
	async begin(): Promise<void> {
		this.newest = (await this.simulator.ticketsAfter(0)).at(-1)?.ticket_id ?? 0;
		this.seenRequests = (await this.simulator.requests()).length;
	}

	/** Lets customers write until some tickets are there. @returns how many. @throws when `signal` is aborted */
	async receive(signal: AbortSignal): Promise<number> {
		say('Customers are writing ...');
		await this.simulator.live(TRAFFIC_MS);
		await until(async () => (await this.report()) >= WANTED_TICKETS, TRAFFIC_TIMEOUT_MS, signal);
		await this.simulator.live(0);
		return await this.report();
	}

	/** Says what is new since the last time. @returns how many tickets are new in all */
	async report(): Promise<number> {
		const found = await this.simulator.ticketsAfter(this.newest);
		this.newest = found.at(-1)?.ticket_id ?? this.newest;
		for (const { ticket_id, title } of found.filter(({ message_box_id }) => message_box_id === INBOX_ID)) {
			this.created.push(ticket_id);
			say(`A customer writes, ticket #${ticket_id}: ${title}`);
		}
		const requests = await this.simulator.requests();
		for (const request of requests.slice(this.seenRequests)) this.reportRequest(request);
		this.seenRequests = requests.length;
		return this.created.length;
	}

	private reportRequest({ method, path, body, status }: SeenRequest): void {
		const id = Number(/\/tickets\/(\d+)$/.exec(path)?.[1]);
		if (method === 'GET') {
			// It may be read again before something is written.
			if (!this.created.includes(id) || this.noticed.has(id)) return;
			this.noticed.add(id);
			say(`n8n has noticed ticket #${id}`);
		} else if (!path.endsWith('/search')) {
			const isLabelled = id > 0 && status === 204 && 'label_ids' in Object(body);
			say(isLabelled ? `n8n has labelled ticket #${id}` : `n8n writes: ${method} ${path}, answered with ${status}`);
		}
	}
}

/** Asks until it is reached or the time is over, whichever is first. @throws when `signal` is aborted */
export async function until(reached: () => Promise<boolean> | boolean, timeoutMs: number, signal: AbortSignal): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await reached()) && Date.now() < deadline) await delay(EVERY_MS, undefined, { signal });
}
