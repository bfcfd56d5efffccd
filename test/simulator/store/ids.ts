import { LISTS } from '../../contract/lists';

/** The number before the first id of each kind of record, so that an id of one kind is never valid for another. */
const BASES: Record<string, number> = {
	addressBook: 10,
	inbox: 100,
	pendingReasons: 200,
	mailAccounts: 400,
	templates: 600,
	badges: 800,
	label: 3000,
	classification: 5000,
	contact: 9000,
	ticket: 10_000,
	message: 20_000,
	conversation: 50_000,
	attachment: 70_000,
};

/** @returns the number before the first id of a kind; of a list that {@link BASES} does not have, one above all others */
export function idBefore(kind: string): number {
	return BASES[kind] ?? 100_000 + 1_000 * LISTS.findIndex(({ name }) => name === kind);
}

/** Makes ids, which count up for each kind of record. */
export class Ids {
	private readonly last: Record<string, number> = {};

	/** @param kind of record, or the name of a list. @param wanted an id chosen by a test or seed; later ids stay above it */
	next(kind: string, wanted?: number): number {
		const last = this.last[kind] ?? idBefore(kind);
		const id = wanted ?? last + 1;
		this.last[kind] = Math.max(last, id);
		return id;
	}
}
