import type { TicketEvent } from '../detect/events';
import { newestReceived, oldestFirst } from '../detect/events';
import type { Names } from '../items';
import { readNames, requestsForNames, withNames } from '../items';
import { bringBack } from '../memory/bringBack';
import type { InboxMemory, TriggerMemory } from '../memory/memory';
import { followsMessages } from '../properties/settings';
import type { Reader } from '../reader/reader';
import { SECOND } from '../time';

import type { PollContext } from './context';
import { isFault, LIST_OF_INBOXES } from './context';
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
		const shown = oldestFirst(events).map((event) => this.ask(event.message_box_id, () => withMessage(event, readers.of(event.message_box_id))) ?? event);
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
		let inboxes = readers.mostUrgentFirst(this.begunInboxes(), requests.serverNow(), interval);
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
		let readAtOnce: number | undefined;
		this.bringBack(memory);
		try {
			if (!followsMessages(settings)) readAtOnce = await this.readAtOnce(inbox, notBefore);
			if (readAtOnce === undefined) await reader.catchUp(requests, memory.position, notBefore);
		} finally {
			// The service's clock is known by now, if it has answered.
			this.bringBack(memory);
			if (Number.isFinite(reader.seenAt)) beginMessages(memory, settings, requests.serverNow() - requests.now() + startedAt);
			const position = reader.knownFrom(Math.max(memory.position, readAtOnce ?? -Infinity));
			inbox.takeRows();
			// Only now: what was read and not taken in is read again.
			memory.position = position;
		}
		await inbox.workOff([0]);
	}

	/** What an earlier poll has stored with a clock of the service that was ahead. */
	private bringBack(memory: InboxMemory): void {
		const { requests } = this.poll;
		if (requests.isClockKnown) bringBack(memory, requests.serverNow());
	}

	/**
	 * Without New Message rows are enough: where the look-back fits into one page, it is read along with the news.
	 *
	 * @returns up to where the send times are known then; undefined: it does not fit
	 */
	private async readAtOnce(inbox: InboxPoll, notBefore: number): Promise<number | undefined> {
		const { memory, reader } = inbox;
		this.sweeps.begin(inbox, [...this.polls.values()]);
		return await reader.sweep.readAtOnce(this.poll.requests, memory.position, notBefore);
	}

	/** Sweeps; then what they and the news have left on the lists. */
	private async sweepAll(): Promise<void> {
		const { requests, course } = this.poll;
		const failed = new Set(course.failures.map(({ messageBoxId }) => messageBoxId));
		const inboxes = this.longestUnseenFirst([...this.polls.values()].filter(({ reader }) => !failed.has(reader.messageBoxId)), (inbox) => this.sweeps.unseenSince(inbox));
		const sent = requests.sent;
		// What sweeps have found goes before what they would find.
		const found = inboxes.reduce((sum, inbox) => sum + (this.ask(inbox.reader.messageBoxId, () => inbox.todo.waiting([1, 2]).count) ?? 0), 0);
		requests.begin(Math.max(1, Math.min(found, Math.ceil(requests.unsent / 2))), 'sweep');
		for (const inbox of inboxes) {
			if (course.isOver) break;
			if (!this.isWell(inbox)) continue;
			const goOn = async () => {
				this.sweeps.begin(inbox, inboxes);
				await this.sweeps.goOn(inbox, sent);
			};
			if (await this.attempt(inbox.reader.messageBoxId, goOn, { isSweep: true })) break;
		}
		requests.begin(0);
		for (const rank of [1, 0, 2] as const) {
			for (const inbox of this.longestUnseenFirst(inboxes, ({ todo }) => todo.waiting([rank]).since)) {
				if (!course.isOver) await this.attempt(inbox.reader.messageBoxId, async () => await inbox.workOff([rank]));
			}
		}
	}

	/** @returns the inboxes in the order of a time, without those in which something has thrown */
	private longestUnseenFirst(inboxes: readonly InboxPoll[], timeOf: (inbox: InboxPoll) => number): InboxPoll[] {
		const timed = inboxes
			.filter((inbox) => this.isWell(inbox))
			.map((inbox) => ({ inbox, at: this.ask(inbox.reader.messageBoxId, () => timeOf(inbox)) }))
			.filter(({ at }) => at !== undefined) as Array<{ inbox: InboxPoll; at: number }>;
		return timed.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ inbox }) => inbox);
	}

	/** Whether nothing has thrown in the work of an inbox. */
	private isWell({ reader }: InboxPoll): boolean {
		return this.poll.readers.of(reader.messageBoxId) === reader;
	}

	/** Asks for what is known of an inbox. A fault there ends the work of this inbox only. @returns undefined after a fault */
	private ask<T>(messageBoxId: number, question: () => T): T | undefined {
		try {
			return question();
		} catch (error) {
			this.poll.readers.drop(messageBoxId);
			this.poll.course.noteFailure(messageBoxId, error);
			return undefined;
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

	/**
	 * Runs a part of the poll while no other trigger works on the inbox. What was read of the inbox is thrown away after a
	 * fault, so that the next poll begins with a clean reader.
	 *
	 * @returns whether the requests were not enough
	 */
	private async attempt(messageBoxId: number, work: (reader: Reader) => Promise<void>, { isSweep = false, mayWait = true } = {}): Promise<boolean> {
		const { readers, requests, course } = this.poll;
		const inTime = async () => {
			if (mayWait) requests.checkTime();
			await work(readers.of(messageBoxId));
		};
		const orDropped = (error: unknown) => {
			if (isFault(error)) readers.drop(messageBoxId);
			throw error;
		};
		return await course.attempt(messageBoxId, async () => await readers.exclusively(messageBoxId, inTime).catch(orDropped), isSweep);
	}
}

/** A change shows the customer's newest message where that is known: what comes later is found as news. No request is spent on it. */
function withMessage(event: TicketEvent, reader: Reader): TicketEvent {
	const messages = reader.newestMessages(event.ticket_id);
	return messages === undefined ? event : { shown: newestReceived(messages), ...event };
}
