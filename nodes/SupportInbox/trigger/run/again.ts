import { isFollowed } from '../detect/unanswered';
import { wants, watchesTickets } from '../properties/settings';
import type { InboxRun } from './inboxRun';
import type { RunContext } from './status';

/** The number of requests by which rounds are planned when Max Requests per Poll is empty. */
const PLANNED_REQUESTS = 20;
/** How many tickets the rounds of a poll read again, for each request that the poll may send. */
const READ_PER_REQUEST = 7;
/** The part of a poll's requests that its rounds may use, and the number that they may always use. */
const SHARE = 0.3;
const MIN_SHARE = 2;
/** Of this many requests of an inbox for its round, one is for the details that the round has, where both wait. */
const DETAILS_EVERY = 3;

/** What a round has left to read in one inbox: tickets whose rows it reads, and tickets whose details it reads. */
interface Left {
	watched: number[];
	rows: number[];
	details: number[];
	sent: number;
}

/** What one trigger reads again in one poll: when a round begins, and how far it goes. */
export class Again {
	private readonly maxRequests: number;
	/** Requests that may still be sent; the first round is not limited by it. */
	private share: number;
	private readonly left = new Map<InboxRun, Left>();

	/** @param inboxes the inboxes of the poll, which share its requests */
	constructor(
		private readonly poll: RunContext,
		private readonly inboxes: ReadonlyMap<number, InboxRun>,
	) {
		this.maxRequests = poll.settings.maxRequests ?? PLANNED_REQUESTS;
		this.share = Math.max(MIN_SHARE, Math.floor(this.maxRequests * SHARE));
	}

	/** @returns since when something in an inbox has not been read again (ms of the steady clock); undefined: nothing is due */
	waitingSince(inbox: InboxRun): number | undefined {
		const { reader: { round, ledger, begunAt }, memory } = inbox;
		if (this.share <= 0 && !this.isFirst(inbox)) return undefined;
		const { rows: [first], details } = this.leftOf(inbox);
		if (round.isLookBackRead && first === undefined && !this.isDue(inbox) && details.length === 0 && inbox.todo.due(true).length === 0) return undefined;
		const ofLookBack = round.isLookBackRead ? round.begunAt : round.lookBack.begunAt;
		const since = Math.min(ofLookBack, first === undefined ? Infinity : Math.max(ledger.askedAt(first), begunAt));
		// This process has not read all of it yet; an earlier process did.
		return Number.isFinite(since) ? since : this.poll.requests.now() - (this.poll.requests.serverNow() - memory.lookedBackAt);
	}

	/** Sends the next request of the round of an inbox, or begins a round with it. @throws BudgetExhausted, ServiceFailure */
	async goOn(inbox: InboxRun): Promise<void> {
		const { requests } = this.poll;
		const left = this.leftOf(inbox);
		const { sent } = requests;
		try {
			await this.read(inbox, left);
		} finally {
			this.share -= requests.sent - sent;
			left.sent += requests.sent - sent;
			inbox.takeRows();
		}
	}

	private async read(inbox: InboxRun, left: Left): Promise<void> {
		const { requests, startedAt } = this.poll;
		const { reader: { round }, memory } = inbox;
		const waiting = inbox.todo.due(true);
		const hasDetails = waiting.length + left.details.length > 0;
		left.rows = round.unread(left.rows);
		const isRoundDone = round.isLookBackRead && left.rows.length === 0;
		if (hasDetails && ((isRoundDone && !this.isDue(inbox)) || left.sent % DETAILS_EVERY === DETAILS_EVERY - 1)) {
			if (waiting.length > 0) return await inbox.decideNext(true);
			return await inbox.readAgain(left.details.shift() as number);
		}
		if (isRoundDone) {
			round.begin(requests, memory.position, startedAt);
			left.rows = round.unread(left.watched);
		}
		if (!round.isLookBackRead) return await round.readLookBack(requests);
		await inbox.reader.readRows(requests, left.rows.splice(0, 50));
	}

	/** Whether it is time for the next round: the more tickets there are, the more polls a round takes. */
	private isDue(inbox: InboxRun): boolean {
		const { interval, requests, settings } = this.poll;
		const { memory, reader: { round } } = inbox;
		if (!round.isLookBackRead || this.leftOf(inbox).rows.length > 0) return false;
		// The last round did not read as far back as this trigger needs.
		if (round.lookBack.from > memory.lookedBackAt - settings.lookBack) return true;
		return requests.now() - round.begunAt >= (this.pollsOfRound() - 0.5) * interval;
	}

	private pollsOfRound(): number {
		const tickets = [...this.inboxes.values()].reduce((sum, inbox) => sum + Math.max(inbox.reader.round.size, this.leftOf(inbox).watched.length), 0);
		return Math.max(1, Math.ceil(tickets / (READ_PER_REQUEST * this.maxRequests)));
	}

	/** Whether this process has not finished a look-back of the inbox since the trigger began, or since its last one. */
	private isFirst({ reader, memory }: InboxRun): boolean {
		return reader.round.lookBack.startedAt < memory.lookedBackAt;
	}

	/** @returns what is left in an inbox, as this poll has found it at first */
	private leftOf(inbox: InboxRun): Left {
		const known = this.left.get(inbox);
		if (known !== undefined) return known;
		const { settings } = this.poll;
		const { memory, reader: { round } } = inbox;
		// No search finds a change, or a message whose new state has no send time: these tickets are read again by their ids.
		const isWatched = watchesTickets(settings) ? () => true : (id: string) => memory.tickets[id].messages?.open !== undefined;
		const watched = Object.keys(memory.tickets).filter(isWatched).map(Number);
		const left = { watched, rows: round.unread(watched), details: memory.messagesSince === null ? [] : this.detailsOf(inbox), sent: 0 };
		this.left.set(inbox, left);
		return left;
	}

	/**
	 * The tickets in which something may be new that no row shows: a comment may not move `last_updated_at`, a write of this process
	 * may hide what else has moved it, and being found says nothing where a message is dated ahead. They are read again after a
	 * quarter to a half of the look-back, so that not all are due at once.
	 *
	 * @returns those that are due, the longest unread first
	 */
	private detailsOf({ memory, reader: { ledger, round } }: InboxRun): number[] {
		const { requests, settings } = this.poll;
		const { details } = ledger;
		const now = requests.serverNow() + memory.ahead;
		const isDue = (id: number) => {
			const unread = Math.min(requests.now() - details.lastReadAt(id), now - (memory.tickets[id].readAt ?? memory.commentsSince ?? 0));
			return unread > (settings.lookBack / 2) * (0.5 + (id % 64) / 128);
		};
		const mayHaveNews = (id: number) => {
			const row = ledger.row(id);
			if (row === undefined || id in memory.todo || !isFollowed(row.ticket, settings)) return false;
			const isInLookBack = row.round > 0 && row.round >= round.count - 1;
			const isHidden = row.explained.length > 0 && details.lastReadAt(id) < row.firstAt;
			return isHidden || memory.tickets[id].messages?.ahead !== undefined || (isInLookBack && wants(settings, 'newComment'));
		};
		const due = Object.keys(memory.tickets).map(Number).filter((id) => isDue(id) && mayHaveNews(id));
		return due.sort((a, b) => details.lastReadAt(a) - details.lastReadAt(b));
	}
}
