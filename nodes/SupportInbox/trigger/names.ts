import type { IDataObject } from 'n8n-workflow';

import { NAMED_FIELDS } from '../output/names';
import type { ServiceList } from '../transport/client/lists';
import { isLastPage, LISTS, nameOf } from '../transport/client/lists';
import { ServiceFailure } from '../transport/retry/failure';

import type { Changes } from './detect/fields';
import type { TicketEvent } from './detect/events';
import type { Requests } from './reader/requests';
import { BudgetExhausted } from './reader/requests';
import type { TicketService } from './reader/service';
import { HOUR, MINUTE } from './time';

/** Names change seldom: a list is read again after an hour, or when an id comes that it lacks. */
const GOOD_FOR = HOUR;
/** An id that its list lacks is not looked for again for so long (ms). */
const UNKNOWN_FOR = MINUTE;

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
	 * Reads the lists that these events need and that are missing or old, or lack an id of them, as far as the present part
	 * of the poll allows. Who comes while another trigger reads them waits for it, and then finds what it has read.
	 */
	async readFor(events: readonly TicketEvent[], requests: Requests, service: Pick<TicketService, 'list'>): Promise<void> {
		const needed = new Map<string, { list: ServiceList; ids: Set<string> }>();
		for (const { list, ids } of events.flatMap(idsIn)) {
			if (ids.length === 0) continue;
			const entry = needed.get(list.path) ?? { list, ids: new Set() };
			for (const id of ids) entry.ids.add(String(id));
			needed.set(list.path, entry);
		}
		const now = requests.now();
		const isGood = ({ list, ids }: { list: ServiceList; ids: Set<string> }) =>
			this.isGood(list, now) && [...ids].every((id) => this.isKnown(list, id, now));
		if ([...needed.values()].every(isGood)) return;
		const reading = this.last.then(async () => {
			for (const each of needed.values()) if (!isGood(each)) await this.readAgain(each.list, requests, service, now);
		});
		this.last = reading.catch(() => undefined);
		await reading.catch((error) => {
			if (!(error instanceof BudgetExhausted) && !(error instanceof ServiceFailure)) throw error;
		});
	}

	/** @returns how many lists an event of these inboxes may need first */
	missingFor(inboxes: readonly number[]): number {
		return this.lists.has(LISTS.inboxes().path) && inboxes.some((inbox) => this.lists.has(LISTS.labels(inbox).path)) ? 0 : 1 + NAMED_FIELDS.length;
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

	/** Whether an id has a name, or was not found a short time ago. */
	private isKnown(list: ServiceList, id: string, now: number): boolean {
		const { names, readAt } = this.namesOf(list);
		return names.has(id) || Math.abs(now - readAt) < UNKNOWN_FOR;
	}

	private async readAgain(list: ServiceList, requests: Requests, service: Pick<TicketService, 'list'>, now: number): Promise<void> {
		const known = this.namesOf(list);
		for (let isLast = false; !isLast; known.page++) {
			const rows = await this.readPage(list, known.page, requests, service);
			for (const row of rows) known.fresh.set(String(row[list.key]), nameOf(row));
			isLast = isLastPage(list, rows.length);
		}
		known.names = known.fresh;
		known.fresh = new Map();
		known.page = 1;
		known.readAt = now;
	}

	/** A list that the token may not see has no names; that is no reason to stop. */
	private async readPage(list: ServiceList, page: number, requests: Requests, service: Pick<TicketService, 'list'>) {
		return await requests.other(async (options) => await service.list(list, page, options)).catch((error) => {
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

function idsIn(event: TicketEvent): Array<{ list: ServiceList; ids: unknown[] }> {
	const inbox = event.message_box_id;
	const present = (value: unknown) => [value].flat().filter((id) => id !== null && id !== undefined);
	return [
		{ list: LISTS.inboxes(), ids: [inbox] },
		...NAMED_FIELDS.map(({ id, listOf }) => ({ list: listOf(inbox), ids: present(event[id]) })),
	];
}
