import type { TicketEvent } from '../detect/events';
import { newestReceived, oldestFirst } from '../detect/events';
import type { Names } from '../items';
import { readNames, requestsForNames, withNames } from '../items';
import type { TriggerMemory } from '../memory/memory';
import { followsMessages } from '../properties/settings';
import type { Reader } from '../reader/reader';
import { SECOND } from '../time';

import type { PollContext } from './context';
import { LIST_OF_INBOXES } from './context';
import { InboxPoll } from './inboxPoll';
import { beginInbox, beginMessages, Inboxes } from './inboxes';
import type { Outcome } from './report';
import { Sweeps } from './sweeps';

/** What another trigger read so long ago is not asked for again (ms). */
const SHARED = 20 * SECOND;
/** Requests of each poll that are kept for sweeps, one of them for the details that they ask for. */
const KEPT_FOR_SWEEPS = 2;
/** The least for an inbox when several share a poll: a search, narrower ones, and details. */
const MIN_PER_INBOX = 4;

/**
 * One poll over all inboxes: the news of each, then sweeps with what is left.
 *
 * @param memory is changed step by step, and may be stored after any of them
 */
export async function runPoll(memory: TriggerMemory, poll: PollContext): Promise<Outcome> {
	return await new Poll(memory, poll).run();
}

class Poll {
	private readonly polls = new Map<number, InboxPoll>();
	private readonly inboxes: Inboxes;
	private readonly sweeps: Sweeps;

	constructor(
		private readonly memory: TriggerMemory,
		private readonly poll: PollContext,
	) {
		this.sweeps = new Sweeps(poll);
		this.inboxes = new Inboxes(memory, poll);
	}

	async run(): Promise<Outcome> {
		const { memory } = this;
		const { settings, readers, requests, events, course } = this.poll;
		const notes = await this.inboxes.find();
		await this.beginNewInboxes();
		await this.readNews();
		requests.begin(KEPT_FOR_SWEEPS);
		await this.readNames();
		await this.sweepAll();
		const known = Object.keys(memory.inboxes).map(Number);
		// Of all inboxes, one that joins and cannot be read is like any other.
		const begun = new Set(known.length === 0 ? [] : [LIST_OF_INBOXES, ...(settings.inboxes === undefined ? this.inboxes.ids : known)]);
		const shown = oldestFirst(events, settings.messages).map((event) => withMessage(event, readers.of(event.message_box_id)));
		const names = await this.readNames();
		await this.inboxes.refuseUnknownNames();
		return { inboxes: this.inboxes.ids, notes, events: names === null ? shown : shown.map((event) => withNames(event, names)), course, begun, answered: requests.answered };
	}

	private async readNames(): Promise<Names | null> {
		const { settings, session, events, requests } = this.poll;
		return settings.addNames ? await readNames(events, session, requests.read) : null;
	}

	private async beginNewInboxes(): Promise<void> {
		const { memory } = this;
		const { settings, requests, course } = this.poll;
		requests.begin(0);
		for (const id of this.inboxes.ids) {
			if (course.isOver || memory.inboxes[id] !== undefined) continue;
			course.asked.add(id);
			await this.attempt(id, async (reader) => void (memory.inboxes[id] = await beginInbox(reader, requests, settings)), { mayWait: false });
		}
	}

	/** The inboxes whose turn it is the most; each gets its part of the requests, and then what the others leave. */
	private async readNews(): Promise<void> {
		const { readers, requests, course, interval, settings, session } = this.poll;
		const reserved = KEPT_FOR_SWEEPS + (settings.addNames ? requestsForNames(session, this.inboxes.ids, requests.most) : 0);
		let inboxes = readers.inOrder(this.begunInboxes(), requests.serverNow(), interval);
		for (const isSecond of [false, true]) {
			const unfinished: number[] = [];
			for (const [place, id] of inboxes.entries()) {
				const left = requests.unsent - reserved;
				if (course.isOver || left <= 0) return;
				const part = isSecond ? left : Math.max(MIN_PER_INBOX, Math.ceil(left / (inboxes.length - place)));
				requests.begin(Math.max(reserved, reserved + left - part));
				course.asked.add(id);
				if (await this.attempt(id, async () => await this.readNewsOf(await this.pollOf(id)))) unfinished.push(id);
			}
			inboxes = unfinished;
		}
	}

