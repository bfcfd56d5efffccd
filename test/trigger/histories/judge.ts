/** Judges a history by the sentences of docs/trigger.md: what a trigger had to emit, when, and what it could not. */
import type { IDataObject } from 'n8n-workflow';
import { changeFaults } from './changes';
import { fits, type Log, type LoggedMessage, type LoggedPoll, type LoggedTicket, MINUTE, type Plan, SECOND, type Version } from './log';
import { waitFaults } from './waits';

/** Sentences of the pages. */
const PAGE = {
	once: 'Each event is emitted once',
	next: 'New tickets and messages are emitted with the next poll',
	resync: 'Comments, changes without a message, messages dated back, and states without a send time are found when the trigger reads tickets again: that takes in one inbox at most this number of polls',
	hidden: 'New Comment comes within half of Lookback (if nothing moves the time of the ticket)',
	filters: 'Filters are applied when the trigger reads the ticket. What doesn\'t match then is not emitted later',
	own: 'Ignore Own Changes: what this workflow writes doesn\'t start it, and what a person changes does',
	begun: 'Started By leaves out tickets that an outgoing email began',
	start: 'What exists when the workflow is activated is taken as known',
	order: 'One item per event, oldest first',
	skipFirst: 'Skip First Message leaves out the second',
	requests: 'Max Requests per Poll (42 if empty) limits all phases together',
	reads: 'The service allows 60 requests a minute; the trigger reads',
	fails: 'No poll gets an answer: polls fail from the fourth on; the rate limit is used up: after five minutes without any answer, polls fail',
	changes: 'Ticket Field Changed: when fields differ from what was read before; Several edits between two polls are one change',
	waits: 'Ticket Unanswered: when the time is up, the trigger reads the ticket again and emits it if it matches the filters then',
} as const;

/** How long a ticket that was read may be used by other triggers: "at most a minute older than the poll". */
export const OLDEST = MINUTE;

/** How long something takes, by the page: with the next poll, by resync, or within half of Lookback because no row shows it. */
export type Delay = 'next' | 'resync' | 'hidden';

/** How old what another trigger read may be, so that the poll after it reads the ticket. */
const SHARED: Record<Delay, number> = { next: 20 * SECOND, resync: OLDEST, hidden: OLDEST };

/** One trigger's part of a history. */
export class View {
	readonly polls: LoggedPoll[];
	readonly faults: string[] = [];

	constructor(
		readonly log: Log,
		readonly plan: Plan,
	) {
		this.polls = log.polls.filter(({ trigger }) => trigger === plan.place);
	}

	/** When the trigger was activated: the end of its first poll. */
	get begin(): number {
		return this.polls[0].start;
	}

	/** The tickets of its inboxes. */
	get tickets(): LoggedTicket[] {
		return [...this.log.tickets.values()].filter(({ inbox }) => this.plan.inboxes.includes(inbox));
	}

	/** @returns the items of an event, with their polls */
	items(event: string, ticket: LoggedTicket): Array<{ item: IDataObject; poll: LoggedPoll }> {
		return this.polls.flatMap((poll) => poll.items.filter((item) => item.event === event && item.ticket_id === ticket.id).map((item) => ({ item, poll })));
	}

	/** @param promise what the page says @param poll the poll at which it shows, or a time */
	fault(promise: keyof typeof PAGE, ticket: LoggedTicket | null, what: string, at: number): void {
		const about = ticket === null ? '' : ` ticket ${ticket.id} (inbox ${ticket.inbox}),`;
		this.faults.push(`seed ${this.log.seed}, trigger ${this.plan.place},${about} minute ${this.minute(at)}: ${what}. Page: "${PAGE[promise]}"`);
	}

	minute(at: number): string {
		return ((at - this.log.polls[0].start) / MINUTE).toFixed(2);
	}

	/** @returns whether what happened at `at` had to be seen in or before a poll; polls that were hindered don't count */
	isDue(at: number, kind: Delay, { inbox }: LoggedTicket, poll: LoggedPoll): boolean {
		return this.deadline(at, kind, inbox) <= poll.start;
	}

