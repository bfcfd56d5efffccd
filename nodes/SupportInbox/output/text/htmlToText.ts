import { withoutEntities } from './entities';
import { type Look, Looks } from './styles';
import { type Tag, tokensOf } from './tags';
import { GAP, Writer } from './writer';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
/** Elements that begin and end on a line of their own. */
const BLOCKS = words(
	'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
		'form h1 h2 h3 h4 h5 h6 header hgroup hr legend listing main menu nav ol optgroup option pre search section select summary ' +
		'table textarea tr ul xmp',
);
const BOXES = new Set([...BLOCKS, ...words('li p tbody td tfoot th thead')]);
/** Elements without an end, and elements of which programs make one for all mails that are quoted in a mail. */
const [VOID, WHOLE] = [words('br col hr img input link meta wbr'), words('body head html')];
const LISTS = words('dir menu ol ul');
/** Elements that may end before an element that began within them, over this number of open elements at most. */
const FORMAT = words('a b big code em font i nobr s small strike strong tt u');
const MAX_OVER = 8;
/** How many open elements an end is compared with. */
const MAX_DEPTH = 200;
/** The elements that end, without an end of their own, where an element of this name begins. */
const ENDED_BY = new Map([...BOXES, 'a'].map((name) => {
	const siblings = ['dd dt', 'td th', 'tbody tfoot thead', 'a', 'li', 'option', 'tr'].map(words).find((group) => group.has(name)) ?? [];
	return [name, name === 'p' || BLOCKS.has(name) ? ['p', ...siblings] : [...siblings]];
}));
const CELLS = words('caption table td th');
/** The open elements beyond which an end does not reach, by its name (HTML, "has an element in scope"). For other names these are boxes. */
const SCOPES = new Map<string, ReadonlySet<string>>([
	...[...BOXES, ...FORMAT].map((name) => [name, CELLS] as const),
	...['dd', 'dt', 'li'].map((name) => [name, new Set([...CELLS, ...LISTS, 'dl'])] as const),
	...['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'].map((name) => [name, words('table')] as const),
]);
/** A part of the mail for Outlook alone. */
const FOR_OUTLOOK = /<!--\[if[^\]>]{0,40}mso/i;
const DOTS = words('circle disc square');
const EMOJI = /^[^\p{L}]{0,20}(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3)[^\p{L}]{0,20}$/u;

/** An element that has a kind. `quotes`: how many blockquotes are open, with itself. `isBehindQuote`: the text comes after one in it. */
interface Region<Mark> {
	kind: Mark;
	quotes: number;
	isBehindQuote: boolean;
}

interface Element<Mark> {
	tag: Tag;
	look: Look;
	region: Region<Mark> | undefined;
	/** The list around: the number of its next item, and the step from one to the next. */
	list: { next: number; step: number };
}

type KindOf<Mark> = (tag: Tag) => Mark | undefined;

/** A part of the text, with the result of `kindOf` for the outermost element that has one. */
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
export function htmlParts<Mark>(html: string, kindOf: KindOf<Mark>, showsPictures = false): Array<TextPart<Mark>> {
	const { tokens, css } = tokensOf(html);
	return new Reader(new Looks(css, FOR_OUTLOOK.test(html)), kindOf, showsPictures).read(tokens);
}

/** Goes through a mail's HTML once, with the elements that are open. */
class Reader<Mark> {
	private readonly writer = new Writer();
	private readonly parts: Array<TextPart<Mark>> = [];
	private readonly open: Array<Element<Mark>>;
	/** How many elements of a name are open, so that most ends without a beginning cost nothing. */
	private readonly counts = new Map<string, number>();

	constructor(private readonly looks: Looks, private readonly kindOf: KindOf<Mark>, private readonly showsPictures: boolean) {
		const tag = { name: '', closes: false, attributes: new Map(), source: '' };
		this.open = [{ tag, look: looks.plain, region: undefined, list: { next: NaN, step: 0 } }];
	}

	read(tokens: ReadonlyArray<string | Tag>): Array<TextPart<Mark>> {
		const notShown = optionsNotShown(tokens);
		for (const [place, token] of tokens.entries()) {
			if (typeof token === 'string') this.writer.write(withoutEntities(token), this.open.at(-1)!.look);
			else if (!token.closes) this.begin(token, notShown.has(place));
			else if (WHOLE.has(token.name) || !this.end(token.name)) this.divideLines(token.name, this.open.at(-1)!.look);
		}
		while (this.open.length > 1) this.close(this.open.pop()!, this.open.at(-1)!);
		this.divide();
		return this.parts;
	}

	private begin(tag: Tag, isNotShown: boolean): void {
		const { name } = tag;
		for (const ended of ENDED_BY.get(name) ?? []) this.end(ended);
		const around = this.open.at(-1)!;
		const look = isNotShown ? { ...around.look, isHidden: true } : this.looks.of(tag, around.look);
		if (!look.isHidden) this.show(tag, look, around.list);
		const region = look.isHidden ? around.region : this.regionOf(tag, around.region);
		if (name === 'a') this.writer.link = { text: '', pictures: [] };
		if (VOID.has(name)) return;
		this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
		this.open.push({ tag, look, region, list: LISTS.has(name) ? listOf(tag) : around.list });
	}

