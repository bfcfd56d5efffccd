import { type IDataObject, UserError } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { idNamed } from '../../fields/names';
import type { InboxStore } from '../../store/inboxStore';
import { Store } from '../../store/store';
import type { TicketSummary } from '../../store/ticketFields';
import { DAY, greatest, millisOf, SECOND, smallest } from '../../store/time';
import { type ListRequirements, type RowsOf, ListCache, wholeListOf } from '../../transport/client/listCache';
import { type ServiceList, LISTS } from '../../transport/client/lists';
import { LIST_FRESH_MS, NAMES_FRESH_MS } from '../../transport/timing';
import { type InboxSettings, type Settings, type Start, wants } from '../properties/settings';
import { type Requests, BudgetExhausted, FULL_PAGE } from '../service';
import { baselineOf, beginAt } from '../state/begin';
import type { InboxState, TriggerState } from '../state/state';
import type { PollContext } from './context';
import { LIST_OF_INBOXES } from './errors';
import type { InboxPoll } from './inboxPoll';

/** An inbox that has vanished from the list of all inboxes is forgotten after this time (ms). */
const AWAY_FOR = DAY;

/**
 * The inboxes of one poll, and what names in filters stand for in each of them.
 *
 * Names are looked up when a trigger begins in an inbox, and once an hour. Before a name is refused, the lists that lack it are read
 * once more: a name that exists is not refused.
 */
export class Inboxes {
	ids: readonly number[] = [];
	private readonly settings = new Map<number, InboxSettings>();
	/** The inboxes in which an earlier poll has begun. */
	private readonly begunBefore: ReadonlySet<string>;
	/** Since when an earlier poll has read lists once more and could not finish; undefined: there was none. */
	private readonly checkedSince: LocalTime | undefined;

	constructor(
		private readonly state: TriggerState,
		private readonly poll: PollContext,
	) {
		this.begunBefore = new Set(Object.keys(state.inboxes));
		this.checkedSince = poll.kept.checkedSince;
		delete poll.kept.checkedSince;
	}

	/**
	 * Finds out which inboxes are watched, and forgets the others. An inbox that vanishes from the list of all inboxes is kept
	 * for a day: if it comes back, the trigger continues where it stopped.
	 *
	 * @returns lines for the log
	 * @throws UserError when there is no inbox to watch
	 */
	async find(): Promise<string[]> {
		const { settings, requests } = this.poll;
		const { inboxes } = this.state;
		const isList = settings.inboxes === undefined || settings.inboxes.some((inbox) => typeof inbox === 'string');
		const rows = isList ? await this.readList() : [];
		const areUnknown = rows === undefined || (isList && rows.length === 0);
		this.ids = areUnknown ? Object.keys(inboxes).map(Number) : inboxIds(settings, rows);
		if (this.ids.length === 0 && rows !== undefined) {
			throw new UserError('The access token sees no inbox, so there is nothing to watch. Check the token and what its user may see.');
		}
		for (const [id, inbox] of areUnknown ? [] : Object.entries(inboxes)) {
			if (this.ids.includes(Number(id))) delete inbox.goneSince;
			else if (requests.isClockKnown) inbox.goneSince = Math.min(inbox.goneSince ?? Infinity, requests.serverNow());
		}
		const isEvicted = (id: string) => requests.isClockKnown && (inboxes[id].goneSince ?? Infinity) <= requests.serverNow() - AWAY_FOR;
		const isAway = (id: string) => settings.inboxes === undefined && !isEvicted(id);
		const gone = Object.keys(inboxes).filter((id) => !this.ids.includes(Number(id)) && !isAway(id));
		for (const id of gone) delete inboxes[id];
		return settings.inboxes === undefined ? gone.map((id) => `inbox ${id} is gone, and what was known of it is forgotten`) : [];
	}

