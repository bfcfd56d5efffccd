import { setTimeout as delay } from 'node:timers/promises';
import axios from 'axios';
import { listSearch, loadOptions, runNode } from '../../test/harness/engine';
import type { SimulatorClient } from '../simulator-process';

const ITEMS_OF_A_RUN = 20;
const PAUSE_MS = 500;

const PAGE = 100;
const RETRY_MS = 500;
/** The comparison has a token of its own, with a window of its own. */
const TOKEN = 'soak-comparison';
const RUNS_OF_AN_INBOX = 10;
/** How the node says that it cannot know whether something was done. */
const UNKNOWN = /may have/i;
const CONTINUE = { onError: 'continueRegularOutput' as const };

const inInbox = (id: number) => ({ messageBoxId: { __rl: true, mode: 'id', value: id } });

/** What people and bulk workflows do beside the triggers. */
export class Work {
	readonly counts = { dropdowns: 0, tokens: 0 };
	/** `104 Run 1, label 2`: what the node said was created, may have been, and was not */
	readonly created: string[] = [];
	readonly unknown: string[] = [];
	readonly failed: string[] = [];
	/** inboxes that no trigger watches, a new one now and then: a service does not have thousands of labels in one */
	readonly inboxes: number[] = [];
	private running = false;
	private runs = 0;

	constructor(private readonly simulator: SimulatorClient) {}

	/** @returns the number of items that were written, or tried */
	get items(): number {
		return this.created.length + this.unknown.length + this.failed.length;
	}

	/** Runs, dropdowns and credentials, one after the other and over again, until `stop`. */
	async run(): Promise<void> {
		this.running = true;
		const kinds = [async () => await this.labels(), async () => await this.dropdowns(), async () => await this.credential()];
		await Promise.all(
			kinds.map(async (once) => {
				while (this.running) {
					await once();
					await delay(PAUSE_MS);
				}
			}),
		);
	}

	/** Nothing new begins. */
	stop(): void {
		this.running = false;
	}

	/** Creates labels: requests of which each makes one more when it is sent twice. */
	private async labels(): Promise<void> {
		if (this.runs++ % RUNS_OF_AN_INBOX === 0) this.inboxes.push(await this.addInbox());
		const inbox = this.inboxes.at(-1) as number;
		const names = Array.from({ length: ITEMS_OF_A_RUN }, (_, item) => `Run ${this.runs}, label ${item}`);
		const items = names.map((name) => ({ json: { name } }));
		const parameters = { resource: 'label', operation: 'create', ...inInbox(inbox), name: '={{ $json.name }}', createLabelFields: { ifExists: 'create' } };
		const made = await runNode(this.simulator, parameters, { items, node: CONTINUE });
		for (const [place, { json }] of made.entries()) {
			const label = `${inbox} ${String(names[place])}`;
			if (!json.error) this.created.push(label);
			else if (UNKNOWN.test(String(json.error))) this.unknown.push(label);
			else this.failed.push(label);
		}
	}

	private async addInbox(): Promise<number> {
		const { message_box_id } = await this.simulator.act<{ message_box_id: number }>({ do: 'addInbox', name: `Soak ${this.inboxes.length}`, customer_group_id: 11 });
		return message_box_id;
	}

	private async dropdowns(): Promise<void> {
		const parameters = { resource: 'ticket', operation: 'update', ...inInbox(101) };
		const reads = [
			async () => await loadOptions(this.simulator, 'getLabels', parameters),
			async () => await loadOptions(this.simulator, 'getUsers', parameters),
			async () => await listSearch(this.simulator, 'searchTickets', parameters),
		];
		for (const read of reads) await read().catch(() => undefined);
		this.counts.dropdowns += reads.length;
	}

	/** Somebody tries a credential: a mistyped token, and then a new one that is taken back later. */
	private async credential(): Promise<void> {
		const number = this.counts.tokens++;
		const read = async (token: string) => await loadOptions({ ...this.simulator, token }, 'getInboxes', {}, 'supportInboxTrigger');
		await read(`mistyped-${number}`).catch(() => undefined);
		const token = `issued-${number}`;
		await this.simulator.changeTokens({ add: token });
		await read(token).catch(() => undefined);
		await this.simulator.changeTokens({ revoke: token });
	}
}

/** What the service has, against what the node said of each item. */
export interface LabelComparison {
	/** said to be created, and not there */
	lost: string[];
	/** there more than once */
	doubled: string[];
	/** said to have failed, and there */
	unexpected: string[];
}

/** Reads what became of the items, without the nodes. */
export async function compareLabels(simulator: SimulatorClient, work: Work): Promise<LabelComparison> {
	await simulator.changeTokens({ add: TOKEN });
	const there = new Map<string, number>();
	for (const inbox of work.inboxes) {
		for (const name of await labelNames(simulator.baseUrl, inbox)) {
			there.set(`${inbox} ${name}`, (there.get(`${inbox} ${name}`) ?? 0) + 1);
		}
	}
	return {
		lost: work.created.filter((label) => !there.has(label)),
		doubled: [...there].filter(([, times]) => times > 1).map(([label]) => label),
		unexpected: work.failed.filter((label) => there.has(label)),
	};
}

async function labelNames(baseUrl: string, inboxId: number): Promise<string[]> {
	const names: string[] = [];
	for (let page = 1; ; ) {
		const { status, data } = await axios.get<Array<{ name: string }>>(`${baseUrl}/api/v2/${inboxId}/labels`, {
			params: { page, per_page: PAGE },
			headers: { Authorization: `Bearer ${TOKEN}` },
			validateStatus: (answered) => answered === 200 || answered === 403,
		});
		if (status === 403) {
			await delay(RETRY_MS);
			continue;
		}
		names.push(...data.map(({ name }) => name));
		if (data.length < PAGE) return names;
		page++;
	}
}
