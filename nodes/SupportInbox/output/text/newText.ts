import { htmlParts, joined, picturesIn, type TextPart, tidy } from './htmlToText';
import { announcesAnswers, beginsOriginal, headAt, isForwardLine, isForwardTitle, isMobileSignature, isRule } from './quoteHeads';
import type { Tag } from './tags';

/**
 * The mark of a line in the mail's format.
 * - `quote`: the mail program has marked it as a quote.
 * - `indented`: it has ">" or is in a block; a person may have done that.
 * - `signature`: the mail program has marked it as a signature.
 */
type Mark = 'quote' | 'indented' | 'signature';

interface Line {
	text: string;
	mark: Mark | undefined;
}

/** Elements that begin and end on a line of their own. */
const WRAPPERS = /^(?:blockquote|div|p|pre|table)$/;
/** The attributes by which mail programs mark the element around a quote with its head. A shop may use `quote` for an offer. */
const QUOTES =
	/^(?:class=(?:gmail_quote|gmail_attr|yahoo_quoted|protonmail_quote|tutanota_quote|moz-cite-prefix|zmail_extra|front-blockquote|freshdesk_quote)|id=reply-intro|name=quote)$/;
const SIGNATURES =
	/^(?:class=(?:gmail_signature|moz-signature|protonmail_signature_block)|id=(?:signature|ms-outlook-mobile-signature|sig\d+))$/i;
/** A longer signature may contain a part of the message. */
const MAX_SIGNATURE_LINES = 15;
/** A text with more lines is a log or a table: nothing of it is left out. */
const MAX_LINES = 20_000;

/**
 * The text of a message without its quotes of earlier messages and without its signature, for models and chat.
 * In doubt it is the whole text: for an answer between the lines of a quote, a forwarded mail, or a mail that is only a
 * quote. Linear in the length of the body.
 *
 * @param message a message of a ticket (API document, Ticket)
 * @returns plain text; empty only where the message has none
 */
export function newText(message: Body): string {
	return ownText(message, withoutSignature);
}

/** @returns the same, with the signature; see {@link newText} */
export function signedText(message: Body): string {
	return ownText(message, (lines) => lines);
}

interface Body {
	body?: unknown;
	is_html?: unknown;
	title?: unknown;
}

type Shortening = (lines: Line[]) => Line[];

function ownText({ body, is_html, title }: Body, shortened: Shortening): string {
	const text = String(body ?? '');
	const own = (lines: Line[], clean: (text: string) => string) => withoutQuotes(lines, String(title ?? ''), shortened, clean);
	if (is_html !== true) return own(linesOf(text, /\r\n?|\n/, (line) => lineOf(line, undefined)), trim) ?? trim(text);
	const parts = htmlParts(text, markOf);
	return own(parts.flatMap(linesOfPart), tidy) ?? (joined(parts) || picturesIn(text));
}

const trim = (text: string) => text.trim();

/** @returns what is made of each line, for one line more than MAX_LINES at most */
function linesOf(text: string, end: RegExp | string, make: (line: string) => Line): Line[] {
	return text.split(end, MAX_LINES + 1).map(make);
}

function linesOfPart({ text, kind, isBehindQuote }: TextPart<Mark>): Line[] {
	// A part ends with its last line, so that no empty one comes between it and the next part.
	return linesOf(text.replace(/\n$/, ''), '\n', (line) => {
		// A person who answers line by line writes between the blockquotes, within the mail program's element around them.
		const isAnswer = isBehindQuote && kind === 'quote' && line.trim() !== '';
		return lineOf(line.replace(/\u00a0/g, ' ').trimStart(), isAnswer ? undefined : kind);
	});
}

/** A program that makes HTML of a plain mail leaves ">" before the lines of a quote. */
function lineOf(text: string, mark: Mark | undefined): Line {
	return { text, mark: mark ?? (text.startsWith('>') ? 'indented' : undefined) };
}

function markOf({ name, attributes }: Tag): Mark | undefined {
	if (!WRAPPERS.test(name)) return undefined;
	const words =
		attributes.size === 0
			? []
			: ['class', 'id', 'name'].flatMap(
					(attribute) =>
						attributes
							.get(attribute)
							?.split(/\s+/)
							.map((word) => `${attribute}=${word}`) ?? [],
				);
	// Mail programs have a button that puts the writer's own words into such a block.
	if (words.some((word) => QUOTES.test(word) && !(name === 'blockquote' && word === 'class=gmail_quote'))) return 'quote';
	if (words.some((word) => SIGNATURES.test(word))) return 'signature';
	return name === 'blockquote' ? 'indented' : undefined;
}

/** @returns the new part of the text; undefined if it is not certain which part is new */
function withoutQuotes(lines: readonly Line[], title: string, shortened: Shortening, clean: (text: string) => string): string | undefined {
	if (lines.length > MAX_LINES) return undefined;
	const texts = lines.map(({ text }) => text.trim());
	const quoted = quotedIn(lines, texts);
	if (isForward(title, texts, quoted)) return undefined;
	const included = stretchesOf(lines, quoted)
		.map((stretch) => ({ ...stretch, lines: shortened(stretch.lines) }))
		.filter((stretch) => stretch.lines.some(({ text }) => text.trim() !== ''));
	// Text between quotes, or quotes within the text, show an answer line by line.
	if (included.length !== 1 || (included[0].isAfterQuote && included[0].lines.some(({ mark }) => mark === 'indented'))) return undefined;
	return clean(included[0].lines.map(({ text }) => text).join('\n'));
}

