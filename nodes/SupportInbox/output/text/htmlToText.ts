import { ENTITIES, WINDOWS } from './entities';

/** What is not shown, and where it ends. A comment such as `<!-->` ends at once. */
const SILENT_ENDS = new Map([
	['!--', /(?<=--!?>)/g],
	['script', /<\/script(?=[\s/>])/gi],
	['style', /<\/style(?=[\s/>])/gi],
	['template', /<\/template(?=[\s/>])/gi],
	['title', /<\/title(?=[\s/>])/gi],
]);
/** Elements that begin and end on a line of their own. */
const BLOCK = new RegExp(
	`^(?:${[
		'address|article|aside|blockquote|body|button|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form',
		'h[1-6]|header|hgroup|hr|legend|listing|main|menu|nav|ol|optgroup|option|pre|search|section|select|summary|table|textarea|tr|ul|xmp',
	].join('|')})$`,
);
/** Elements that are shown with the line breaks of their text, by their name or style. */
const KEEPS_BREAKS = /^<(?:pre|listing|textarea|xmp)(?![^\s/>])|white-space\s*:\s*(?:pre|break-spaces)/i;
/** Elements without an end. */
const VOID = /^(?:br|col|hr|img|input|link|meta|wbr)$/;
/** A character by its number, decimal or hexadecimal, or by its name. A name without ";" ends as a word, unless a "=" follows. */
const ENTITY = /&(?:#(\d+);?|#x([0-9a-f]+);?|([a-z][a-z0-9]{1,7})(;|(?![=\w])))/gi;
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
	const unclosed = new Set<string>();
	let out: string[] = [];
	/** The open element of interest; `depth`: open elements of its name; `quotes`: open blockquotes within it. */
	let region: { name: string; kind: Kind; depth: number; quotes: number; isBehindQuote: boolean } | undefined;
	/** The open element with line breaks that are shown. */
	let kept: { name: string; depth: number } | undefined;
	const next = (opened?: typeof region) => {
		parts.push({ text: out.join(''), kind: region?.kind, isBehindQuote: region?.isBehindQuote === true });
		out = [];
		region = opened;
	};
	const lastEnd = html.lastIndexOf('>');
	for (let place = 0; place < html.length; ) {
		const open = html.indexOf('<', place);
		const isLast = open < 0 || open > lastEnd;
		if (isLast || open > place) {
			const text = html.slice(place, isLast ? html.length : open);
			out.push(withoutEntities(kept === undefined ? text.replace(/[ \t\r\n]+/g, ' ') : text.replace(/\r\n?/g, '\n')));
		}
		if (isLast) break;
		const tag = tagAt(html, open);
		if (tag === undefined) {
			out.push('<');
			place = open + 1;
			continue;
		}
		place = endOfSilent(html, tag, unclosed);
		if (kept === undefined && !tag.closes && !VOID.test(tag.name) && KEEPS_BREAKS.test(tag.text)) kept = { name: tag.name, depth: 0 };
		if (tag.name === kept?.name) {
			kept.depth += tag.closes ? -1 : 1;
			if (kept.depth === 0) kept = undefined;
		}
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
	if (html.startsWith('<!--', open)) return { name: '!--', closes: false, text: '', end: open + 4 };
	const [, slash, name] = /^<(\/?)([a-zA-Z][^\s/>]*|[!?])/.exec(html.slice(open, open + 40)) ?? [];
	if (name === undefined) return undefined;
	const end = endOutsideQuotes(html.slice(open, open + MAX_TAG)) ?? html.indexOf('>', open) - open;
	return { name: name.toLowerCase(), closes: slash === '/', text: html.slice(open, open + end), end: open + end + 1 };
}

/** A quotation mark counts only where a value begins: a stray one, as in `<p it's>`, must not hide text. */
function endOutsideQuotes(tag: string): number | undefined {
	let quote = '';
	let isValue = false;
	for (let place = 0; place < tag.length; place++) {
		const character = tag[place];
		if (quote === '' && character === '>') return place;
		if (character === quote) quote = '';
		else if (isValue && (character === '"' || character === "'")) quote = character;
		if (character.trim() !== '') isValue = quote === '' && character === '=';
	}
	return undefined;
}

/**
 * @param unclosed what is never closed from here on, so that it is not looked for again
 * @returns where the content of an element that is not shown ends; what is never closed hides no text
 */
function endOfSilent(html: string, { name, closes, end }: Tag, unclosed: Set<string>): number {
	const closing = SILENT_ENDS.get(name);
	if (closing === undefined || closes || unclosed.has(name)) return end;
	closing.lastIndex = end;
	const found = closing.exec(html);
	if (found === null) unclosed.add(name);
	return found?.index ?? end;
}

/** Remembers the text to add after the link's text: its address, if that is a web address. */
function openLink({ text }: Tag, links: string[]): string {
	const [, double, single, bare] = /["'\s]href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']\S*))/i.exec(text) ?? [];
	const address = withoutEntities(double ?? single ?? bare ?? '').trim();
	links.push(/^https?:/i.test(address) ? ` (${address})` : '');
	return '';
}

function breakFor({ name, closes }: Tag): string {
	if (name === 'br') return '\n';
	if (name === 'p') return '\n\n';
	if (name === 'li') return closes ? ' ' : '\n- ';
	// The end of a cell need not be written.
	if (name === 'td' || name === 'th') return closes ? '' : ' ';
	return BLOCK.test(name) ? '\n' : '';
}

/**
 * Replaces entities by their characters; half a character, which other programs refuse, becomes the replacement character.
 * Only the characters up to 255 have names that need no ";". The address `?a=1&copy=2` has none of them.
 */
function withoutEntities(text: string): string {
	const decoded = text.replace(ENTITY, (whole, decimal, hex, name, end) => {
		if (name !== undefined) {
			const character = ENTITIES.get(name);
			return character !== undefined && (end === ';' || character <= '\u00ff') ? character : whole;
		}
		const code = decimal !== undefined ? Number(decimal) : parseInt(hex, 16);
		if (code >= 128 && code < 160) return WINDOWS[code - 128];
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
	return decoded.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** @returns the text with trimmed lines and never two empty ones in a row */
export function tidy(text: string): string {
	const lines = text.split('\n').map((line) => line.replace(/\u00a0/g, ' ').trim());
	return lines.join('\n').replace(/\n{3,}/g, '\n\n').trim();
}
