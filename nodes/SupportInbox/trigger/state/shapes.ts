import { createHash } from 'node:crypto';

import type { Snapshot } from './model';

type Shape = Omit<Snapshot, 'title'>;

/**
 * Most tickets share status, assignee, labels and the like with many others, so each combination is stored once.
 * `shapes[i]` is a JSON array in the order below.
 */
export class ShapeTable {
	private readonly places = new Map<string, number>();
	readonly shapes: unknown[][] = [];

	/** @returns the place of the combination, added when it is new */
	placeOf(snapshot: Snapshot): number {
		const { status_cd, assignee, color_cd, label_ids, case_category_ids, pending_reason_id } = snapshot;
		// Quicker than JSON, and still unlike for unlike values: no status or color has a line break in it.
		const key = `${status_cd}\n${color_cd}\n${label_ids}\n${case_category_ids}\n${pending_reason_id}\n${typeof assignee}${assignee}`;
		const known = this.places.get(key);
		if (known !== undefined) return known;
		this.places.set(key, this.shapes.length);
		return this.shapes.push([status_cd, assignee, color_cd, label_ids, case_category_ids, pending_reason_id]) - 1;
	}
}

/** @returns the combination that was stored */
export function shapeOf(values: unknown[]): Shape {
	const [status_cd, assignee, color_cd, label_ids, case_category_ids, pending_reason_id] = values;
	return { status_cd, assignee, color_cd, label_ids, case_category_ids, pending_reason_id } as Shape;
}

/** @returns a short print of a title, enough to see that it changed */
export function titlePrint(title: string): string {
	return createHash('sha256').update(title).digest('base64url').slice(0, 6);
}
