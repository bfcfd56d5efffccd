const MAX_REMEMBERED = 5_000;

/** What the service gives back for something new (API document, Endpoints). */
const KEYS = ['message_id', 'label_id', 'case_category_id'];

/** Ids of what this process created, so that reconciliation does not take one item's mail for another's. */
export class CreatedIds {
	private readonly ids = new Set<string>();

	/** Remembers the ids in an answer to a create. */
	add(answer: Record<string, unknown>): void {
		for (const key of KEYS) if (answer[key] !== undefined) this.ids.add(nameOf(key, answer[key]));
		while (this.ids.size > MAX_REMEMBERED) this.ids.delete([...this.ids.values()][0]);
	}

	has(key: string, id: unknown): boolean {
		return this.ids.has(nameOf(key, id));
	}
}

/** The ids belong to a gate: what another token created is another tenant's. */
const ofGates = new WeakMap<object, CreatedIds>();

/** @returns what was created through this gate */
export function createdIdsOf(gate: object): CreatedIds {
	const ids = ofGates.get(gate) ?? new CreatedIds();
	ofGates.set(gate, ids);
	return ids;
}

function nameOf(key: string, id: unknown): string {
	return `${key} ${String(id)}`;
}