	/** @returns the settings with the ids that names stand for in an inbox. @throws BudgetExhausted, ServiceFailure, NodeOperationError */
	async settingsIn(id: number): Promise<Settings> {
		const isChecked = this.checkedSince !== undefined;
		const since = this.poll.requests.now() - (this.begunBefore.has(String(id)) ? NAMES_FRESH_MS : LIST_FRESH_MS);
		const read: RowsOf = async (list, how) =>
			await (isChecked || how === 'again' ? this.readAgain(list) : this.rowsOf(list, { since, inParts: true }));
		return (await this.lookUp(id, read)).settings;
	}

	/** @throws UserError for a label that no inbox has; with many inboxes it takes some polls until that is known */
	async refuseUnknownNames(): Promise<void> {
		const { settings, session } = this.poll;
		const kept = (list: ServiceList) => session.of(ListCache).latest(list)?.rows;
		if (settings.inInbox === undefined || !this.ids.every((id) => kept(LISTS.labels(id)) !== undefined)) return;
		// Lists of any age will do to find out that all names exist.
		if ((await this.unknownName(async (list) => await Promise.resolve(kept(list) ?? []))) === undefined) return;
		this.settings.clear();
		const name = await this.unknownName(this.readAgain);
		if (name !== undefined) throw noInboxHas(name);
	}

	/** @returns a name that no inbox has; an inbox whose names cannot be looked up now, or that has one twice, may have it */
	private async unknownName(rowsOf: RowsOf): Promise<string | undefined> {
		for (const id of this.ids) await this.lookUp(id, rowsOf).catch(() => {});
		return missingInAll(this.ids.map((id) => this.settings.get(id)));
	}

	private async lookUp(id: number, rowsOf: RowsOf): Promise<InboxSettings> {
		const { settings } = this.poll;
		const found = this.settings.get(id) ?? (await settings.inInbox?.(id, rowsOf)) ?? { settings, missing: new Set() };
		this.settings.set(id, found);
		return found;
	}

	private async rowsOf(list: ServiceList, needed: ListRequirements): Promise<readonly IDataObject[]> {
		const { session, requests } = this.poll;
		return await wholeListOf({ session }, requests.read, list, needed);
	}

	/**
	 * Reads a list that may lack a name once more. What earlier polls of the same check have read counts, or a poll with few requests would
	 * never finish.
	 */
	private readonly readAgain: RowsOf = async (list) => {
		const { kept, startedAt } = this.poll;
		const since = this.checkedSince ?? startedAt;
		return await this.rowsOf(list, { since }).catch((error) => {
			if (error instanceof BudgetExhausted) kept.checkedSince = since;
			throw error;
		});
	};

	/** Every inbox that the token sees; undefined while the list cannot be read: then the known ones are read. */
	private async readList(): Promise<readonly IDataObject[] | undefined> {
		const { session, requests, errors } = this.poll;
		errors.asked.add(LIST_OF_INBOXES);
		return await wholeListOf({ session }, requests.read, LISTS.inboxes(), { inParts: true }).catch((error) => {
			errors.note(LIST_OF_INBOXES, error, Object.keys(this.state.inboxes).length > 0);
			return undefined;
		});
	}
}

/** @param inboxes the settings as they are in each inbox; undefined: not known @returns a name that none of them has */
export function missingInAll(inboxes: ReadonlyArray<InboxSettings | undefined>): string | undefined {
	const [first, ...others] = inboxes.map((inbox) => inbox?.missing ?? new Set<string>());
	return [...(first ?? [])].find((one) => others.every((missing) => missing.has(one)));
}

export function noInboxHas(name: string): UserError {
	return new UserError(`None of the inboxes has a ${name}. Check the name or the ID.`);
}

/**
 * @param rows the list of inboxes, needed for names and for all inboxes
 * @throws UserError for a name that no inbox has, or that several have
 */