	/** @returns the begin of the poll by which what happened at `at` must be emitted; Infinity if the history ends before */
	deadline(happened: number, kind: Delay, inbox: number): number {
		const { inboxes, maxRequests = 42, lookback } = this.plan;
		const isShared = this.log.plans.some((other) => other !== this.plan && other.inboxes.includes(inbox));
		const at = happened + (kind === 'hidden' ? lookback / 2 : 0) + (isShared ? SHARED[kind] : 0);
		// Few requests, or details of several tickets, take another poll. Two requests of a busy poll read an inbox, by its period and by ids.
		const [idle, busy] = kind === 'next' ? [maxRequests < 20 ? 2 : 1, maxRequests < 20 ? 2 : 1] : [inboxes.length === 1 && maxRequests >= 20 ? 1 : 2, inboxes.length + 1];
		let [counted, idles, last] = [0, 0, -Infinity];
		for (const { start, ease, error } of this.polls) {
			if (ease === 'hindered' || error !== undefined) continue;
			// After an outage or a restart few requests take some polls for what has come meanwhile.
			if (start > at && start - last > 3 * MINUTE && maxRequests < 42) [counted, idles] = [maxRequests < 20 ? -4 : -1, maxRequests < 20 ? -4 : -1];
			last = start;
			if (start <= at) continue;
			counted += 1;
			if (ease === 'idle') idles += 1;
			if (counted >= busy || idles >= idle) return start;
		}
		return Infinity;
	}

	/** @returns whether the ticket fitted the filters all the time, at some time or never between two moments */
	fitted({ versions }: LoggedTicket, from: number, until: number): 'always' | 'sometimes' | 'never' {
		const of = versions.filter(({ at }, place) => at <= until && (versions[place + 1]?.at ?? Infinity) >= from).map(({ values }) => fits(this.plan, values));
		return of.every(Boolean) ? 'always' : of.some(Boolean) ? 'sometimes' : 'never';
	}

	/** @returns whether it is the trigger's own: `maybe` if the process that knew it was killed before it was due */
	own(by: string | null, at: number, until: number): boolean | 'maybe' {
		const { ignoreOwn, workflow } = this.plan;
		if (by === null || ignoreOwn === 'none' || (ignoreOwn === 'thisWorkflow' && by !== workflow)) return false;
		return this.killed(at, until) ? 'maybe' : true;
	}

	killed(from: number, until: number): boolean {
		return this.log.kills.some((at) => at >= from - OLDEST && at <= until);
	}
}

/** What must or may be emitted once. `from`: since when it can be; `by`: the begin of the poll that must have emitted it. */
interface Wanted {
	promise: keyof typeof PAGE;
	from: number;
	by: number;
	/** the sentence by which it must not be emitted, or null */
	never: keyof typeof PAGE | null;
	/** the page leaves open whether it is emitted */
	isOpen?: boolean;
}

function judgeOne(view: View, ticket: LoggedTicket, name: string, found: Array<{ poll: LoggedPoll }>, { promise, from, by, never, isOpen }: Wanted): void {
	const [first, second] = found.map(({ poll }) => poll);
	if (second !== undefined) view.fault('once', ticket, `${name} emitted again, first in minute ${view.minute(first.start)}`, second.start);
	if (first === undefined) {
		if (by !== Infinity && never === null && isOpen !== true && view.fitted(ticket, from, by + OLDEST) === 'always') view.fault(promise, ticket, `${name} of minute ${view.minute(from)} not emitted`, by);
		return;
	}
	if (never !== null) return view.fault(never, ticket, `${name} emitted`, first.start);
	if (first.end < from) view.fault('once', ticket, `${name} emitted before it happened`, first.start);
	// What a killed process had read outside the filters is read again.
	if (first.start > by && !(view.killed(from, first.start) && view.fitted(ticket, from, by) !== 'always')) view.fault(promise, ticket, `${name} of minute ${view.minute(from)} emitted late, the poll of minute ${view.minute(by)} had to`, first.start);
	const until = view.killed(from, first.start) ? first.end : Math.min(by, first.end);
	if (view.fitted(ticket, from - OLDEST, until) === 'never') view.fault('filters', ticket, `${name} emitted`, first.start);
}

/** How soon a message is found. */
export function delayOf(ticket: LoggedTicket, { at, sentAt, state, isShown }: LoggedMessage['states'][number]): Delay {
	if (!isLate(at, sentAt) && state !== 'draft') return 'next';
	return isShown || at === ticket.at ? 'resync' : 'hidden';
}

const isLate = (at: number, sentAt: number) => at - sentAt > MINUTE;

