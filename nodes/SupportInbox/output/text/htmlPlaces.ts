/**
 * A place in HTML, by what programs that show mails make of a text there (HTML Living Standard, Tokenization).
 * - `text`: between tags.
 * - `characters`: in the quoted value of an attribute, or in a title.
 * - `address`: in a quoted attribute that has an address; `before`: the beginning of the attribute's value, up to the place.
 * - `comment`: nobody sees it.
 * - `unsafe`: a text would become a part of the markup, a script or a style; `where`: the place, in words.
 * `isInComment`: only Outlook reads it, in a conditional comment; for all others it is a comment.
 */
export type HtmlPlace = { isInComment?: boolean } & ({ kind: 'text' | 'characters' | 'comment' } | { kind: 'address'; before: string } | { kind: 'unsafe'; where: string });

/** A character that no text has. */
const GAP = '\uFDD0';

/**
 * Finds out what kinds of places the gaps between the parts of a text in HTML are. Linear in the length of the text.
 *
 * @param parts of the HTML; what will be between them is not empty
 * @returns one place for each gap
 */
export function placesBetween(parts: readonly string[]): HtmlPlace[] {
	const html = parts.join(GAP);
	let at = -1;
	const gaps = parts.slice(0, -1).map(({ length }) => (at += length + 1));
	const usual = placesAt(html, gaps, false);
	if (!/<!--\[if/i.test(html)) return usual;
	const outlooks = placesAt(html, gaps, true);
	return usual.map((place, index) => inBoth(place, outlooks[index]));
}

/** Outlook reads what is in a conditional comment, all others do not. Where they disagree otherwise, no text is safe in both. */
function inBoth(usual: HtmlPlace, outlooks: HtmlPlace): HtmlPlace {
	if (usual.kind === 'comment') return { ...outlooks, isInComment: true };
	return JSON.stringify(usual) === JSON.stringify(outlooks) ? usual : { kind: 'unsafe', where: 'where Outlook reads it in another way than others' };
}

/** A part of the HTML that ends at `end`, of one kind. `attribute`: the quoted value of the attribute of this name, from `begin` on. */
type Piece = { end: number } & ({ kind: 'text' | 'characters' | 'comment' } | { kind: 'attribute'; name: string; begin: number } | { kind: 'unsafe'; where: string });

function placesAt(html: string, gaps: readonly number[], isOutlook: boolean): HtmlPlace[] {
	const places: HtmlPlace[] = [];
	for (const piece of piecesOf(html, isOutlook)) {
		for (let gap = gaps[places.length]; gap < piece.end; gap = gaps[places.length]) places.push(placeIn(piece, html, gap));
		if (places.length === gaps.length) break;
	}
	return places;
}

/** Attributes with an address, and attributes whose text is a script, a style, or HTML again. */
const ADDRESSES = /^(?:xlink:)?(?:href|src|srcset|action|formaction|background|poster|cite|longdesc|data|ping|lowsrc|dynsrc|codebase)$/;
const CODE = /^(?:on.*|style|srcdoc|content)$/;
/** The beginning of an address is longer in no template. */
const MAX_BEFORE = 300;

function placeIn(piece: Piece, html: string, gap: number): HtmlPlace {
	if (piece.kind === 'unsafe') return { kind: 'unsafe', where: piece.where };
	if (piece.kind !== 'attribute') return { kind: piece.kind };
	const { name, begin } = piece;
	if (CODE.test(name)) return { kind: 'unsafe', where: `in the attribute ${name}` };
	return ADDRESSES.test(name) ? { kind: 'address', before: html.slice(begin, Math.min(gap, begin + MAX_BEFORE)) } : { kind: 'characters' };
}

const MARKUP = new RegExp(`<[a-z/!?${GAP}]`, 'gi');
const TAG = /<\/?[a-z]/iy;
const CONDITION = /<!--\[if/iy;

function* piecesOf(html: string, isOutlook: boolean): Generator<Piece> {
	for (let at = 0; at < html.length; ) {
		const begin = beginOf(MARKUP, html, at);
		yield { kind: 'text', end: begin };
		if (matchAt(TAG, html, begin) !== '') at = yield* piecesOfTag(html, begin);
		else if (html.startsWith('<!--', begin) && !(isOutlook && matchAt(CONDITION, html, begin) !== '')) yield { kind: 'comment', end: (at = endOfComment(html, begin)) };
		else yield { kind: 'unsafe', end: (at = endAfter('>', html, begin)), where: 'between < and >' };
	}
}

/** `<!-->` and `<!--->` are whole comments. */
const COMMENT_END = /--!?>/g;

function endOfComment(html: string, begin: number): number {
	const short = matchAt(/<!---?>/y, html, begin);
	if (short !== '') return begin + short.length;
	const end = beginOf(COMMENT_END, html, begin + '<!--'.length);
	return endAfter('>', html, end);
}

/** What follows these tags is not read as HTML, up to their end tags. In the second ones `&lt;` is still a sign. */
const RAW = ['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'];
const ENDS = new Map([...RAW, 'title', 'textarea'].map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, 'gi')]));

/** @returns where the tag ends, with what follows it unread by HTML's rules */
function* piecesOfTag(html: string, begin: number): Generator<Piece, number> {
	const tag = matchAt(/<\/?[^\s/>]*/y, html, begin);
	let at = begin + tag.length;
	yield { kind: 'unsafe', end: at, where: 'in a tag' };
	for (;;) {
		at += matchAt(/[\s/]*/y, html, at).length;
		if (at >= html.length || html[at] === '>') break;
		const name = matchAt(/=?[^\s/>=]*/y, html, at);
		at += name.length;
		const equals = matchAt(/\s*=\s*/y, html, at);
		at += equals.length;
		const isQuoted = equals !== '' && (html[at] === '"' || html[at] === "'");
		if (isQuoted) {
			yield { kind: 'unsafe', end: at + 1, where: 'in a tag' };
			const end = endAfter(html[at], html, at + 1);
			yield { kind: 'attribute', name: name.toLowerCase(), begin: at + 1, end };
			at = end;
		} else {
			if (equals !== '') at += matchAt(/[^\s>]*/y, html, at).length;
			yield { kind: 'unsafe', end: at, where: 'in a tag, without quotes around it' };
		}
	}
	at = Math.min(at + 1, html.length);
	yield { kind: 'unsafe', end: at, where: 'in a tag' };
	const name = tag.slice(1).toLowerCase();
	const end = ENDS.get(name);
	if (end === undefined) return at;
	at = beginOf(end, html, at);
	yield RAW.includes(name) ? { kind: 'unsafe', end: at, where: `in a ${name}` } : { kind: 'characters', end: at };
	return at;
}

/** @returns what the pattern, which is sticky, finds at this place; empty: nothing */
function matchAt(sticky: RegExp, html: string, at: number): string {
	sticky.lastIndex = at;
	return sticky.exec(html)?.[0] ?? '';
}

/** @returns where the pattern, which is global, is found next; else the end of the text */
function beginOf(pattern: RegExp, html: string, from: number): number {
	pattern.lastIndex = from;
	return pattern.exec(html)?.index ?? html.length;
}

/** @returns the place behind the next such character; else the end of the text */
function endAfter(character: string, html: string, from: number): number {
	const found = html.indexOf(character, from);
	return found < 0 ? html.length : found + 1;
}
