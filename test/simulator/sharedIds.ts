import { isObject } from '../contract/contract';
import type { Store } from './store/Store';
import type { Ticket } from './store/types';

type Kind = 'ticket' | 'message';

/** The parameters and fields that hold such an id, or a list of them. */
const KIND_OF: Record<string, Kind | undefined> = { ticket_id: 'ticket', ticket_ids: 'ticket', message_id: 'message', message_ids: 'message' };

/** Inboxes that count tickets and messages each by itself: the store's ids are the tenant's, answers and requests have the inbox's. */
export class SharedIds {
	private readonly shownIds = { ticket: new Map<number, number>(), message: new Map<number, number>() };
	private readonly storedIds = new Map<string, number>();
	private readonly last = new Map<string, number>();

	constructor(store: Store) {
		for (const ticket of store.tickets.values()) this.note(ticket);
	}

	/** A ticket came, or a message of it. */
	note({ ticket_id, message_box_id, messages }: Ticket): void {
		this.give('ticket', message_box_id, ticket_id);
		for (const { message_id } of messages) this.give('message', message_box_id, message_id);
	}

	/** @returns the id that the inbox shows */
	shown(kind: Kind, id: number): number {
		return this.shownIds[kind].get(id) ?? id;
	}

	/** @returns the id of the store; -1 if the inbox has no such id */
	stored(kind: Kind, messageBoxId: number, shown: number): number {
		return this.storedIds.get(`${kind} ${messageBoxId} ${shown}`) ?? -1;
	}

	/** @returns the ids of a request, by the store */
	ofRequest<Values extends Record<string, unknown>>(messageBoxId: number, values: Values): Values {
		return translated(values, (kind, id) => this.stored(kind, messageBoxId, id)) as Values;
	}

	/** @returns an answer with the ids of its inbox */
	ofAnswer(answer: unknown): unknown {
		return translated(answer, (kind, id) => this.shown(kind, id));
	}

	private give(kind: Kind, messageBoxId: number, id: number): void {
		if (this.shownIds[kind].has(id)) return;
		const counter = `${kind} ${messageBoxId}`;
		const shown = (this.last.get(counter) ?? 0) + 1;
		this.last.set(counter, shown);
		this.shownIds[kind].set(id, shown);
		this.storedIds.set(`${counter} ${shown}`, id);
	}
}

function translated(value: unknown, id: (kind: Kind, id: number) => number): unknown {
	if (Array.isArray(value)) return value.map((one) => translated(one, id));
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => {
		const kind = KIND_OF[name];
		if (kind === undefined) return [name, translated(one, id)];
		return [name, Array.isArray(one) ? one.map((each) => id(kind, Number(each))) : one === undefined ? one : id(kind, Number(one))];
	}));
}
