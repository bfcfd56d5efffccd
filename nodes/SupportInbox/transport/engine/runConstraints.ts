import type { RunAttempt } from '../../adapter/runAttempt';
import type { RunConstraint } from './item';

/** The constraints of all items of a run: which of them have the same names, and how often. */
export class RunConstraints {
	private readonly ofItems = new Map<number, readonly RunConstraint[]>();
	private readonly counts = new Map<string, number>();
	private readonly counted = new Set<string>();
	private isRejected?: boolean;

	/** @param order the index of the item */
	record(order: number, constraints: readonly RunConstraint[]): void {
		this.ofItems.set(order, constraints);
		this.isRejected = undefined;
		for (const { names, amount = 1, countOnceBy } of constraints) {
			for (const name of new Set(names)) {
				const counted = JSON.stringify([name, countOnceBy]);
				if (countOnceBy !== undefined && this.counted.has(counted)) continue;
				this.counted.add(counted);
				this.counts.set(name, (this.counts.get(name) ?? 0) + amount);
			}
		}
	}

	/**
	 * Call it when the constraints of all items are recorded.
	 *
	 * @returns whether an item is rejected because of the constraints of others
	 * @throws what the `reject` of this item's constraint throws
	 */
	check(order: number): boolean {
		for (const one of this.ofItems.get(order) ?? []) {
			const name = this.nameAboveMax(one);
			if (name !== undefined) one.reject?.(this.counts.get(name)!, name);
		}
		const isAboveMax = (one: RunConstraint) => one.reject !== undefined && this.nameAboveMax(one) !== undefined;
		return (this.isRejected ??= [...this.ofItems.values()].flat().some(isAboveMax));
	}

	private nameAboveMax({ names, max = 1 }: RunConstraint): string | undefined {
		return names.find((name) => this.counts.get(name)! > max);
	}
}

const constraints = new WeakMap<RunAttempt, RunConstraints>();

/** @returns the constraints of an attempt's items */
export function constraintsOfRun(attempt: RunAttempt): RunConstraints {
	const known = constraints.get(attempt) ?? new RunConstraints();
	constraints.set(attempt, known);
	return known;
}
