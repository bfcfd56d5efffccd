/** Names that are compared, and characters of each: what is looked at stays small whatever the lists and fields hold. */
const MAX_NAMES = 2_000;
const MAX_LENGTH = 40;
const MAX_SHOWN = 3;

/** @returns of the names up to three that somebody may have meant, the nearest first: by letters that differ, or as a part of it */
export function nearest(wanted: string, names: readonly string[]): string[] {
	const written = lettersOf(wanted);
	if (written === '') return [];
	const near = names.slice(0, MAX_NAMES).map((name) => ({ name, distance: distanceOf(written, lettersOf(name)) }));
	return near
		.filter(({ distance }) => distance <= Math.max(1, written.length / 3))
		.sort((one, other) => one.distance - other.distance)
		.slice(0, MAX_SHOWN)
		.map(({ name }) => name);
}

function lettersOf(name: string): string {
	return name.slice(0, MAX_LENGTH).toLowerCase();
}

/** The number of letters to add, to leave out or to replace (Levenshtein); a name that has the other one as a part is near. */
function distanceOf(one: string, other: string): number {
	if (one.length > 2 && other.includes(one)) return 1;
	let row = Array.from({ length: other.length + 1 }, (_, place) => place);
	for (let i = 1; i <= one.length; i++) {
		const next = [i];
		for (let j = 1; j <= other.length; j++) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)));
		row = next;
	}
	return row[other.length];
}
