/**
 * Events of changes. At which moments a trigger has read a ticket isn't known, so all are tried: what each poll emitted must be
 * the differences between the version that it read and the one that was read before, for at least one choice of these.
 */
import type { IDataObject } from 'n8n-workflow';
import { OLDEST, type View } from './judge';
import { FIELDS, type Field, fits, type LoggedTicket } from './log';

const EVENTS = ['ticketFieldChanged', 'ticketClosed', 'labelAdded', 'ticketAssigned'];
/** The place of a version that stands for a ticket that was never read. */
const NEVER = -1;

const same = (a: unknown, b: unknown) => JSON.stringify(Array.isArray(a) ? [...a].sort() : a) === JSON.stringify(Array.isArray(b) ? [...b].sort() : b);

/** A field that differs between two versions. `isSure`: the page leaves no choice whether it is emitted. */
interface Difference {
	field: Field;
	from: unknown;
	to: unknown;
	isSure: boolean;
}

function differences(view: View, { versions }: LoggedTicket, from: number, to: number, until: number): Difference[] {
	return FIELDS.filter((field) => !same(versions[from].values[field], versions[to].values[field])).flatMap((field) => {
		const writers = versions.slice(from + 1, to + 1).filter((version, place) => !same(version.values[field], versions[from + place].values[field]));
		const own = writers.map(({ by, at }) => view.own(by, at, until));
		if (own.every((one) => one === true)) return [];
		return [{ field, from: versions[from].values[field], to: versions[to].values[field], isSure: own.every((one) => one === false) }];
	});
}

/** @returns whether a difference leads to the event */
function leadsTo({ plan: { watched, addedLabels, assignedTo } }: View, event: string, { field, from, to }: Difference): boolean {
	const added = field === 'label_ids' ? (to as number[]).filter((id) => !(from as number[]).includes(id)) : [];
	if (event === 'ticketFieldChanged') return watched.length === 0 || watched.includes(field);
	if (event === 'ticketClosed') return field === 'status_cd' && to === 'closed';
	if (event === 'labelAdded') return added.length > 0 && (addedLabels.length === 0 || added.some((id) => addedLabels.includes(id)));
	return field === 'assignee' && to !== null && (assignedTo.length === 0 || assignedTo.includes(to as string));
}

/** @returns whether a poll that read version `to` after version `from` may have given these items */
function explains(view: View, ticket: LoggedTicket, [from, to]: [number, number], items: IDataObject[], until: number): boolean {
	if (from === to) return items.length === 0;
	// Another trigger of the process may have read an earlier version.
	if (from === NEVER) return items.length === 0 || ticket.versions.slice(0, to).some((_version, place) => explains(view, ticket, [place, to], items, until));
	const [before, after] = [ticket.versions[from].values, ticket.versions[to].values];
	const differing = fits(view.plan, before) || fits(view.plan, after) ? differences(view, ticket, from, to, until) : [];
	// A new ticket that is moved out of Spam is emitted as created; whether that is a change too, the page doesn't say.
	const isMovedOut = ticket.at >= view.begin && ['spam', 'trash'].includes(before.status_cd) && !view.items('ticketCreated', ticket).some(({ poll }) => poll.end < until);
	return EVENTS.filter((event) => view.plan.events.includes(event)).every((event) => {
		const of = items.filter((item) => item.event === event);
		const leading = differing.filter((difference) => leadsTo(view, event, difference));
		if (of.length === 0) return isMovedOut || !leading.some(({ isSure }) => isSure);
		if (of.length > 1 || leading.length === 0) return false;
		const shown = of[0].changes as Record<string, { from: unknown; to: unknown }>;
		const isTrue = Object.entries(shown).every(([name, change]) => {
			const difference = differing.find(({ field }) => field === name);
			return difference !== undefined && (!difference.isSure || (same(difference.from, change.from) && same(difference.to, change.to)));
		});
		return isTrue && leading.every(({ field, isSure }) => !isSure || field in shown);
	});
}

export function changeFaults(view: View, ticket: LoggedTicket): void {
	if (!EVENTS.some((event) => view.plan.events.includes(event))) return;
	const { versions } = ticket;
	let known = new Set([NEVER]);
	let saved = known;
	let killed = 0;
	const { mode } = view.log.readings;
	for (const [place, poll] of view.polls.entries()) {
		const kills = view.log.kills.filter((at) => at <= poll.start).length;
		if (kills > killed) known = saved;
		// Each poll starts from what was stored last, beside what the process knows.
		if (mode === 'stored') known = new Set([...known, ...saved]);
		killed = kills;
		const items = poll.items.filter((item) => item.ticket_id === ticket.id && EVENTS.includes(item.event as string));
		const next = new Set<number>();
		const readable = versions.flatMap(({ at }, version) => (at <= poll.end && (versions[version + 1]?.at ?? Infinity) >= poll.start - OLDEST ? [version] : []));
		const due = versions.map(({ at }) => view.isDue(Math.max(at, view.begin), 'resync', ticket, poll)).lastIndexOf(true);
		for (const from of known) {
			if (items.length === 0 && from >= due) next.add(from);
			for (const to of poll.error === undefined ? readable : []) if (to >= from && to >= due && explains(view, ticket, [from, to], items, poll.end)) next.add(to);
		}
		if (next.size === 0) {
			const told = versions.map(({ at, by, values }) => `${view.minute(at)}${by === null ? '' : ` by ${by}`} ${JSON.stringify(values)}`).join('; ');
			const shown = items.map(({ event, changes }) => `${String(event)} ${JSON.stringify(changes)}`).join(', ') || 'nothing';
			view.fault('changes', ticket, `emitted ${shown} after reading version ${[...known].join(' or ')}, due ${due} of: ${told}`, poll.start);
			for (const to of readable) next.add(to);
		}
		// Old tickets are read at the start.
		if (place === 0 && ticket.at < view.begin) next.delete(NEVER);
		known = next;
		if (place === 0 || poll.items.length > 0 || (mode === 'durable' && poll.error === undefined)) saved = known;
	}
}
