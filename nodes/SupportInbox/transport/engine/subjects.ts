import type { Attempt } from '../../adapter/attempt';
import type { Subject } from './requestPolicy';

/** What the items of a run are about. */
export class Subjects {
	private readonly ofItems = new Map<number, readonly Subject[]>();
	private readonly counts = new Map<string, number>();
	private readonly alike = new Set<string>();
	private isRefused?: boolean;

	/** @param order the index of the item */
	note(order: number, subjects: readonly Subject[]): void {
		this.ofItems.set(order, subjects);
		this.isRefused = undefined;
		for (const { names, amount = 1, like } of subjects) {
			for (const name of new Set(names)) {
				const alike = JSON.stringify([name, like]);
				if (like !== undefined && this.alike.has(alike)) continue;
				this.alike.add(alike);
				this.counts.set(name, (this.counts.get(name) ?? 0) + amount);
			}
		}
	}

	/**
	 * Call it when all items that came together are noted.
	 *
	 * @returns whether an item is refused because of the subjects of others
	 * @throws what the refusal of this item throws
	 */
	check(order: number): boolean {
		for (const one of this.ofItems.get(order) ?? []) {
			const name = this.aboveMost(one);
			if (name !== undefined) one.refuse?.(this.counts.get(name)!, name);
		}
		return (this.isRefused ??= [...this.ofItems.values()].flat().some((one) => one.refuse !== undefined && this.aboveMost(one) !== undefined));
	}

	private aboveMost({ names, most = 1 }: Subject): string | undefined {
		return names.find((name) => this.counts.get(name)! > most);
	}
}

const subjects = new WeakMap<Attempt, Subjects>();

/** @returns what the items of a try are about */
export function subjectsOf(attempt: Attempt): Subjects {
	const known = subjects.get(attempt) ?? new Subjects();
	subjects.set(attempt, known);
	return known;
}
