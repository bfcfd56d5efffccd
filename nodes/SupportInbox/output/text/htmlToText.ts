import { withoutEntities } from './entities';
import { type Look, Looks } from './styles';
import { type Tag, tokensOf } from './tags';
import { GAP, Writer } from './writer';

/** Elements that begin and end on a line of their own. */
const BLOCK =
	/^(?:address|article|aside|blockquote|body|button|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|legend|listing|main|menu|nav|ol|optgroup|option|pre|search|section|select|summary|table|textarea|tr|ul|xmp)$/;
/** Elements without an end, and elements of which programs make one for all mails that are quoted in a mail. */
const [VOID, WHOLE] = [/^(?:br|col|hr|img|input|link|meta|wbr)$/, /^(?:body|head|html)$/];
const LIST = /^(?:dir|menu|ol|ul)$/;
/** Elements that may end before an element that began within them, over this number of open elements at most. */
const FORMAT = /^(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)$/;
const MAX_OVER = 8;
/** How many open elements an end is compared with. */
const MAX_DEPTH = 200;
/** Elements that end, without an end of their own, where one of some others begins. */
const ENDED: Array<[string[], RegExp]> = [
	[['p'], new RegExp(`^p$|${BLOCK.source}`)],
	[['dd', 'dt'], /^d[dt]$/],
	[['td', 'th'], /^t[dh]$/],
	[['tbody', 'tfoot', 'thead'], /^t(?:body|foot|head)$/],
	...['a', 'li', 'option', 'tr'].map((name): [string[], RegExp] => [[name], new RegExp(`^${name}$`)]),
];
/** A part of the mail for Outlook alone. */
const FOR_OUTLOOK = /<!--\[if[^\]>]{0,40}mso/i;
const DOTS = new Set(['circle', 'disc', 'square']);
const ROMAN = Object.entries({ m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 });
const EMOJI = /^[^\p{L}]{0,20}(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3)[^\p{L}]{0,20}$/u;

/** What is said of all elements with a name. An end reaches only to the next open element whose `wall` is as high as its `reach`. */
interface Kind {
	wall: number;
	reach: number;
	ends: string[];
	breaks: string;
	isVoid: boolean;
	isList: boolean;
	isFormat: boolean;
	isWhole: boolean;
	/** How many elements with the name are open. */
	open: number;
}

/** An element of interest: `quotes`: open blockquotes within it; `isBehindQuote`: after one. If it is a blockquote itself, it has neither. */
interface Region<Mark> {
	kind: Mark;
	isQuote: boolean;
	quotes: number;
	isBehindQuote: boolean;
}

interface Element<Mark> {
	tag: Tag;
	elements: Kind;
	look: Look;
	region: Region<Mark> | undefined;
	/** The list around: the number of its next item, and the step from one to the next. */
	list: { next: number; step: number };
}

/** A part of the text, with the result of `markOf` for the outermost element of interest around it. */
export interface TextPart<Mark> {
	text: string;
	kind: Mark | undefined;
	isBehindQuote: boolean;
}

/**
 * Converts a mail's HTML to the text that a person sees in a mail program: without what is hidden, with the lines and numbers
 * of paragraphs and lists, the addresses of links, and what is struck out marked. A mail without text has that of its pictures.
 */
export function htmlToText(html: string): string {
	return joined(htmlParts(html, () => undefined)) || picturesIn(html);
}

/** @returns the texts of the pictures of a mail that has no other text */
export function picturesIn(html: string): string {
	return /<img/i.test(html) ? joined(htmlParts(html, () => undefined, true)) : '';
}

/** @returns the text of all parts */
export function joined(parts: ReadonlyArray<TextPart<unknown>>): string {
	return tidy(parts.map(({ text }) => text).join(''));
}

