import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../transport/retry/failure';

import type { Changes } from './detect/changes';
import type { TicketEvent } from './detect/events';
import { HOUR } from './time';
import type { RequestBudget } from './view/requestBudget';
import { BudgetExhausted } from './view/requestBudget';
import type { TicketService } from './view/service';

/** Names change seldom: a list is read again after an hour, or when an id turns up that it does not hold. */
const GOOD_FOR = HOUR;
const PER_PAGE = 100;

/** A list of the service that gives names: its path, the field of the id, and whether it has pages. */
interface Source {
	path: string;
	key: string;
	paged: boolean;
}

/** `names` by id; while it is read again page by page, `fresh` holds what has come so far. */
interface NameList {
	names: Map<string, string>;
	readAt: number;
	fresh: Map<string, string>;
	page: number;
}

const INBOXES: Source = { path: 'message_boxes', key: 'message_box_id', paged: false };
const USERS: Source = { path: 'users', key: 'mention_name', paged: true };
const labelsOf = (inbox: number): Source => ({ path: `${inbox}/labels`, key: 'label_id', paged: true });
const categoriesOf = (inbox: number): Source => ({ path: `${inbox}/case_categories`, key: 'case_category_id', paged: true });
const reasonsOf = (inbox: number): Source => ({ path: `${inbox}/pending_reasons`, key: 'pending_reason_id', paged: false });

/** Names of what events carry as ids. They are an addition: no event waits for them or is lost without them. */
export class NameBook {
	private readonly lists = new Map<string, NameList>();

	/**
	 * Reads the lists that are missing or old, as far as the present part of the poll allows; the next poll goes on.
	 *
	 * @param now ms of this machine's clock
	 */
	async refresh(budget: RequestBudget, service: Pick<TicketService, 'list'>, inboxes: readonly number[], now: number): Promise<void> {
		const sources = [INBOXES, USERS, ...inboxes.flatMap((id) => [labelsOf(id), categoriesOf(id), reasonsOf(id)])];
		const reading = async () => {
			for (const source of sources) await this.readAgain(source, budget, service, now);
		};
		await reading().catch((error) => {
			if (!(error instanceof BudgetExhausted) && !(error instanceof ServiceFailure)) throw error;
		});
	}

	/** Has the lists read again with the next refresh that lack an id of these events. */
	noteMissing(events: readonly TicketEvent[]): void {
		for (const event of events) {
			for (const { source, ids } of idsIn(event)) {
				const list = this.lists.get(source.path);
				if (list === undefined || ids.every((id) => list.names.has(String(id)))) continue;
				list.readAt = -Infinity;
			}
		}
	}

	/** @returns the event with names beside its ids; null where a name is not known */
	addTo(event: TicketEvent): TicketEvent & IDataObject {
		const inbox = event.message_box_id;
		const named = {
			...event,
			message_box_name: this.name(INBOXES, inbox),
			assignee_name: this.name(USERS, event.assignee),
			label_names: this.names(labelsOf(inbox), event.label_ids),
			case_category_names: this.names(categoriesOf(inbox), event.case_category_ids),
			pending_reason_name: this.name(reasonsOf(inbox), event.pending_reason_id),
		};
		const changes = event.changes === undefined ? {} : { changes: this.namedChanges(inbox, event.changes) };
		return { ...named, ...changes } as unknown as TicketEvent & IDataObject;
	}

	private namedChanges(inbox: number, changes: Changes): Changes {
		const sources = {
			assignee: USERS,
			pending_reason_id: reasonsOf(inbox),
			label_ids: labelsOf(inbox),
			case_category_ids: categoriesOf(inbox),
		};
		const named: Changes = { ...changes };
		for (const [field, source] of Object.entries(sources) as Array<[keyof typeof sources, Source]>) {
			const change = changes[field];
			if (change === undefined) continue;
			const { from, to } = change;
			named[field] =
				Array.isArray(from) && Array.isArray(to)
					? { ...change, ...{ from_names: this.names(source, from), to_names: this.names(source, to) } }
					: { ...change, ...{ from_name: this.name(source, from), to_name: this.name(source, to) } };
		}
		return named;
	}

	private names(source: Source, ids: readonly unknown[]): Array<string | null> {
		return ids.map((id) => this.name(source, id));
	}

	private name({ path }: Source, id: unknown): string | null {
		return this.lists.get(path)?.names.get(String(id)) ?? null;
	}

	private async readAgain(source: Source, budget: RequestBudget, service: Pick<TicketService, 'list'>, now: number): Promise<void> {
		const list = this.listOf(source);
		if (Math.abs(now - list.readAt) < GOOD_FOR) return;
		for (let rows = PER_PAGE; rows === PER_PAGE; list.page++) {
			const page = await this.readPage(source, list.page, budget, service);
			for (const row of page) list.fresh.set(String(row[source.key]), nameOf(row));
			rows = source.paged ? page.length : 0;
		}
		list.names = list.fresh;
		list.fresh = new Map();
		list.page = 1;
		list.readAt = now;
	}

	/** A list that the token may not see has no names; that is no reason to stop. */
	private async readPage(source: Source, page: number, budget: RequestBudget, service: Pick<TicketService, 'list'>) {
		const query = source.paged ? { per_page: PER_PAGE, page } : {};
		return await budget.other(async (leave) => await service.list(source.path, query, leave)).catch((error) => {
			const isRefused = error instanceof ServiceFailure && error.failure.kind === 'status' && [403, 404].includes(error.failure.status);
			if (isRefused) return [];
			throw error;
		});
	}

	private listOf({ path }: Source): NameList {
		let list = this.lists.get(path);
		if (list === undefined) {
			list = { names: new Map(), readAt: -Infinity, fresh: new Map(), page: 1 };
			this.lists.set(path, list);
		}
		return list;
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

/** Users have two names, everything else has one. */
function nameOf(row: IDataObject): string {
	if ('name' in row) return String(row.name);
	return [row.last_name, row.first_name].filter(Boolean).join(' ') || String(row.mention_name);
}

function idsIn(event: TicketEvent): Array<{ source: Source; ids: unknown[] }> {
	const inbox = event.message_box_id;
	const present = (id: unknown) => (id === null || id === undefined ? [] : [id]);
	return [
		{ source: INBOXES, ids: [inbox] },
		{ source: USERS, ids: present(event.assignee) },
		{ source: labelsOf(inbox), ids: event.label_ids },
		{ source: categoriesOf(inbox), ids: event.case_category_ids },
		{ source: reasonsOf(inbox), ids: present(event.pending_reason_id) },
	];
}
