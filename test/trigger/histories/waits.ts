/** Ticket Unanswered: since when a customer waits, what ends the wait, and when it must be emitted. */
import { type Delay, delayOf, OLDEST, type View } from './judge';
import { type LoggedTicket, MINUTE, SECOND } from './log';

/** A wait, `since` by the send time of its first message. `until`: the answer or the status that ended it. */
interface Wait {
	since: number;
	arrived: number;
	/** how soon its message is found */
	delay: Delay;
	until: number;
	/** send times that may stand for its begin, where the page leaves it open */
	others: number[];
	/** the page leaves open whether there is one */
	isOpen: boolean;
}

const isWaiting = (status: string) => ['open', 'ongoing'].includes(status);

/** @returns the waits of a ticket, by what happened in it since the trigger began */
function waitsOf(view: View, ticket: LoggedTicket): Wait[] {
	const waits: Wait[] = [];
	let unanswered: Array<{ at: number; sentAt: number; delay: Delay }> = [];
	let current: Wait | null = null;
	const end = (at: number) => {
		if (current !== null) current.until = at;
		current = null;
	};
	const begin = (messages: typeof unanswered, isOpen: boolean) => {
		const [{ at, sentAt, delay }] = messages;
		// Sent before the trigger began, it may count as one of before.
		waits.push((current = { since: sentAt, arrived: at, delay, until: Infinity, others: [], isOpen: isOpen || sentAt < view.begin }));
	};
	const happened = [
		...ticket.versions.map(({ at, values }) => ({ at, status: values.status_cd as string })),
		...ticket.messages.filter(({ channel }) => channel !== 'record').flatMap(({ states, isAutomatic }) => states.filter(({ state }) => state === 'sent' || (state === 'received' && !isAutomatic)).map((one) => ({ at: one.at, sentAt: one.sentAt, state: one.state, delay: delayOf(ticket, one) }))),
	].sort((a, b) => a.at - b.at);
	let status = ticket.versions[0].values.status_cd as string;
	for (const one of happened) {
		if ('status' in one) {
			if (!isWaiting(one.status)) end(one.at);
			else if (!isWaiting(status) && unanswered.length > 0) {
				begin(unanswered, true);
				current!.others = unanswered.map(({ sentAt }) => sentAt);
			}
			status = one.status;
		} else if (one.state === 'sent') {
			unanswered = [];
			end(one.at);
		} else if (one.at >= view.begin) {
			unanswered.push(one);
			if (current !== null) (current as Wait).others.push(one.sentAt);
			else if (isWaiting(status)) begin([one], unanswered.length > 1);
			if (unanswered.length > 1 && current !== null) (current as Wait).others.push(...unanswered.map(({ sentAt }) => sentAt));
		}
	}
	return waits;
}

export function waitFaults(view: View, ticket: LoggedTicket): void {
	const { wait, repeat } = view.plan;
	const waits = waitsOf(view, ticket);
	const items = view.items('ticketUnanswered', ticket);
	const taken = new Set<unknown>();
	for (const one of waits) {
		const sinces = [one.since, ...one.others].map((at) => Math.floor(at / SECOND) * SECOND);
		const own = items.filter(({ item, poll }) => sinces.includes(Math.floor(Date.parse(item.waiting_since as string) / SECOND) * SECOND) && poll.end >= one.arrived && poll.start <= one.until + OLDEST && !taken.has(item));
		for (const { item } of own) taken.add(item);
		const latest = (at: number) => Math.max(view.deadline(at, 'next', ticket.inbox), view.deadline(one.arrived, one.delay, ticket.inbox));
		let due = Math.min(one.since, ...one.others) + wait;
		let sure = one.since + wait;
		for (const { poll } of own) {
			if (poll.end < due - SECOND) view.fault('waits', ticket, `emitted too early, a wait since minute ${view.minute(one.since)} with ${(due - one.since) / MINUTE} minutes`, poll.start);
			const by = latest(sure);
			if (poll.start > by && !one.isOpen && view.fitted(ticket, Math.max(sure, one.arrived) - OLDEST, poll.end) === 'always') view.fault('waits', ticket, `emitted late, the poll of minute ${view.minute(by)} had to`, poll.start);
			// The reminder counts from the last item.
			due = poll.start + repeat - MINUTE / 2;
			sure = poll.end + repeat;
		}
		const must = latest(sure);
		const isAlwaysFit = view.fitted(ticket, Math.max(sure, one.arrived) - OLDEST, must + OLDEST) === 'always';
		if (!one.isOpen && must < one.until && isAlwaysFit) view.fault('waits', ticket, `a wait since minute ${view.minute(one.since)} until ${view.minute(one.until)} not emitted after ${own.length} items`, must);
	}
	for (const { item, poll } of items.filter(({ item }) => !taken.has(item))) {
		const told = waits.map(({ since, until }) => `${view.minute(since)} to ${view.minute(until)}`).join(', ');
		view.fault('waits', ticket, `emitted for a wait since minute ${view.minute(Date.parse(item.waiting_since as string))} that is none: waits are ${told || 'none'}`, poll.start);
	}
}
