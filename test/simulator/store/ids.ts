/** The number before the first id of each kind of record, so that an id of one kind is never valid for another. */
const BASES = {
	addressBook: 10,
	inbox: 100,
	pendingReason: 200,
	mailAccount: 400,
	template: 600,
	badge: 800,
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

	/** @param wanted an id chosen by a test or seed; later ids stay above it */
	next(kind: keyof typeof BASES, wanted?: number): number {
		const id = wanted ?? this.last[kind] + 1;
		this.last[kind] = Math.max(this.last[kind], id);
		return id;
	}
}
