import { createHash } from 'node:crypto';

import type { Snapshot } from '../model';

import { fromShortNumber, shortNumber } from './numbers';

type Shape = Omit<Snapshot, 'title'>;

/** What many tickets have in common, each value stored once and meant by its place. */
export interface StoredShapes {
	/** status, assignee, color and pending reason together */
	kinds: Array<[string, string | null, string | null, number | null]>;
	/** sets of labels or classifications */
	ids: number[][];
}

/** Writes how tickets look as places in a table. */
export class ShapeWriter {
	readonly stored: StoredShapes = { kinds: [], ids: [] };
	private readonly kinds = new Map<string, string>();
	private readonly ids = new Map<string, string>();

	/** How many values the table has. */
	get size(): number {
		return this.stored.kinds.length + this.stored.ids.length;
	}

	/** @returns the places of kind, labels and classifications; those that are not given are 0 */
	write({ status_cd, assignee, color_cd, pending_reason_id, label_ids, case_category_ids }: Snapshot): string {
		// Quicker than JSON, and still unlike for unlike values: only a mention name could hold a line break.
		const key = `${status_cd}\n${color_cd}\n${pending_reason_id}\n${typeof assignee}${assignee}`;
		let kind = this.kinds.get(key);
		if (kind === undefined) {
			kind = shortNumber(this.stored.kinds.push([status_cd, assignee, color_cd, pending_reason_id]) - 1);
			this.kinds.set(key, kind);
		}
		const labels = this.placeOf(label_ids);
		const categories = this.placeOf(case_category_ids);
		return categories === '' ? (labels === '' ? kind : `${kind}.${labels}`) : `${kind}.${labels}.${categories}`;
	}

	private placeOf(ids: number[]): string {
		if (ids.length === 0) return '';
		const key = ids.join();
		let place = this.ids.get(key);
		if (place === undefined) {
			place = shortNumber(this.stored.ids.push(ids) - 1);
			this.ids.set(key, place);
		}
		return place;
	}
}

/** @returns how a ticket looks, from what a ShapeWriter wrote */
export function readShape(text: string, { kinds, ids }: StoredShapes): Shape {
	const [kind, labels = '', categories = ''] = text.split('.');
	const [status_cd, assignee, color_cd, pending_reason_id] = kinds[fromShortNumber(kind)];
	return {
		status_cd,
		assignee,
		color_cd,
		pending_reason_id,
		label_ids: labels === '' ? [] : ids[fromShortNumber(labels)],
		case_category_ids: categories === '' ? [] : ids[fromShortNumber(categories)],
	};
}

/** @returns a short hash of a title, enough to see that it changed */
export function hashOfTitle(title: string): string {
	return createHash('sha256').update(title).digest('base64url').slice(0, 6);
}