/** Who began a ticket, as Started By has it. */
function starterOf({ messages: [{ channel, states: [{ state }] }] }: LoggedTicket): string {
	return channel === 'record' ? 'memo' : state === 'received' ? 'customer' : 'outgoingEmail';
}

function judgeCreated(view: View, ticket: LoggedTicket): void {
	const { plan } = view;
	const isOutside = ({ values }: Version) => ['spam', 'trash'].includes(values.status_cd) && plan.filters.statusCds?.includes(values.status_cd) !== true;
	const shown = ticket.versions.find((version) => !isOutside(version));
	const found = view.items('ticketCreated', ticket);
	if (shown === undefined) return judgeOne(view, ticket, 'Ticket Created', found, { promise: 'next', from: ticket.at, by: Infinity, never: 'filters' });
	const [{ at, states: [{ state, sentAt }] }] = ticket.messages;
	const isPrompt = shown === ticket.versions[0] && !isLate(at, sentAt) && state !== 'draft';
	const due = view.deadline(shown.at, isPrompt ? 'next' : 'resync', ticket.inbox);
	// If it is moved to Spam before a poll sees it, it comes when it is moved out.
	const by = ticket.versions.some((version) => version.at > shown.at && version.at <= due && isOutside(version)) ? Infinity : due;
	const never = ticket.at < view.begin ? 'start' : plan.startedBy.includes(starterOf(ticket)) ? null : 'begun';
	judgeOne(view, ticket, 'Ticket Created', found, { promise: isPrompt ? 'next' : 'resync', from: shown.at, by, never, isOpen: shown !== ticket.versions[0] && plan.filters.statusCds !== undefined });
}

/** @returns when a message first reached a chosen state; since the trigger began, if a draft of before was sent then */
function reachedIn({ plan: { messageStates }, begin }: View, states: LoggedMessage['states']): LoggedMessage['states'][number] | undefined {
	const reached = states.filter(({ state }) => messageStates.includes(state));
	return reached.find(({ at }) => at >= begin) ?? reached[0];
}

function judgeMessage(view: View, ticket: LoggedTicket, message: LoggedMessage): void {
	const { plan: { skipFirst } } = view;
	const reached = reachedIn(view, message.states);
	const found = view.items('newMessage', ticket).filter(({ item }) => item.message_id === message.id);
	if (reached === undefined || message.channel === 'record') return found.forEach(({ poll }) => view.fault('filters', ticket, `New Message ${message.id} emitted`, poll.start));
	const isFirst = skipFirst && message === ticket.messages[0] && ticket.at >= view.begin;
	// Of a draft of before the begin that counts as known, the page doesn't say whether it is new once it is sent.
	const isOpen = isFirst || (reached.at >= view.begin && message.at < view.begin && view.plan.messageStates.includes('draft'));
	const isSkipped = isFirst && view.items('ticketCreated', ticket).length > 0 && reached === message.states[0];
	const never = reached.at < view.begin ? 'start' : isSkipped ? 'skipFirst' : null;
	const kind = delayOf(ticket, reached);
	judgeOne(view, ticket, `New Message ${message.id}`, found, { promise: kind, from: reached.at, by: view.deadline(reached.at, kind, ticket.inbox), never, isOpen });
}

const textOf = ({ comment, commented_at }: IDataObject) => `${String(comment)} of ${Math.floor(Date.parse(commented_at as string) / SECOND)}`;

function judgeComments(view: View, ticket: LoggedTicket): void {
	for (const { at, text, by: workflow, isShown } of ticket.comments) {
		const found = view.items('newComment', ticket).filter(({ item }) => textOf(item.comment as IDataObject) === text);
		const quietSince = Math.max(...ticket.messages.flatMap(({ states }) => states).filter((one) => one.at <= at).map(({ sentAt }) => sentAt));
		const kind = isShown ? 'resync' : 'hidden';
		const by = view.deadline(at, kind, ticket.inbox);
		const own = view.own(workflow, at, found[0]?.poll.end ?? by);
		const never = at < view.begin ? 'start' : own === true ? 'own' : null;
		const isOpen = own === 'maybe' || (!isShown && at - quietSince > view.plan.lookback / 2);
		judgeOne(view, ticket, `New Comment "${text}"`, found, { promise: kind, from: at, by, never, isOpen });
	}
}

