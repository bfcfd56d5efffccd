/** What goes first: 0 new activity, 1 what a sweep found to have moved, 2 what was not read for long. */
export type Rank = 0 | 1 | 2;

/**
 * A ticket that was seen and is not decided yet.
 * - `from`: details as of then or later decide it (ms of the service's clock); null: its row does.
 * - `isNew`: it is to be given as created if it fits; `isOfStart`: even if it is known.
 * - `messagesSince`: that of the inbox when it was put on the list.
 * - `rank`: what goes first, see {@link Rank}; 0 where it is missing.
 */
export interface Todo {
	from: number | null;
	isNew?: true;
	isOfStart?: true;
	messagesSince?: number;
	rank?: Rank;
}

/** @returns the entry of a ticket that was seen once more */
export function merged(before: Todo | undefined, seen: { from: number | null; rank: Rank; isNew: boolean; messagesSince: number | null }): Todo {
	const { from, rank, isNew, messagesSince } = seen;
	return {
		...before,
		from: from === null ? (before?.from ?? null) : Math.max(from, before?.from ?? from),
		...(isNew ? { isNew: true } : {}),
		...(messagesSince === null ? {} : { messagesSince: before?.messagesSince ?? messagesSince }),
		rank: before === undefined ? rank : (Math.min(rank, before.rank ?? 0) as Rank),
	};
}

/** @returns the tickets of these ranks, in the order in which they are decided */
export function inOrder(list: Record<string, Todo>, ranks: readonly Rank[]): number[] {
	return Object.entries(list)
		.map(([id, todo]) => ({ id: Number(id), rank: todo.rank ?? 0, from: todo.from ?? 0 }))
		.filter(({ rank }) => ranks.includes(rank))
		.sort((a, b) => a.rank - b.rank || a.from - b.from || a.id - b.id)
		.map(({ id }) => id);
}
