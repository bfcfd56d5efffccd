import type { IDataObject } from 'n8n-workflow';

import { FULL_PAGE } from '../../../nodes/SupportInbox/trigger/api';
import { NameBook } from '../../../nodes/SupportInbox/trigger/names';
import { pollOnce } from '../../../nodes/SupportInbox/trigger/pollOnce';
import { ViewRegistry } from '../../../nodes/SupportInbox/trigger/view/registry';
import { sweepShare } from '../../../nodes/SupportInbox/trigger/view/shares';
import type { StoredInbox, StoredState } from '../../../nodes/SupportInbox/trigger/memory/encoding/state';
import { readState } from '../../../nodes/SupportInbox/trigger/memory/versions';
import { SECOND } from '../../../nodes/SupportInbox/trigger/time';
import type { Simulator } from '../../simulator';

import { inFirstForm } from './firstForm';
import type { Ledger } from './ledger';
import type { Plan } from './plan';
import type { Journey } from './service';
import { SimulatedService } from './service';

/** How long a poll may take until no further request begins (ms). */
const BUDGET = 26 * SECOND;

/** n8n was killed in the middle of a poll. */
class Killed extends Error {}

/** What a run has cost. */
export interface Costs {
	polls: number;
	requests: number;
	/** the most that one poll sent, as a part of what it may */
	mostRequests: number;
	stateBytes: number;
}

/** n8n around the trigger: its clock, its memory and its database, and the ways in which it dies. */
export class Host {
	/** this machine's clock minus the service's (ms) */
	skew = 0;
	/** requests until n8n is killed */
	killAfter = Infinity;
	readonly costs: Costs = { polls: 0, requests: 0, mostRequests: 0, stateBytes: 0 };
	readonly service: SimulatedService;
	private live: IDataObject = {};
	private saved = '{}';
	private startedAt = 0;
	private readonly names = new NameBook();
	private views = new ViewRegistry();

	/**
	 * @param now the service's clock (ms)
	 * @param travel what happens on the way of a request
	 */
	constructor(
		private readonly simulator: Simulator,
		private readonly plan: Plan,
		private readonly ledger: Ledger,
		private readonly key: string,
		private readonly now: () => number,
		travel: () => void,
	) {
		const journey: Journey = {
			begin: () => this.checkTime(),
			travel: () => {
				if (this.killAfter-- <= 0) throw new Killed();
				travel();
			},
			hostNow: () => this.hostNow(),
		};
		this.service = new SimulatedService(simulator, journey);
	}

	get inboxes(): Record<string, StoredInbox> {
		return (this.live.state as unknown as StoredState | undefined)?.inboxes ?? {};
	}

	/** @param dies n8n is killed before it has saved and started what the poll gave */
	async poll(dies = false): Promise<void> {
		const { settings, limits } = this.plan;
		const before = this.service.requests;
		this.service.readToTheEnd.clear();
		const begun = this.now();
		this.startedAt = this.hostNow();
		this.costs.polls += 1;
		const result = await pollOnce({
			key: this.key,
			views: this.views,
			origin: 'https://tenant.example',
			settings,
			limits,
			service: this.service,
			memory: () => this.live,
			now: () => this.hostNow(),
			budget: BUDGET,
			names: this.names,
		}).catch((error) => {
			if (!(error instanceof Killed)) throw error;
			this.kill();
			return null;
		});
		if (result === null) return;
		const sent = this.service.requests - before;
		this.costs.requests += sent;
		this.costs.mostRequests = Math.max(this.costs.mostRequests, sent / settings.maxRequests);
		const { events, report } = result;
		if (report.thrown !== null && events.length > 0) this.ledger.faults.push('events thrown away');
		if (settings.addNames && events.some((event) => !('message_box_name' in event))) this.ledger.faults.push('events without names');
		if (dies) return this.kill();
		if (events.length > 0) {
			this.ledger.deliver(events);
			this.save();
		}
		const isClean = report.reported.length + report.tolerated.length === 0 && report.thrown === null;
		this.checkBounds(isClean ? begun : null);
		if (isClean) this.checkEdits();
	}

	/** n8n writes the state to its database as JSON, but only at an activation and when a poll gives something. */
	save(): void {
		this.saved = JSON.stringify(this.live);
		this.costs.stateBytes = Math.max(this.costs.stateBytes, Buffer.byteLength(this.saved));
	}

	/** n8n comes back with what it saved last, perhaps on a machine with another clock. */
	kill(): void {
		this.live = JSON.parse(this.saved) as IDataObject;
		this.views = new ViewRegistry();
		const { inboxes } = readState(this.live.state as IDataObject | undefined);
		const watched = new Set([...inboxes.values()].flatMap(({ tickets }) => [...tickets].filter(([, { snapshot }]) => snapshot !== null).map(([id]) => id)));
		this.ledger.setBack((id) => watched.has(id));
	}

	/** n8n comes back with what a first release of the trigger has saved. */
	upgrade(): void {
		this.live = JSON.parse(JSON.stringify({ state: inFirstForm(this.live.state as unknown as StoredState) })) as IDataObject;
		this.save();
	}

	/** @param begun when a poll without failures began; null: it had some */
	private checkBounds(begun: number | null): void {
		for (const [id, inbox] of Object.entries(this.inboxes)) {
			if (begun !== null) this.ledger.checkTurns(Number(id));
			const isThrough = begun !== null && this.hasReadAll(Number(id), inbox, begun);
			this.ledger.checkBounds(Number(id), { polled: isThrough ? begun - SECOND : null, lastSweepStartedAt: inbox.lastSweepStartedAt });
		}
	}

	/** Whether a poll that began then has dealt with all news of an inbox; one that pauses stays where it asked from. */
	private hasReadAll(id: number, { cursor, initialTickets }: StoredInbox, begun: number): boolean {
		const since = this.service.readToTheEnd.get(id);
		if (since === undefined || cursor.at === since + 1) return false;
		return cursor.pageCursor === null && initialTickets.length === 0 && cursor.at >= Math.floor(begun / SECOND) - 5;
	}

	private checkEdits(): void {
		const { tickets } = this.simulator.store;
		const { inboxes, maxRequests } = this.plan.settings;
		const pages = tickets.size / FULL_PAGE + inboxes.length;
		this.ledger.faults.push(...this.ledger.views.polled(tickets, pages, sweepShare(maxRequests)));
	}

	/** Slow answers must not keep a poll going until n8n gives it up. */
	private checkTime(): void {
		const passed = this.hostNow() - this.startedAt;
		if (passed >= BUDGET) this.ledger.faults.push(`too late: a request begins ${Math.round(passed / SECOND)} s after its poll`);
	}

	private hostNow(): number {
		return this.now() + this.skew;
	}
}
