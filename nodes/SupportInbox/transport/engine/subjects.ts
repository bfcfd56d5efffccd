import type { Attempt } from '../../adapter/attempt';
import type { Subject } from './requestPolicy';

/** What the items of a run are about. */
export class Subjects {
	private readonly ofItems = new Map<number, Subject>();
	private readonly counts = new Map<string, number>();
	private isRefused?: boolean;

	/** @param order the index of the item */
	note(order: number, subject: Subject): void {
		this.ofItems.set(order, subject);
		this.isRefused = undefined;
		for (const name of new Set(subject.names)) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
	}

	/**
	 * Call it when all items that came together are noted.
	 *
	 * @returns whether an item is refused because another one has its subject
	 * @throws what the refusal of this item throws
	 */
	check(order: number): boolean {
		const own = this.ofItems.get(order);
		const shared = own?.names.find((name) => this.counts.get(name)! > 1);
		if (shared !== undefined) own?.refuse?.(this.counts.get(shared)!, shared);
		return (this.isRefused ??= [...this.ofItems.values()].some(({ names, refuse }) => refuse !== undefined && names.some((name) => this.counts.get(name)! > 1)));
	}
}

const subjects = new WeakMap<Attempt, Subjects>();

/** @returns what the items of a try are about */
export function subjectsOf(attempt: Attempt): Subjects {
	const known = subjects.get(attempt) ?? new Subjects();
	subjects.set(attempt, known);
	return known;
}
