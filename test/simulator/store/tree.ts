/** A label or a classification: an entry of a tree. */
export interface TreeEntry {
	id: number;
	name: string;
	parent_id: number | null;
}

/** Labels or classifications of one inbox, in order of creation. Names on read are full paths. */
export class Tree<Entry extends TreeEntry> {
	private readonly entries = new Map<number, Entry>();

	/** @param separator the text between the names of a path (` > ` or `/`) */
	constructor(readonly separator: string) {}

	add(entry: Entry): Entry {
		this.entries.set(entry.id, entry);
		return entry;
	}

	/** As somebody does it in the service. */
	remove(id: number): void {
		this.entries.delete(id);
	}

	get(id: number): Entry | undefined {
		return this.entries.get(id);
	}

	has(id: number): boolean {
		return this.entries.has(id);
	}

	all(): Entry[] {
		return [...this.entries.values()];
	}

	/** @returns the name as the service shows it: `parent > child > grandchild` or `parent/child/grandchild` */
	fullName(entry: Entry): string {
		const parent = entry.parent_id === null ? undefined : this.entries.get(entry.parent_id);
		return parent ? this.fullName(parent) + this.separator + entry.name : entry.name;
	}

	/** @returns whether `id` is `ancestorId` or is below it */
	isWithin(id: number, ancestorId: number): boolean {
		if (id === ancestorId) return true;
		const parentId = this.entries.get(id)?.parent_id ?? null;
		return parentId !== null && this.isWithin(parentId, ancestorId);
	}
}
