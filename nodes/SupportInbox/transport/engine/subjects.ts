import type { IExecutePaginationFunctions } from 'n8n-workflow';
import type { Subject } from './requestPolicy';

/** What the items of a run are about. The items of a run, of its batches, and of another try of the node share it. */
export class Subjects {
	private readonly ofItems = new Map<number, Subject>();
	private readonly counts = new Map<string, number>();
	private isRefused?: boolean;

	/** @param order the index of the item */
	note(order: number, subject: Subject): void {
		this.count(this.ofItems.get(order), -1);
		this.ofItems.set(order, subject);
		this.count(subject, 1);
		this.isRefused = undefined;
	}

	/**
	 * Call it when all items that came together are noted.
	 *
	 * @returns whether an item is refused because another one has its subject
	 * @throws what the refusal of this item throws
	 */
	check(order: number): boolean {
		const own = this.ofItems.get(order);
		if (own !== undefined && this.isShared(own)) own.refuse?.(this.counts.get(own.name)!);
		return (this.isRefused ??= [...this.ofItems.values()].some((subject) => subject.refuse !== undefined && this.isShared(subject)));
	}

	private isShared({ name }: Subject): boolean {
		return this.counts.get(name)! > 1;
	}

	private count(subject: Subject | undefined, change: number): void {
		if (subject !== undefined) this.counts.set(subject.name, (this.counts.get(subject.name) ?? 0) + change);
	}
}

/** n8n makes these data anew for each run of a node, and keeps them when it tries the node again. */
const runs = new WeakMap<object, Subjects>();

/** @returns the subjects of the run that the item belongs to */
export function subjectsOf(context: Pick<IExecutePaginationFunctions, 'getExecuteData'>): Subjects {
	const run = context.getExecuteData();
	const subjects = runs.get(run) ?? new Subjects();
	runs.set(run, subjects);
	return subjects;
}
