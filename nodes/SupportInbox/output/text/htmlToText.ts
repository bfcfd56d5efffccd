/** Elements whose content is not shown. */
const SILENT = /^(script|style|head|title|template|noscript)$/;
/** Elements that begin and end on a line of their own. */
const BLOCK = /^(address|article|blockquote|div|dl|dt|dd|fieldset|figure|footer|form|h[1-6]|header|hr|main|nav|ol|pre|section|table|tr|ul)$/;
/** A Map, because a mail may contain `&toString;`, a name that every JavaScript object has. */
const ENTITIES = new Map(Object.entries({
	amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', copy: '©', reg: '®', trade: '™', hellip: '…',
	ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', bull: '•',
	middot: '·', euro: '€', pound: '£', yen: '¥', sect: '§', times: '×',
}));
/** A ">" within quotes does not end a tag. The limit keeps a quote that is never closed from hiding the rest of the mail. */
const MAX_TAG = 1_000;

/** `text`: with the tag's attributes, without its ">". */
interface Tag {
	name: string;
	closes: boolean;
	text: string;
	end: number;
}

/**
 * A part of the text, with the result of `kindOf` for the outermost element of interest around it.
 * - `isBehindQuote`: whether it comes after a blockquote within that element; false if the element itself is a blockquote.
 */
interface TextPart<Kind> {
	text: string;
	kind: Kind | undefined;
	isBehindQuote: boolean;
}

/** Converts a mail's HTML to readable text: paragraphs and lists keep their lines, links their address. */
export function htmlToText(html: string): string {
	return tidy(htmlParts(html, () => undefined).map(({ text }) => text).join(''));
}

/**
 * The text of a mail's HTML in parts, with the white space of its elements. A mail may contain anything, so it is read
 * once from front to back, in linear time.
 *
 * @param kindOf returns the kind of an opening tag with its attributes; undefined: the element is of no interest
 */
export function htmlParts<Kind>(html: string, kindOf: (tag: string) => Kind | undefined): Array<TextPart<Kind>> {
	const parts: Array<TextPart<Kind>> = [];
	const links: string[] = [];
	let out: string[] = [];
	/** The open element of interest; `depth`: open elements of its name; `quotes`: open blockquotes within it. */
	let region: { name: string; kind: Kind; depth: number; quotes: number; isBehindQuote: boolean } | undefined;
	const next = (opened?: typeof region) => {
		parts.push({ text: out.join(''), kind: region?.kind, isBehindQuote: region?.isBehindQuote === true });
		out = [];
		region = opened;
	};
	const lastEnd = html.lastIndexOf('>');
	for (let place = 0; place < html.length; ) {
		const open = html.indexOf('<', place);
		const isLast = open < 0 || open > lastEnd;
		if (isLast || open > place) out.push(withoutEntities(html.slice(place, isLast ? html.length : open).replace(/[ \t\r\n]+/g, ' ')));
		if (isLast) break;
		const tag = tagAt(html, open);
		if (tag === undefined) {
			out.push('<');
			place = open + 1;
			continue;
		}
		place = SILENT.test(tag.name) && !tag.closes ? endOfSilent(html, tag) : tag.end;
		const kind = region === undefined && !tag.closes ? kindOf(tag.text) : undefined;
		if (kind !== undefined) next({ name: tag.name, kind, depth: 0, quotes: 0, isBehindQuote: false });
		else if (region !== undefined && region.name !== 'blockquote' && tag.name === 'blockquote') {
			region.quotes = Math.max(0, region.quotes + (tag.closes ? -1 : 1));
			next({ ...region, isBehindQuote: region.quotes === 0 });
		}
		if (tag.name === 'a') out.push(tag.closes ? (links.pop() ?? '') : openLink(tag, links));
		else out.push(breakFor(tag));
		if (tag.name !== region?.name) continue;
		region.depth += tag.closes ? -1 : 1;
		if (region.depth === 0) next();
	}
	next();
	return parts;
}

function tagAt(html: string, open: number): Tag | undefined {
	if (html.startsWith('<!--', open)) {
		const end = html.indexOf('-->', open + 4);
		return { name: '!', closes: false, text: '', end: end < 0 ? html.length : end + 3 };
	}
	const [, slash, name] = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*|[!?])/.exec(html.slice(open, open + 40)) ?? [];
	if (name === undefined) return undefined;
	const end = endOutsideQuotes(html.slice(open, open + MAX_TAG)) ?? html.indexOf('>', open) - open;
	return { name: name.toLowerCase(), closes: slash === '/', text: html.slice(open, open + end), end: open + end + 1 };
}

function endOutsideQuotes(tag: string): number | undefined {
	let quote = '';
	for (let place = 0; place < tag.length; place++) {
		const character = tag[place];
		if (quote === '' && character === '>') return place;
		if (quote === '' && (character === '"' || character === "'")) quote = character;
		else if (character === quote) quote = '';
	}
	return undefined;
}

/** @returns where the content of an element that is not shown ends */
function endOfSilent(html: string, { name, end }: Tag): number {
	const closing = new RegExp(`</${name}`, 'gi');
	closing.lastIndex = end;
	return closing.exec(html)?.index ?? html.length;
}

/** Remembers the text to add after the link's text: its address, if that is a web address. */
function openLink({ text }: Tag, links: string[]): string {
	const [href, double, single] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(text) ?? [];
	const address = href === undefined ? '' : withoutEntities(double ?? single).trim();
	links.push(/^https?:/i.test(address) ? ` (${address})` : '');
	return '';
}

function breakFor({ name, closes }: Tag): string {
	if (name === 'br') return '\n';
	if (name === 'p') return '\n\n';
	if (name === 'li') return closes ? '' : '\n- ';
	if (name === 'td' || name === 'th') return closes ? ' ' : '';
	return BLOCK.test(name) ? '\n' : '';
}

/** Replaces entities by their characters; half a character, which other programs refuse, becomes the replacement character. */
function withoutEntities(text: string): string {
	const decoded = text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hex, name) => {
		if (name !== undefined) return ENTITIES.get(name) ?? whole;
		const code = decimal !== undefined ? Number(decimal) : parseInt(hex, 16);
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
	return decoded.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** @returns the text with trimmed lines and never two empty ones in a row */
export function tidy(text: string): string {
	const lines = text.split('\n').map((line) => line.replace(/\u00a0/g, ' ').trim());
	return lines.join('\n').replace(/\n{3,}/g, '\n\n').trim();
}