/** Items of one poll: the oldest first, and a ticket before what happened in it. */
function judgeOrder(view: View): void {
	const states = new Map(view.tickets.flatMap(({ messages }) => messages.map((message) => [message.id, message.states])));
	// A message counts from when it was there, or from its send time if a draft is sent later.
	const messageTime = (id: number, until: number) => Math.max(...states.get(id)!.filter(({ at }) => at <= until).flatMap(({ at, sentAt }) => [at, sentAt]));
	const timeOf: Record<string, (item: IDataObject, until: number) => number> = { ticketCreated: ({ created_at }) => Date.parse(created_at as string), newMessage: ({ message_id }, until) => messageTime(message_id as number, until), newComment: ({ comment }) => Date.parse((comment as IDataObject).commented_at as string) };
	for (const { items, start, end } of view.polls) {
		for (const [event, time] of Object.entries(timeOf)) {
			const times = items.filter((item) => item.event === event).map((item) => time(item, end));
			if (times.some((at, place) => at < times[place - 1])) view.fault('order', null, `${event} not in order: ${times.map((at) => view.minute(at)).join(', ')}`, start);
		}
		const created = items.findIndex((item, place) => item.event === 'ticketCreated' && items.slice(0, place).some((earlier) => earlier.ticket_id === item.ticket_id && earlier.event !== 'ticketCreated'));
		if (created >= 0) view.fault('order', null, `ticket ${String(items[created].ticket_id)} is created after something that happened in it`, start);
	}
}

const READS = /^(POST \/api\/v2\/\d+\/tickets\/search|GET \/api\/v2\/(\d+\/tickets\/\d+|\d+\/labels|message_boxes|users)) /;

function judgeRequests(view: View): void {
	for (const { requests, start } of view.polls) {
		if (requests.length > (view.plan.maxRequests ?? 42)) view.fault('requests', null, `${requests.length} requests`, start);
		const others = requests.filter((request) => !READS.test(request));
		if (others.length > 0) view.fault('reads', null, others.join(', '), start);
	}
}

/** When polls may fail, and when they must. */
function judgeFailures(view: View): void {
	let [unanswered, searches, answeredAt] = [0, 0, view.begin];
	for (const [place, { start, end, error, requests, ease }] of view.polls.entries()) {
		if (place > 0 && view.killed(view.polls[place - 1].end + OLDEST, start)) [unanswered, searches, answeredAt] = [0, 0, start];
		const hasSearched = requests.some((request) => request.startsWith('POST'));
		const isAnswered = requests.some((request) => /(2\d\d|40[04])$/.test(request)) || (requests.length === 0 && ease !== 'hindered');
		unanswered = isAnswered ? 0 : unanswered + 1;
		searches = isAnswered ? 0 : searches + (hasSearched && !requests.some((request) => request.endsWith(' 403')) ? 1 : 0);
		if (isAnswered) answeredAt = end;
		const isInOutage = view.log.outages.some(({ from, until }) => start >= from && end < until);
		if (error !== undefined && unanswered < 4 && start - answeredAt < 5 * MINUTE) view.fault('fails', null, `a poll failed: ${error}; ${unanswered} polls without an answer, ${ease}`, start);
		if (error === undefined && searches >= 4 && isInOutage && hasSearched) view.fault('fails', null, `poll ${searches} without an answer did not fail`, start);
	}
}

/** @returns what contradicts the page, each with the seed, the ticket and the sentence */
export function judge(log: Log): string[] {
	return log.plans.flatMap((plan) => {
		const view = new View(log, plan);
		const has = (event: string) => plan.events.includes(event);
		for (const ticket of view.tickets) {
			if (has('ticketCreated')) judgeCreated(view, ticket);
			if (has('newMessage')) for (const message of ticket.messages) judgeMessage(view, ticket, message);
			if (has('newComment')) judgeComments(view, ticket);
			changeFaults(view, ticket);
			if (has('ticketUnanswered')) waitFaults(view, ticket);
		}
		for (const { items, start } of view.polls) {
			const strange = items.filter(({ event, message_box_id }) => !has(String(event)) || !plan.inboxes.includes(Number(message_box_id)));
			if (strange.length > 0) view.fault('once', null, `an item of another event or inbox: ${JSON.stringify(strange[0])}`, start);
		}
		judgeOrder(view);
		judgeRequests(view);
		judgeFailures(view);
		return view.faults;
	});
}
