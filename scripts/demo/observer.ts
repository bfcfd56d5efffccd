import type { N8nApi } from '../n8n-host/api';
import { failureText, outputJson } from '../n8n-host/execution';
import type { SimulatorClient } from '../simulator-process';
import type { Receiver } from './receiver';
import type { DemoWorkflows } from './setUp';
import type { Seen } from './tally';

/** Looks at each stage that a ticket passes: what the service has, n8n's executions, the messages that arrived. */
export class Observer {
	private readonly created: number[] = [];
	private newestId = 0;
	private contactsBefore = 0;
	private lookedAt = 0;
	private readonly said = new Set<string>();

	constructor(
		private readonly simulator: SimulatorClient,
		private readonly api: N8nApi,
		private readonly receiver: Receiver,
		private readonly workflow: DemoWorkflows,
	) {}

	/** Takes what exists as known: called between switching on and the first new ticket. */
	async begin(): Promise<void> {
		this.newestId = (await this.simulator.ticketsAfter(0)).at(-1)?.ticket_id ?? 0;
		this.contactsBefore = (await this.simulator.state()).counts.contacts;
	}

	/** Looks for tickets that are new in the watched inbox, and for what n8n has done with them. @returns a line for each step */
	async news(): Promise<string[]> {
		const found = await this.simulator.ticketsAfter(this.newestId);
		this.newestId = found.at(-1)?.ticket_id ?? this.newestId;
		const watched = found.filter((ticket) => ticket.message_box_id === this.workflow.inboxId);
		this.created.push(...watched.map((ticket) => ticket.ticket_id));
		return [...watched.map(({ ticket_id, title }) => `A customer writes, ticket #${ticket_id}: ${title}`), ...(await this.steps())];
	}

	/** @returns a line for each new ticket that the trigger has read or the workflow has labelled since the last look */
	private async steps(): Promise<string[]> {
		const requests = (await this.simulator.requests()).filter(({ at }) => at >= this.lookedAt);
		this.lookedAt = requests.at(-1)?.at ?? this.lookedAt;
		const steps = requests.flatMap(({ method, path }) => {
			const id = Number(/\/tickets\/(\d+)$/.exec(path)?.[1]);
			if (!this.created.includes(id)) return [];
			return method === 'PUT' ? `The workflow has labelled ticket #${id}` : `The trigger has noticed ticket #${id}`;
		});
		// The workflow reads the ticket again before it labels it.
		const fresh = [...new Set(steps)].filter((step) => !this.said.has(step));
		for (const step of fresh) this.said.add(step);
		return fresh;
	}

	/** @returns how many new tickets `news` has found */
	get createdCount(): number {
		return this.created.length;
	}

	/** Whether every new ticket was named in a message. */
	get isAllDelivered(): boolean {
		const delivered = this.deliveredIds();
		return this.created.every((id) => delivered.includes(id));
	}

	/** @returns how often the trigger has asked for tickets */
	async pollCount(): Promise<number> {
		const requests = await this.simulator.requests();
		const path = `/api/v2/${this.workflow.inboxId}/tickets/search`;
		return requests.filter((request) => request.path === path).length;
	}

	/** @returns what was seen at every stage so far */
	async seen(): Promise<Seen> {
		const executions = await this.api.executions(this.workflow.id);
		const { violations, counts } = await this.simulator.state();
		return {
			created: [...this.created],
			triggered: executions.flatMap((one) => outputJson(one, 'New ticket')).map((json) => Number(json.ticket_id)),
			labelled: await this.labelledIds(),
			delivered: this.deliveredIds(),
			contacts: counts.contacts - this.contactsBefore,
			violations: violations.map(({ method, path, message }) => `${method} ${path}: ${message}`),
			failures: executions.filter(({ status }) => status !== 'success').map((one) => failureText(one) ?? one.status),
		};
	}

	/** From the updates that took effect: colleagues of the live traffic may take a label away again. */
	private async labelledIds(): Promise<number[]> {
		const requests = await this.simulator.requests();
		const updates = requests.filter(({ method, status, body }) => {
			const labels = (body as { label_ids?: unknown } | undefined)?.label_ids;
			return method === 'PUT' && status === 204 && Array.isArray(labels) && labels.includes(this.workflow.labelId);
		});
		return updates.map(({ path }) => Number(path.split('/').at(-1)));
	}

	private deliveredIds(): number[] {
		return this.receiver.messages.map(({ text }) => Number(/#(\d+)/.exec(text)?.[1]));
	}
}
