const MAX_REMEMBERED = 5_000;

/** Ids of what this process created, so that reconciliation does not take one item's mail for another's. */
export class CreatedIds {
	private readonly ids = new Set<string>();

	/** Remembers the id of what was created, by the name that the API gives it. */
	add(idField: string, id: unknown): void {
		this.ids.add(nameOf(idField, id));
		while (this.ids.size > MAX_REMEMBERED) this.ids.delete([...this.ids.values()][0]);
	}

	has(idField: string, id: unknown): boolean {
		return this.ids.has(nameOf(idField, id));
	}
}

function nameOf(idField: string, id: unknown): string {
	return `${idField} ${String(id)}`;
}
