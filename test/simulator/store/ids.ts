/** Ids count up from a base per kind of thing, so that an id of one kind never passes for one of another. */
export class Ids {
	private readonly last = new Map<string, number>();

	/**
	 * @param kind the thing's name
	 * @param base the number before the first id of this kind
	 * @param wanted an id chosen by a test or seed; later ids stay above it
	 */
	next(kind: string, base: number, wanted?: number): number {
		const last = this.last.get(kind) ?? base;
		const id = wanted ?? last + 1;
		this.last.set(kind, Math.max(last, id));
		return id;
	}
}