	/** Writes what an element shows before its text. */
	private show(tag: Tag, look: Look, list: Element<Mark>['list']): void {
		const { name } = tag;
		this.divideLines(name, look);
		if (name === 'li') this.writer.beginItem(markerOf(tag, look, list));
		else if (name === 'ins') this.writer.insert();
		else if (name === 'td' || name === 'th') this.writer.setGap(GAP.always);
		else if (name === 'img') writePicture(this.writer, tag, look, this.showsPictures);
		else if (name === 'input' && /^(?:checkbox|radio)$/i.test(tag.attributes.get('type') ?? '')) {
			this.writer.write(tag.attributes.has('checked') ? '[x]' : '[ ]', look);
			this.writer.setGap(GAP.always);
		}
	}

	/** @returns the region of an element; the text before it ends where one begins, or a quote within one */
	private regionOf(tag: Tag, around: Region<Mark> | undefined): Region<Mark> | undefined {
		const isQuote = tag.name === 'blockquote';
		const kind = around === undefined ? this.kindOf(tag) : undefined;
		if (kind === undefined && !(around !== undefined && isQuote)) return around;
		this.divide(around);
		if (around === undefined) return { kind: kind!, quotes: Number(isQuote), isBehindQuote: false };
		around.quotes++;
		around.isBehindQuote = false;
		return around;
	}

	/** Ends the innermost element of a name that an end reaches. @returns whether there is one */
	private end(name: string): boolean {
		if (!this.counts.get(name)) return false;
		const { open } = this;
		const scope = SCOPES.get(name) ?? BOXES;
		let place = open.length - 1;
		const last = Math.max(0, place - (FORMAT.has(name) ? MAX_OVER : MAX_DEPTH));
		while (place > last && open[place].tag.name !== name) place = scope.has(open[place].tag.name) ? 0 : place - 1;
		if (place <= last) return false;
		if (!FORMAT.has(name)) while (open.length > place + 1) this.close(open.pop()!, this.open.at(-1)!);
		const element = open[place];
		// Most ends are those of the innermost element.
		if (place === open.length - 1) open.pop();
		else open.splice(place, 1);
		this.close(element, open[place - 1]);
		// What is still open has lost what it inherited.
		for (; place < open.length; place++) open[place].look = this.looks.of(open[place].tag, open[place - 1].look);
		return true;
	}

	private close({ tag: { name, attributes }, look, region }: Element<Mark>, around: Element<Mark>): void {
		this.counts.set(name, this.counts.get(name)! - 1);
		if (name === 'a') this.writer.endLink(attributes.get('href')?.trim() ?? '', look);
		else if (name === 'li') this.writer.endItem();
		this.divideLines(name, look);
		if (region !== around.region) this.divide(region);
		else if (region !== undefined && name === 'blockquote') {
			this.divide(region);
			region.quotes--;
			region.isBehindQuote = region.quotes === 0;
		}
	}

	/** Divides the text where an element begins or ends, with an end of its own or without: a part of the text is whole lines. */
	private divideLines(name: string, look: Look): void {
		if (look.isHidden) return;
		if (name === 'br') this.writer.breakLine();
		else if (name === 'p') this.writer.beginLine(2);
		else if (name === 'li' || BLOCKS.has(name)) this.writer.beginLine(1);
	}

	/** Ends a part of the text. */
	private divide(region?: Region<Mark>): void {
		this.parts.push({ text: this.writer.append(), kind: region?.kind, isBehindQuote: region?.isBehindQuote === true });
	}
}

/** @returns the places of the options that a list to choose from does not show: all but the chosen ones, or but the first */
function optionsNotShown(tokens: ReadonlyArray<string | Tag>): ReadonlySet<number> {
	const notShown = new Set<number>();
	let options: number[] = [];
	for (const [place, token] of tokens.entries()) {
		if (typeof token === 'string') continue;
		if (token.name === 'option' && !token.closes) options.push(place);
		if (token.name !== 'select') continue;
		const isChosen = (option: number) => (tokens[option] as Tag).attributes.has('selected');
		const hasChosen = options.some(isChosen);
		if (token.closes) for (const option of options) if (hasChosen ? !isChosen(option) : option !== options[0]) notShown.add(option);
		options = [];
	}
	return notShown;
}

function listOf({ attributes }: Tag): { next: number; step: number } {
	const isReversed = attributes.has('reversed');
	const start = parseInt(attributes.get('start') ?? '', 10);
	return { next: Number.isNaN(start) && !isReversed ? 1 : start, step: isReversed ? -1 : 1 };
}

/** @returns the number or dash before an item; counts on in its list */
function markerOf({ attributes }: Tag, { numbering }: Look, list: { next: number; step: number }): string {
	const value = parseInt(attributes.get('value') ?? '', 10);
	const number = Number.isNaN(value) ? list.next : value;
	list.next = number + list.step;
	if (numbering === 'none') return '';
	if (DOTS.has(numbering) || Number.isNaN(number)) return '- ';
	const letter = /^(?:upper|lower)-(?:alpha|latin)$/.test(numbering) ? 'abcdefghijklmnopqrstuvwxyz'[number - 1] : undefined;
	return `${(numbering.startsWith('upper') ? letter?.toUpperCase() : letter) ?? number}. `;
}

/** Writes a picture that is shown: an emoji as it is, another one in brackets where its link or the mail has no other text. */
function writePicture(writer: Writer, { attributes }: Tag, look: Look, showsPictures: boolean): void {
	const words = attributes.get('alt')?.replace(/\s+/g, ' ').trim() ?? '';
	if (['width', 'height'].some((side) => parseFloat(attributes.get(side) ?? '') <= 1) || look.unseenBy.includes('visibility')) return;
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
