import { Store } from '../../store/store';
import { type TicketEvent, newestReceived, oldestFirst } from '../detect/events';
import { EventNames } from '../items';
import type { Rank, TriggerState } from '../state/state';
import { HOUR } from '../time';
import type { RunContext } from './context';
import { beginInbox, Inboxes } from './inboxes';
import { InboxRun } from './inboxRun';
import { type Kind, type Work, workOff } from './queue';
import type { Outcome } from './report';
import { isFault, LIST_OF_INBOXES } from './status';
import { SweepPlan } from './sweepPlan';

/** An inbox in which something happened within this time is busy (ms). There the time beyond one interval counts BUSY_FACTOR times. */
const BUSY_FOR = HOUR;
const BUSY_FACTOR = 7;

/** The lines of work of a poll over all inboxes, see queue.ts. */
export class Lines {
	private readonly runs = new Map<number, InboxRun>();
	private readonly inboxes: Inboxes;
	private readonly sweepPlan: SweepPlan;
	private readonly names: EventNames;
	private readonly ledgers: Store;

	/** @param memory is changed step by step, and may be stored after any of them */
	constructor(
		private readonly memory: TriggerState,
		private readonly poll: RunContext,
	) {
		this.sweepPlan = new SweepPlan(poll, this.runs);
		this.inboxes = new Inboxes(memory, poll);
		this.names = new EventNames(poll.session);
		this.ledgers = poll.session.of(Store);
	}

	async run(): Promise<Outcome> {
		const { memory } = this;
		const { settings, requests, events, status, readers } = this.poll;
		const notes = await this.inboxes.find();
		const trace = await workOff(this.all(), requests, (work, error) => {
			if (isFault(error)) this.ledgers.drop(work.messageBoxId);
			const ends = status.noteError(work.messageBoxId, error, work.kind === 'sweep');
			if (ends === 'inbox' || ends === 'poll') readers.of(work.messageBoxId).failedAt = requests.now();
			return ends;
		});
		const known = Object.keys(memory.inboxes).map(Number);
		// With All Inboxes, a new inbox that cannot be read is treated like a known one.
		const begun = new Set(known.length === 0 ? [] : [LIST_OF_INBOXES, ...(settings.inboxes === undefined ? this.inboxes.ids : known)]);
		const shown = oldestFirst(events).map((event) => this.withMessage(event));
		const named = settings.addNames ? await this.names.addTo(shown, requests.read) : shown;
		await this.inboxes.refuseUnknownNames();
		return { inboxes: this.inboxes.ids, notes, events: named, status, begun, answered: requests.answered, trace };
	}

	private all(): Work[] {
		const { events, requests, settings } = this.poll;
		const names: Work = {
			kind: 'names',
			messageBoxId: LIST_OF_INBOXES,
			age: () => (this.names.areKnown(events) ? undefined : 1),
			step: async () => await this.names.readNext(events, requests.read),
		};
		const kinds: ReadonlyArray<(id: number) => Work> = [
			(id) => this.begin(id),
			(id) => this.todo('details', 0, id),
			(id) => this.news(id),
			(id) => this.todo('moved', 1, id),
			(id) => this.sweep(id),
			(id) => this.reread(id),
		];
		const lines = kinds.flatMap((line) => this.inboxes.ids.map((id) => this.exclusive(line(id))));
		return settings.addNames ? [names, ...lines] : lines;
	}

	private begin(id: number): Work {
		const { memory } = this;
		const { requests, settings, readers } = this.poll;
		return {
			// An inbox that could not be read does not go first again.
			kind: readers.of(id).failedAt === -Infinity ? 'begin' : 'news',
			messageBoxId: id,
			age: () => (memory.inboxes[id] === undefined ? Math.max(1, requests.now() - readers.of(id).failedAt) : undefined),
			step: async () => {
				this.poll.status.asked.add(id);
				memory.inboxes[id] = await beginInbox(readers.of(id), requests, settings);
			},
		};
	}

