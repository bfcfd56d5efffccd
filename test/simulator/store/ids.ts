/**
 * The number before the first id of each kind of record, so that an id of one kind is never valid for another. Tests name
 * some of these ids; a list that is not here gets numbers above all others.
 */
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

/** Makes ids, which count up for each kind of record. */
export class Ids {
	private readonly last = { ...BASES };

	/** @param kind of record, or the name of a list. @param wanted an id chosen by a test or seed; later ids stay above it */
	next(kind: string, wanted?: number): number {
		this.last[kind] ??= 100_000 + 1_000 * Object.keys(this.last).length;
		const id = wanted ?? this.last[kind] + 1;
		this.last[kind] = Math.max(this.last[kind], id);
		return id;
	}
}
