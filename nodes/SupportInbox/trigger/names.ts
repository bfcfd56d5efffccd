import type { IDataObject } from 'n8n-workflow';

import { NAMED_FIELDS } from '../output/names';
import type { ServiceList } from '../transport/client/lists';
import { isLastPage, LISTS, nameOf, noSuchPage } from '../transport/client/lists';
import { ServiceFailure } from '../transport/retry/failure';

import type { Changes } from './detect/changes';
import type { TicketEvent } from './detect/events';
import { HOUR } from './time';
import type { RequestBudget } from './view/requestBudget';
import { BudgetExhausted } from './view/requestBudget';
import type { TicketService } from './view/service';

/** Names change seldom: a list is read again after an hour, or when an id comes that it lacks. */
const GOOD_FOR = HOUR;

/** `names` by id; while it is read again page by page, `fresh` holds what has come so far. */
interface NameList {
	names: Map<string, string>;
	readAt: number;
	fresh: Map<string, string>;
	page: number;
}

/** Names of what events carry as ids. They are an addition: no event waits for them or is lost without them. */
export class NameBook {
	private readonly lists = new Map<string, NameList>();
	private last: Promise<unknown> = Promise.resolve();

	/**
	 * Reads the lists that are missing or old, as far as the present part of the poll allows; the next poll goes on. Who
	 * comes while another trigger reads them waits for it, and then finds what it has read.
	 *
	 * @param now ms of this machine's clock
	 */
	async refresh(budget: RequestBudget, service: Pick<TicketService, 'list'>, inboxes: readonly number[], now: number): Promise<void> {
		const lists = [LISTS.inboxes(), ...inboxes.flatMap((inbox) => NAMED_FIELDS.map(({ listOf }) => listOf(inbox)))];
		if (lists.every((list) => this.isGood(list, now))) return;
		const reading = this.last.then(async () => {
			for (const list of lists) await this.readAgain(list, budget, service, now);
		});
		this.last = reading.catch(() => undefined);
		await reading.catch((error) => {
			if (!(error instanceof BudgetExhausted) && !(error instanceof ServiceFailure)) throw error;
		});
	}

	/** Has the lists read again with the next refresh that lack an id of these events. */
	noteMissing(events: readonly TicketEvent[]): void {
		for (const event of events) {
			for (const { list, ids } of idsIn(event)) {
				const known = this.lists.get(list.path);
				if (known === undefined || ids.every((id) => known.names.has(String(id)))) continue;
				known.readAt = -Infinity;
			}
		}
	}

	/** @returns the event with names beside its ids; null where a name is not known */
	addTo(event: TicketEvent): TicketEvent & IDataObject {
		const inbox = event.message_box_id;
		const names = NAMED_FIELDS.map(({ id, name, listOf }) => [name, this.namesIn(listOf(inbox), event[id])]);
		const changes = event.changes === undefined ? {} : { changes: this.namedChanges(inbox, event.changes) };
		return {
			...event,
			message_box_name: this.nameIn(LISTS.inboxes(), inbox),
			...Object.fromEntries(names),
			...changes,
		} as unknown as TicketEvent & IDataObject;
	}

	private namedChanges(inbox: number, changes: Changes): Changes {
		const named: Changes = { ...changes };
		for (const { id, listOf } of NAMED_FIELDS) {
			const change = changes[id];
			if (change === undefined) continue;
			const [from, to] = [change.from, change.to].map((value) => this.namesIn(listOf(inbox), value));
			named[id] = {
				...change,
				...(Array.isArray(from) && Array.isArray(to) ? { from_names: from, to_names: to } : { from_name: from, to_name: to }),
			};
		}
		return named;
	}

	/** @returns the name of an id, or of each of several */
	private namesIn(list: ServiceList, value: unknown): string | null | Array<string | null> {
		return Array.isArray(value) ? value.map((id) => this.nameIn(list, id)) : this.nameIn(list, value);
	}

	private nameIn({ path }: ServiceList, id: unknown): string | null {
		return this.lists.get(path)?.names.get(String(id)) ?? null;
	}

	private isGood(list: ServiceList, now: number): boolean {
		return Math.abs(now - this.namesOf(list).readAt) < GOOD_FOR;
	}

	private async readAgain(list: ServiceList, budget: RequestBudget, service: Pick<TicketService, 'list'>, now: number): Promise<void> {
		if (this.isGood(list, now)) return;
		const known = this.namesOf(list);
		for (let isLast = false; !isLast; known.page++) {
			const rows = await this.readPage(list, known.page, budget, service);
			const before = known.fresh.size;
			for (const row of rows) known.fresh.set(String(row[list.key]), nameOf(row));
			isLast = isLastPage(list, rows.length) || known.fresh.size === before;
		}
		known.names = known.fresh;
		known.fresh = new Map();
		known.page = 1;
		known.readAt = now;
	}

	/** A list that the token may not see has no names; that is no reason to stop. */
	private async readPage(list: ServiceList, page: number, budget: RequestBudget, service: Pick<TicketService, 'list'>) {
		return await budget.other(async (leave) => await service.list(list, page, leave)).catch(noSuchPage(page, [])).catch((error) => {
			const isRefused = error instanceof ServiceFailure && error.failure.kind === 'status' && [403, 404].includes(error.failure.status);
			if (isRefused) return [];
			throw error;
		});
	}

	private namesOf({ path }: ServiceList): NameList {
		const known = this.lists.get(path) ?? { names: new Map(), readAt: -Infinity, fresh: new Map(), page: 1 };
		this.lists.set(path, known);
		return known;
	}
}

/** Names belong to the token: nodes that share one share their book. */
const books = new WeakMap<object, NameBook>();

/** @param gate the gate that the token belongs to */
export function nameBookOf(gate: object): NameBook {
	const book = books.get(gate) ?? new NameBook();
	books.set(gate, book);
	return book;
}

function idsIn(event: TicketEvent): Array<{ list: ServiceList; ids: unknown[] }> {
	const inbox = event.message_box_id;
	const present = (value: unknown) => [value].flat().filter((id) => id !== null && id !== undefined);
	return [
		{ list: LISTS.inboxes(), ids: [inbox] },
		...NAMED_FIELDS.map(({ id, listOf }) => ({ list: listOf(inbox), ids: present(event[id]) })),
	];
}
