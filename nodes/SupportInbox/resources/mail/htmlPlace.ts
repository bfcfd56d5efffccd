/** Where a place in HTML stands: in a text, in a tag outside of quotes, in a quoted value of a tag, in a comment. */
export type HtmlPlace = 'text' | 'tag' | '"' | "'" | 'comment';

/** What ends each place. A quote within a tag counts behind `=` only; `<` at the end of a part begins a tag with what follows. */
const ENDS: Record<HtmlPlace, RegExp> = {
	text: /<!--|<(?=[a-z!/?]|$)/gi,
	tag: /=\s*["']|>/g,
	'"': /"/g,
	"'": /'/g,
	comment: /-->/g,
};

/**
 * @param place where the part begins
 * @returns where it ends
 */
export function placeAfter(place: HtmlPlace, part: string): HtmlPlace {
	let now = place;
	for (let at = 0; ; ) {
		const end = ENDS[now];
		end.lastIndex = at;
		const found = end.exec(part)?.[0];
		if (found === undefined) return now;
		at = end.lastIndex;
		now = placeBehind(now, found);
	}
}

function placeBehind(place: HtmlPlace, end: string): HtmlPlace {
	if (place === 'text') return end === '<!--' ? 'comment' : 'tag';
	if (place === 'tag') return end === '>' ? 'text' : (end.slice(-1) as '"' | "'");
	return place === 'comment' ? 'text' : 'tag';
}