/** Whether a mail is forwarded: by its title, or by a line of its own text or at the top of an apparent quote. */
function isForward(title: string, texts: readonly string[], quoted: readonly boolean[]): boolean {
	let isWithin = false;
	const isForwarded = texts.some((text, index) => {
		if (text === '') return false;
		const isOwnOrFirst = !quoted[index] || !isWithin;
		isWithin = quoted[index];
		return isOwnOrFirst && isForwardLine(text);
	});
	return isForwarded || isForwardTitle(title);
}

/**
 * Finds the lines of quotes. If the head of a quote comes after words of the writer in the same line, the line keeps only
 * these words.
 *
 * @returns for each line whether it belongs to a quote
 */
function quotedIn(lines: readonly Line[], texts: readonly string[]): boolean[] {
	const quoted = lines.map(({ mark }) => mark === 'quote');
	for (let index = 0; index < lines.length; index++) {
		if (texts[index] === '' || lines[index].mark === 'signature') continue;
		const head = headAt(texts, index);
		if (lines[index].mark !== undefined) {
			const end = endOfMarked(lines, texts, index);
			if (head !== undefined || endsAsHead(lines, texts, index)) quoted.fill(true, index, end);
			index = end - 1;
			continue;
		}
		const isOriginal = head === undefined && beginsOriginal(texts, index);
		if (head === undefined && !isOriginal) continue;
		const begin = isOriginal ? endOfBlock(lines, texts, index) : index + head!.length;
		const end = endOfMarked(lines, texts, begin);
		const hasMarks = end > begin;
		if (!hasMarks && !isOriginal && !head!.isSure) continue;
		// Without marks it has no end, and nothing shows where an answer within it begins.
		if (!hasMarks && announcesAnswers(texts.slice(0, index))) return quoted;
		const own = head?.own ?? '';
		if (own !== '') lines[index].text = own;
		quoted.fill(true, startOfRules(texts, own === '' ? index : index + 1), hasMarks ? end : lines.length);
		index = hasMarks ? end - 1 : lines.length;
	}
	return quoted;
}

/** @returns the end of successive lines with text and without a mark, such as a header */
function endOfBlock(lines: readonly Line[], texts: readonly string[], begin: number): number {
	let end = begin;
	while (end < lines.length && texts[end] !== '' && lines[end].mark === undefined) end++;
	return end;
}

/** @returns whether marked lines begin with a head, in any language: lines marked as a quote, the last of which ends with a colon */
function endsAsHead(lines: readonly Line[], texts: readonly string[], begin: number): boolean {
	let last = begin;
	for (let index = begin; lines[index]?.mark === 'quote' || texts[index] === ''; index++) if (texts[index] !== '') last = index;
	return lines[begin].mark === 'quote' && /[:：]$/.test(texts[last]);
}

/** @returns the end of the marked lines that begin here or after empty lines; `begin` where there are none */
function endOfMarked(lines: readonly Line[], texts: readonly string[], begin: number): number {
	let end = begin;
	for (let index = begin; index < lines.length; index++) {
		const { mark } = lines[index];
		if (mark === 'indented' || mark === 'quote') end = index + 1;
		else if (texts[index] !== '') break;
	}
	return end;
}

/** @returns the start of a quote with the separator lines above it, which a mail program draws */
function startOfRules(texts: readonly string[], index: number): number {
	let start = index;
	while (start > 0 && (texts[start - 1] === '' || isRule(texts[start - 1]))) start--;
	return start;
}

/** Successive lines without a quote between them. */
interface Stretch {
	lines: Line[];
	isAfterQuote: boolean;
}

function stretchesOf(lines: readonly Line[], quoted: readonly boolean[]): Stretch[] {
	const stretches: Stretch[] = [];
	lines.forEach((line, index) => {
		if (quoted[index]) return;
		if (index === 0 || quoted[index - 1]) stretches.push({ lines: [], isAfterQuote: index > 0 });
		stretches[stretches.length - 1].lines.push(line);
	});
	return stretches;
}

/** Removes a signature: it begins with "-- " on a line of its own (RFC 3676, 4.3), or with the mark of a mail program or phone. */
function withoutSignature(lines: Line[]): Line[] {
	const isBlank = (index: number) => lines[index].text.trim() === '';
	let end = lines.length;
	while (end > 0 && isBlank(end - 1)) end--;
	let begin = end;
	while (begin > 0 && lines[begin - 1].mark === 'signature') begin--;
	const dashes = lines.map(({ text }) => text).lastIndexOf('-- ');
	if (dashes >= 0) begin = Math.min(begin, dashes);
	if (begin < end && end - begin <= MAX_SIGNATURE_LINES) return lines.slice(0, begin);
	return end > 0 && isMobileSignature(lines[end - 1].text.trim()) ? lines.slice(0, end - 1) : lines;
}