/**
 * The text of a mail's HTML in parts, with the white space of its elements. A mail may contain anything, so it is read
 * once from front to back, in linear time.
 *
 * @param kindOf returns the kind of an element; undefined: it is of no interest
 * @param showsPictures whether pictures that are not in a link are shown by their text
 */
export function htmlParts<Mark>(html: string, kindOf: (tag: Tag) => Mark | undefined, showsPictures = false): Array<TextPart<Mark>> {
	const { tokens, css } = tokensOf(html);
	const looks = new Looks(css, FOR_OUTLOOK.test(html));
	const writer = new Writer();
	const parts: Array<TextPart<Mark>> = [];
	const divide = (region?: Region<Mark>) => parts.push({ text: writer.take(), kind: region?.kind, isBehindQuote: region?.isBehindQuote === true });
	const open: Array<Element<Mark>> = [{ tag: { name: '', closes: false, attributes: new Map(), source: '' }, elements: newKind(''), look: looks.plain, region: undefined, list: { next: NaN, step: 0 } }];
	const kinds = new Map<string, Kind>();
	const kindFor = (name: string) => {
		let kind = kinds.get(name);
		if (kind === undefined) kinds.set(name, (kind = newKind(name)));
		return kind;
	};

	const ended = ({ tag: { name, attributes }, elements, look, region }: Element<Mark>, around: Element<Mark>) => {
		if (name === 'a') writer.endLink(attributes.get('href')?.trim() ?? '', look);
		elements.open--;
		if (name === 'li') writer.endItem();
		if (region !== around.region) divide(region);
		else if (region?.isQuote === false && name === 'blockquote') {
			divide(region);
			region.quotes--;
			region.isBehindQuote = region.quotes === 0;
		}
	};
	/** Ends the innermost element of a name that an end reaches. @returns the element, if there is one */
	const end = (kind: Kind) => {
		if (kind.open === 0) return undefined;
		let place = open.length - 1;
		const last = Math.max(0, place - (kind.isFormat ? MAX_OVER : MAX_DEPTH));
		while (place > last && open[place].elements !== kind) place = open[place].elements.wall >= kind.reach ? 0 : place - 1;
		if (place <= last) return undefined;
		if (!kind.isFormat) while (open.length > place + 1) ended(open.pop()!, open[open.length - 1]);
		const element = open[place];
		// Most ends are those of the innermost element.
		if (place === open.length - 1) open.pop();
		else open.splice(place, 1);
		ended(element, open[place - 1]);
		for (; place < open.length; place++) open[place].look = looks.of(open[place].tag, open[place - 1].look);
		return element;
	};
	for (const token of tokens) {
		if (typeof token === 'string') {
			writer.write(withoutEntities(token), open[open.length - 1].look);
			continue;
		}
		const { name, closes } = token;
		const elements = kindFor(name);
		if (closes) {
			const { look } = (elements.isWhole ? undefined : end(elements)) ?? open[open.length - 1];
			if (!look.isHidden) writer.breakLine(elements.breaks);
			continue;
		}
		for (const ended of elements.ends) end(kindFor(ended));
		const around = open[open.length - 1];
		const look = looks.of(token, around.look);
		let { region } = around;
		const kind = region === undefined ? kindOf(token) : undefined;
		if (kind !== undefined || (region?.isQuote === false && name === 'blockquote')) divide(region);
		if (kind !== undefined) region = { kind, isQuote: name === 'blockquote', quotes: 0, isBehindQuote: false };
		else if (region?.isQuote === false && name === 'blockquote') {
			region.quotes++;
			region.isBehindQuote = false;
		}
		if (!look.isHidden) {
			writer.breakLine(name === 'li' ? '\n' : elements.breaks);
			if (name === 'li') writer.beginItem(markerOf(token, look, around.list));
			if (name === 'ins') writer.insert();
			if (name === 'td' || name === 'th') writer.leave(GAP.always);
			if (name === 'img') writePicture(writer, token, look, showsPictures);
		}
		if (name === 'a') writer.link = { text: '', pictures: [] };
		if (elements.isVoid) continue;
		elements.open++;
		open.push({ tag: token, elements, look, region, list: elements.isList ? listOf(token) : around.list });
	}
	while (open.length > 1) ended(open.pop()!, open[open.length - 1]);
	divide();
	return parts;
}