	private async readNewsOf(inbox: InboxPoll): Promise<void> {
		const { memory, reader } = inbox;
		const { startedAt, settings, requests } = this.poll;
		// The service's clock is known to the second.
		const lastAsked = requests.now() - requests.serverNow() + memory.handledTo;
		const notBefore = Math.max(startedAt - SHARED, Math.min(lastAsked + SECOND, startedAt));
		try {
			const isRead = !followsMessages(settings) && (await this.readAtOnce(inbox, notBefore));
			if (!isRead) await reader.catchUp(requests, memory.position, notBefore);
		} finally {
			// The service's clock is known by now, if it has answered.
			if (Number.isFinite(reader.seenAt)) beginMessages(memory, settings, requests.serverNow() - requests.now() + startedAt);
			memory.position = reader.knownFrom(memory.position);
			inbox.takeRows();
		}
		await inbox.workOff([0]);
	}

	/** Without New Message rows are enough: where the look-back fits into one page, it is read along with the news. */
	private async readAtOnce(inbox: InboxPoll, notBefore: number): Promise<boolean> {
		const { memory, reader } = inbox;
		this.sweeps.begin(inbox, [...this.polls.values()]);
		const position = await reader.sweep.readAtOnce(this.poll.requests, memory.position, notBefore);
		if (position !== undefined) memory.position = Math.max(memory.position, position);
		return position !== undefined;
	}

	/** Sweeps; then what they and the news have left on the lists. */
	private async sweepAll(): Promise<void> {
		const { requests, course } = this.poll;
		const failed = new Set(course.failures.map(({ messageBoxId }) => messageBoxId));
		const inboxes = this.sweeps.inOrder([...this.polls.values()].filter(({ reader }) => !failed.has(reader.messageBoxId)));
		const sent = requests.sent;
		// What sweeps have found goes before what they would find.
		const found = inboxes.reduce((sum, inbox) => sum + inbox.todo.waiting([1, 2]).count, 0);
		requests.begin(Math.max(1, Math.min(found, Math.ceil(requests.unsent / 2))), 'sweep');
		for (const inbox of inboxes) {
			if (course.isOver) break;
			const goOn = async () => {
				this.sweeps.begin(inbox, inboxes);
				await this.sweeps.goOn(inbox, sent);
			};
			if (await this.attempt(inbox.reader.messageBoxId, goOn, { isSweep: true })) break;
		}
		requests.begin(0);
		for (const rank of [1, 0, 2] as const) {
			inboxes.sort((a, b) => a.todo.waiting([rank]).since - b.todo.waiting([rank]).since);
			for (const inbox of inboxes) {
				if (!course.isOver) await this.attempt(inbox.reader.messageBoxId, async () => await inbox.workOff([rank]));
			}
		}
	}

	/** The inboxes of the poll that the trigger has begun with, and how far it knows them. */
	private begunInboxes(): Array<{ id: number; position: number }> {
		return this.inboxes.ids.flatMap((id) => (id in this.memory.inboxes ? [{ id, position: this.memory.inboxes[id].position }] : []));
	}

	private async pollOf(id: number): Promise<InboxPoll> {
		const settings = await this.inboxes.settingsIn(id);
		const known = this.polls.get(id) ?? new InboxPoll(this.memory.inboxes[id], this.poll.readers.of(id), { ...this.poll, settings });
		this.polls.set(id, known);
		return known;
	}

	/** Runs a part of the poll while no other trigger works on the inbox. @returns whether the requests were not enough */
	private async attempt(messageBoxId: number, work: (reader: Reader) => Promise<void>, { isSweep = false, mayWait = true } = {}): Promise<boolean> {
		const { readers, requests, course } = this.poll;
		const reader = readers.of(messageBoxId);
		const inTime = async () => {
			if (mayWait) requests.checkTime();
			await work(reader);
		};
		return await course.attempt(messageBoxId, async () => await reader.exclusively(inTime), isSweep);
	}
}

/** A change shows the customer's newest message where that is known: what comes later is found as news. No request is spent on it. */
function withMessage(event: TicketEvent, reader: Reader): TicketEvent {
	const messages = reader.newestMessages(event.ticket_id);
	return messages === undefined ? event : { shown: newestReceived(messages), ...event };
}