export function inboxIds({ inboxes }: Pick<Settings, 'inboxes'>, rows: readonly IDataObject[]): number[] {
	const chosen = inboxes ?? rows.map(({ message_box_id }) => Number(message_box_id));
	return [...new Set(chosen.map((inbox) => (typeof inbox === 'number' ? inbox : Number(idNamed('inboxes', inbox, rows)))))];
}

/**
 * Begins to watch an inbox, as "Start" says. Tickets and messages from before are not new.
 *
 * @throws BudgetExhausted, ServiceFailure
 */
export async function beginInbox(messageBoxId: number, { requests, settings, session }: PollContext): Promise<InboxState> {
	const start = startOf(settings);
	const store = session.of(Store).of(messageBoxId);
	const first = await readPage(messageBoxId, store, requests, 1).catch((error) => {
		if (!(error instanceof BudgetExhausted) || requests.answered === 0 || start.mode === 'latestTickets') throw error;
		return null;
	});
	const isFromDate = start.mode === 'date' || start.mode === 'daysAgo';
	// An inbox begins now even if no request is left for it: n8n saves the state at activation.
	if (first === null) return { ...beginAt(requests.serverNow() + SECOND, start, settings), ...(!isFromDate && { needsBaseline: true }) };
	const inbox = beginAt(first.moment.asOf, start, settings);
	if (isFromDate) return inbox;
	if (start.mode === 'latestTickets') {
		for (const { ticket_id } of await newest(messageBoxId, store, requests, first, start.count)) {
			inbox.queue[ticket_id] = { detailsFrom: null, isNew: true, isOfStart: true };
		}
	}
	for (const ticket of first.tickets) inbox.tickets[ticket.ticket_id] = baselineOf(ticket, inbox, settings);
	// If the whole page was created within this second, there may be more such tickets: only later ones are new.
	const created = first.tickets.map(({ created_at }) => millisOf(created_at, 0));
	if (first.hasMore && smallest(created) >= inbox.since) inbox.since = greatest(created) + 1;
	return inbox;
}

/**
 * Reads the first page of an inbox that began when no request was left. Tickets from before become its baseline.
 *
 * @throws BudgetExhausted, ServiceFailure
 */
export async function readBaseline({ messageBoxId, state, store }: InboxPoll, { requests, settings }: PollContext): Promise<void> {
	const { tickets } = await readPage(messageBoxId, store, requests, 1);
	for (const ticket of tickets) {
		if (millisOf(ticket.created_at, 0) < state.since) state.tickets[ticket.ticket_id] ??= baselineOf(ticket, state, settings);
	}
	delete state.needsBaseline;
}

/** "With the newest" emits tickets as created: without Ticket Created it is the same as "from now on". */
function startOf(settings: Settings): Start {
	return settings.start.mode === 'latestTickets' && !wants(settings, 'ticketCreated') ? { mode: 'now' } : settings.start;
}

/** Reads a page of the newest tickets. */
async function readPage(messageBoxId: number, store: InboxStore, requests: Requests, page: number) {
	const { tickets, rows, moment } = await requests.search(messageBoxId, { per_page: FULL_PAGE, page });
	store.recordRows(tickets, moment, moment.asOf);
	return { tickets, moment, hasMore: rows === FULL_PAGE };
}

/** @returns the newest tickets in the service's order */
async function newest(
	messageBoxId: number,
	store: InboxStore,
	requests: Requests,
	first: { tickets: TicketSummary[]; hasMore: boolean },
	count: number,
): Promise<TicketSummary[]> {
	const found = new Map(first.tickets.map((ticket) => [ticket.ticket_id, ticket]));
	let { hasMore } = first;
	for (let page = 2; found.size < count && hasMore; page++) {
		const next = await readPage(messageBoxId, store, requests, page);
		for (const ticket of next.tickets) if (!found.has(ticket.ticket_id)) found.set(ticket.ticket_id, ticket);
		({ hasMore } = next);
	}
	return [...found.values()].slice(0, count);
}