function newKind(name: string): Kind {
	const isBox = BLOCK.test(name) || /^(?:li|p|t[dh]|tbody|tfoot|thead)$/.test(name);
	return {
		wall: name === 'table' ? 4 : /^(?:caption|t[dh])$/.test(name) ? 3 : LIST.test(name) || name === 'dl' ? 2 : Number(isBox),
		reach: /^t(?:able|body|d|foot|h|head|r)$/.test(name) ? 4 : isBox || FORMAT.test(name) ? (/^(?:d[dt]|li)$/.test(name) ? 2 : 3) : 1,
		ends: ENDED.flatMap(([ended, beginning]) => (beginning.test(name) ? ended : [])),
		breaks: name === 'p' ? '\n\n' : name === 'br' || BLOCK.test(name) ? '\n' : '',
		isVoid: VOID.test(name),
		isList: LIST.test(name),
		isFormat: FORMAT.test(name),
		isWhole: WHOLE.test(name),
		open: 0,
	};
}

function listOf({ attributes }: Tag): { next: number; step: number } {
	const isReversed = attributes.has('reversed');
	const start = parseInt(attributes.get('start') ?? '', 10);
	return { next: Number.isNaN(start) && !isReversed ? 1 : start, step: isReversed ? -1 : 1 };
}

/** @returns the number or dash before an item; counts on in its list */
function markerOf({ attributes }: Tag, look: Look, list: { next: number; step: number }): string {
	const value = parseInt(attributes.get('value') ?? '', 10);
	const number = Number.isNaN(value) ? list.next : value;
	list.next = number + list.step;
	const numbering = look.numbering;
	if (numbering === 'none') return '';
	if (DOTS.has(numbering) || Number.isNaN(number)) return '- ';
	const small = number < 1 || number > 3_999 ? String(number) : numbering.includes('roman') ? roman(number) : /alpha|latin/.test(numbering) ? letters(number) : String(number);
	return `${numbering.startsWith('upper') ? small.toUpperCase() : small}. `;
}

function roman(number: number): string {
	let [text, left] = ['', number];
	for (const [sign, worth] of ROMAN) for (; left >= worth; left -= worth) text += sign;
	return text;
}

function letters(number: number): string {
	return number === 0 ? '' : letters(Math.floor((number - 1) / 26)) + String.fromCharCode(97 + ((number - 1) % 26));
}

/** Writes a picture that is shown: an emoji as it is, another one in brackets where its link or the mail has no other text. */
function writePicture(writer: Writer, { attributes }: Tag, look: Look, showsPictures: boolean): void {
	const words = attributes.get('alt')?.replace(/\s+/g, ' ').trim() ?? '';
	if (['width', 'height'].some((side) => parseFloat(attributes.get(side) ?? '') <= 1) || /hidden|collapse/.test(look.inherited.get('visibility') ?? '')) return;
	const isMarked = /^\S{1,32}$/.test(words) && ['class', 'src'].some((name) => /emoji|emoticon|smiley/i.test(attributes.get(name) ?? ''));
	if (isMarked || EMOJI.test(words)) writer.put(words, look);
	else if (writer.link !== undefined) writer.link.pictures.push(words && `[${words}]`);
	else if (showsPictures && words !== '') writer.put(`[${words}]`, look);
}

/** @returns the text with trimmed lines and never two empty ones in a row */
export function tidy(text: string): string {
	const lines = text.replace(/\u00a0/g, ' ').split('\n').map((line) => line.trim());
	return lines.join('\n').replace(/\n{3,}/g, '\n\n').trim();
}
