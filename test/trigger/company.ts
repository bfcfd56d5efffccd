import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import { pollerOf, runNode } from '../harness/engine';
import { type TimedService, timedService } from '../harness/virtualTime';

export const INBOX = 101;
export const ALL_EVENTS = ['ticketCreated', 'newMessage', 'ticketFieldChanged'];
/** A label of the demo data's inbox. */
const LABEL = 3001;

/** What a company is like. */
interface Circumstances {
	oldTickets: number;
	limit?: number;
}

/** A workflow that begins with the trigger. `second`: of the minute in which it polls. */
export interface TriggerPlan {
	second: number;
	events?: string[];
	/** what comes after the trigger */
	then?: (items: INodeExecutionData[]) => Promise<unknown>;
}

/** One process of n8n with workflows on one inbox, their nodes run by n8n-core over real HTTP, in virtual time. */
export class Company {
	private workflows = 0;
	/** what the polls of each trigger gave, and the polls that failed */
	readonly emitted: INodeExecutionData[][] = [];
	readonly failedPolls: unknown[] = [];

	private constructor(readonly service: TimedService) {}

	static async start({ oldTickets, limit = 10_000 }: Circumstances): Promise<Company> {
		const service = await timedService({ seed: { tickets: 0 }, rateLimit: { limit } });
		const { store } = service.simulator;
		for (const id of [...store.tickets.keys()]) store.removeTicket(id);
		for (let place = 0; place < oldTickets; place++) store.createTicket({ message_box_id: INBOX, created_at: store.now() - HOUR - place * MINUTE });
		return new Company(service);
	}

	/** @returns how many requests of a kind have arrived, e.g. `GET tickets` */
	count(method = '', path: RegExp = /./): number {
		return this.service.simulator.requests.filter((request) => request.method.startsWith(method) && path.test(request.path)).length;
	}

	/** Lets virtual time pass until all of it has ended, and ends the service. @throws when it was asked what it does not know */
	async during(...work: Array<Promise<unknown>>): Promise<void> {
		await this.service.clock.run(Promise.all(work));
		this.service.simulator.expectNoViolations();
		await this.service.stop();
	}

	/** Polls a trigger at once, as n8n does when it is activated, and then once a minute for a number of minutes. */
	async watch(minutes: number, { second, events = ['ticketCreated'], then }: TriggerPlan): Promise<void> {
		const { clock } = this.service;
		const emitted: INodeExecutionData[] = [];
		this.emitted.push(emitted);
		const poller = pollerOf(this.service, { messageBoxIds: [INBOX], events }, { node: { id: `trigger-${++this.workflows}` } });
		const begun = clock.now();
		const running: Array<Promise<unknown>> = [];
		for (let minute = 0; minute <= minutes; minute++) {
			if (minute > 0) await this.until(begun + (minute - 1) * MINUTE + second * SECOND);
			const items = await poller.poll().catch((error) => void this.failedPolls.push(error));
			if (!items) continue;
			emitted.push(...items);
			// n8n starts an execution and goes on.
			if (then !== undefined) running.push(then(items));
		}
		await Promise.all(running);
	}

	/** Customers write from the second minute on: a number of new tickets in each minute, at all seconds of it in turn. */
	async receive(minutes: number, perMinute: number): Promise<void> {
		const { clock, simulator } = this.service;
		const begun = clock.now() + MINUTE;
		const seconds = Array.from({ length: minutes * perMinute }, (_, place) => Math.floor(place / perMinute) * 60 + ((place * 37.3) % 60));
		for (const second of seconds.sort((a, b) => a - b)) {
			await this.until(begun + second * SECOND);
			simulator.store.createTicket({ message_box_id: INBOX, messages: [{ body: 'Where is it?' }] });
		}
	}

	/** Adds a label to each ticket that was created, with the Support Inbox node. */
	async addLabel(items: readonly INodeExecutionData[]): Promise<INodeExecutionData[]> {
		return await this.update(items, { labels: { values: { mode: 'add', labelIds: [LABEL] } } });
	}

	/** Updates each ticket that was created, with the Support Inbox node. */
	async update(items: readonly INodeExecutionData[], change: INodeParameters): Promise<INodeExecutionData[]> {
		const created = items.filter(({ json: { event = 'ticketCreated' } }) => event === 'ticketCreated');
		if (created.length === 0) return [];
		const parameters = {
			resource: 'ticket',
			operation: 'update',
			messageBoxId: { __rl: true, mode: 'id', value: INBOX },
			ticketId: { __rl: true, mode: 'id', value: '={{ $json.ticket_id }}' },
			...change,
		};
		return await runNode(this.service, parameters, { items: created });
	}

	/** Waits until `at` (ms of virtual time). */
	async until(at: number): Promise<void> {
		const { clock } = this.service;
		await clock.sleep(at - clock.now());
	}
}