	private news(id: number): Work {
		const { memory } = this;
		const { requests, status, readers } = this.poll;
		return {
			kind: 'news',
			messageBoxId: id,
			age: () => {
				if (memory.inboxes[id] === undefined || this.isDropped(id) || this.runs.get(id)?.hasAllNews === true) return undefined;
				return this.ageIn(id, readers.of(id).waited(requests, memory.inboxes[id].position));
			},
			step: async () => {
				status.asked.add(id);
				const run = await this.runOf(id);
				await run.readNews();
				run.reader.failedAt = -Infinity;
				status.hasNews = true;
			},
		};
	}

	private todo(kind: Kind, rank: Rank, id: number): Work {
		const { requests } = this.poll;
		return this.inRun(kind, id, {
			age: ({ todo, lag }) => {
				const since = todo.openSince(rank);
				return since === undefined ? undefined : this.ageIn(id, requests.serverNow() - since + lag);
			},
			step: async (run) => await run.decideNext(rank),
		});
	}

	private reread(id: number): Work {
		const { requests, key } = this.poll;
		return this.inRun('reread', id, {
			age: ({ todo, reader: { rereadAt } }) => (todo.openSince(2) === undefined ? undefined : Math.max(1, requests.now() - rereadAt.get(key)!)),
			step: async (run) => {
				const { sent } = requests;
				try {
					await run.decideNext(2);
				} finally {
					// A step that no request was left for does not count: otherwise busy polls would reset the age and starve the line.
					if (requests.sent > sent) run.reader.rereadAt.set(key, requests.now());
				}
			},
		});
	}

	private sweep(id: number): Work {
		const { requests } = this.poll;
		return this.inRun('sweep', id, {
			age: (run) => {
				const since = this.sweepPlan.dueSince(run);
				return since === undefined ? undefined : Math.max(1, requests.serverNow() - since);
			},
			step: async (run) => await this.sweepPlan.goOn(run),
		});
	}

	/** @returns the age of something that has waited for `waited` ms: it is higher in a busy inbox, so that each poll reads that if it can */
	private ageIn(id: number, waited: number): number {
		const { interval, readers, requests } = this.poll;
		const isBusy = requests.serverNow() - readers.of(id).ledger.activeAt < BUSY_FOR;
		return Math.max(1, isBusy && waited > interval ? interval + BUSY_FACTOR * (waited - interval) : waited);
	}

	/** A line that waits for the first news: until then the service may be down, and a trigger that was switched off knows little. */
	private inRun(kind: Kind, id: number, { age, step }: { age: (run: InboxRun) => number | undefined; step: (run: InboxRun) => Promise<void> }): Work {
		const { runs } = this;
		return {
			kind,
			messageBoxId: id,
			age: () => {
				const run = runs.get(id);
				return run === undefined || this.isDropped(id) || !this.poll.status.hasNews ? undefined : age(run);
			},
			step: async () => await step(runs.get(id)!),
		};
	}

	/** Whether the reader was thrown away after a fault in the work of another trigger: the next poll begins with a new one. */
	private isDropped(id: number): boolean {
		const run = this.runs.get(id);
		return run !== undefined && this.poll.readers.of(id) !== run.reader;
	}

	/** A line whose steps run while no other trigger works on the inbox. */
	private exclusive(work: Work): Work {
		const { session, requests } = this.poll;
		const { kind, messageBoxId } = work;
		const inTime = async () => {
			if (kind !== 'begin') requests.checkTime();
			// Another trigger may have done it while this one waited.
			if (work.age() !== undefined) await work.step();
		};
		return { ...work, step: async () => await session.gate.alone(`polls of inbox ${messageBoxId}`, inTime) };
	}

	private async runOf(id: number): Promise<InboxRun> {
		const known = this.runs.get(id);
		if (known !== undefined) return known;
		const settings = await this.inboxes.settingsIn(id);
		const run = new InboxRun(this.memory.inboxes[id], this.poll.readers.of(id), { ...this.poll, settings });
		this.runs.set(id, run);
		return run;
	}

	/** Adds the customer's newest message to a change if it is known without a request. A later message would be found as news. */
	private withMessage(event: TicketEvent): TicketEvent {
		const { status } = this.poll;
		const id = event.message_box_id;
		try {
			const messages = this.ledgers.of(id).newestMessages(event.ticket_id);
			return messages === undefined ? event : { shown: newestReceived(messages), ...event };
		} catch (error) {
			this.ledgers.drop(id);
			status.noteError(id, error);
			return event;
		}
	}
}
