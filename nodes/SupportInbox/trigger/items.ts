import type { IDataObject } from 'n8n-workflow';
import type { Changes } from '../ledger/snapshot';
import type { WatchedField } from '../ledger/ticketFields';
import type { TicketMessage } from '../ledger/tickets';
import { codeName, isCoded, withCodeNames } from '../output/codes';
import { besides, NAMED_FIELDS, namesOf } from '../output/names';
import { omit, pick } from '../output/pick';
import { senderOf } from '../output/sender';
import { htmlToText } from '../output/text/htmlToText';
import { MAX_TEXT, shorten } from '../output/text/shorten';
import { type Read, type ServiceList, LISTS } from '../transport/client/lists';
import { ServiceFailure } from '../transport/errors/failure';
import type { Session } from '../transport/session';
import type { TicketEvent } from './detect/events';
import { BudgetExhausted } from './service/requests';

/** The names of each list that events need: by the list's path, then by id. */
type Names = ReadonlyMap<string, ReadonlyMap<unknown, string>>;

/** Finds the names that events need. No event is delayed or lost because a name is missing: it has null instead. */
export class EventNames {
	private readonly names = new Map<string, ReadonlyMap<unknown, string>>();
	/** The ids that were looked up in each list, by the list's path. */
	private readonly asked = new Map<string, ReadonlySet<unknown>>();

	constructor(private readonly session: Session) {}

	/** Whether every name is known or cannot be found, so that no list is left to read. */
	areKnown(events: readonly TicketEvent[]): boolean {
		return this.next(events) === undefined;
	}

	/**
	 * Reads the next list that events need.
	 *
	 * @param read sends a request of the poll
	 * @throws every error except ServiceFailure and BudgetExhausted: these leave names out
	 */
	async readNext(events: readonly TicketEvent[], read: Read): Promise<void> {
		const next = this.next(events);
		if (next === undefined) return;
		const { list, ids } = next;
		this.asked.set(list.path, new Set(ids));
		this.names.set(list.path, await namesIfRead(this.session, read, list, ids));
	}

	/** @returns the events with names beside their ids; lists that were not read are read now */
	async addTo(events: readonly TicketEvent[], read: Read): Promise<TicketEvent[]> {
		while (!this.areKnown(events)) await this.readNext(events, read);
		return events.map((event) => withNames(event, this.names));
	}

	private next(events: readonly TicketEvent[]): { list: ServiceList; ids: unknown[] } | undefined {
		const needed = new Map<string, { list: ServiceList; ids: unknown[] }>();
		for (const { list, ids } of events.flatMap(idsIn)) {
			if (ids.length > 0) needed.set(list.path, { list, ids: [...(needed.get(list.path)?.ids ?? []), ...ids] });
		}
		return [...needed.values()].find(({ list, ids }) => ids.some((id) => this.asked.get(list.path)?.has(id) !== true));
	}
}

async function namesIfRead(session: Session, read: Read, list: ServiceList, ids: readonly unknown[]) {
	return await namesOf({ session }, read, list, ids).catch(async (error) => {
		if (!(error instanceof BudgetExhausted) && !(error instanceof ServiceFailure)) throw error;
		// The cached list lacks an id and could not be read again: it still has the other names.
		const failing: Read = async () => await Promise.reject(error);
		return await namesOf({ session }, failing, list, []).catch(() => new Map<unknown, string>());
	});
}

function idsIn({ message_box_id: inbox, changes = {}, comment, ...event }: TicketEvent): Array<{ list: ServiceList; ids: unknown[] }> {
	const present = (values: unknown[]) => values.flat().filter((id) => id !== null && id !== undefined);
	return [
		{ list: LISTS.inboxes(), ids: [inbox] },
		{ list: LISTS.users(), ids: present([comment?.commenter]) },
		...NAMED_FIELDS.map(({ id, listOf }) => ({ list: listOf(inbox), ids: present([event[id], changes[id]?.from, changes[id]?.to]) })),
	];
}

/** @returns the event with names beside its ids; null where a name is not known */
function withNames(event: TicketEvent, names: Names): TicketEvent {
	const inbox = event.message_box_id;
	const nameIn = ({ path }: ServiceList, id: unknown) => names.get(path)?.get(id) ?? null;
	const namesIn = (list: ServiceList, value: unknown) => (Array.isArray(value) ? value.map((id) => nameIn(list, id)) : nameIn(list, value));
	const beside = NAMED_FIELDS.map(({ id, name, listOf }) => [name, namesIn(listOf(inbox), event[id])]);
	const changes: Changes = { ...event.changes };
	for (const [field, change] of Object.entries(changes)) {
		if (isCoded(field)) changes[field as WatchedField] = { ...change, ...{ from_name: codeName(field, change.from), to_name: codeName(field, change.to) } };
	}
	for (const { id, listOf } of NAMED_FIELDS) {
		const change = changes[id];
		if (change === undefined) continue;
		const [from, to] = [change.from, change.to].map((value) => namesIn(listOf(inbox), value));
		changes[id] = { ...change, ...(Array.isArray(from) ? { from_names: from, to_names: to } : { from_name: from, to_name: to }) };
	}
	const comment = event.comment && besides(event.comment as IDataObject, 'commenter', 'commenter_name', nameIn(LISTS.users(), event.comment.commenter));
	const result = { ...event, message_box_name: nameIn(LISTS.inboxes(), inbox), ...Object.fromEntries(beside), ...(event.changes && { changes }), ...(comment && { comment }) };
	return withCodeNames(result as unknown as IDataObject) as unknown as TicketEvent;
}

/**
 * The short form of an event, for Simplify: the fields that most workflows use, flat, and nested fields at the end.
 *
 * @param event as it is without Simplify, with or without names
 * @returns the fields, including those of the message that the event shows; these are null where no message is known
 */
export function simplified(event: TicketEvent): IDataObject {
	const { shown: message } = event;
	const record = event as unknown as IDataObject;
	return {
		...pick(record, ['event', 'ticket_id', 'title', 'status_cd', 'status_name', 'message_box_id', 'message_box_name', 'created_at', 'last_updated_at']),
		message_id: message?.message_id ?? null,
		from: (message?.from as string | null | undefined) ?? null,
		...senderOf(message),
		cc: (message?.cc as string | null | undefined) ?? null,
		text: message === undefined ? null : textOf(message),
		sent_at: message?.sent_at ?? null,
		method_cd: message?.method_cd ?? null,
		...('message_box_name' in record ? { method_name: (message?.method_name as string | undefined) ?? null } : {}),
		...pick(record, ['assignee', 'assignee_name', 'label_ids', 'label_names', 'waiting_since', 'closed_seen_at', 'begun_by', 'changes', 'comment']),
	};
}

/** @returns the event as it is without Simplify */
export function whole(event: TicketEvent): IDataObject {
	return omit(event, 'shown') as unknown as IDataObject;
}

function textOf({ body, is_html }: TicketMessage): string {
	const text = String(body ?? '');
	return shorten(is_html === true ? htmlToText(text) : text, MAX_TEXT);
}
