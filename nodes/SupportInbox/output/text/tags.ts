import { withoutEntities } from './entities';

/**
 * An opening or closing tag, as it is in the source. Its name and those of its attributes are in lower case; of two attributes with one
 * name the first counts.
 */
export interface Tag {
	source: string;
	name: string;
	closes: boolean;
	attributes: ReadonlyMap<string, string>;
}

/** What begins a tag: a comment, a declaration, the end of nothing, or a name. */
const START = /<(?:!--|[!?]|\/(?![a-z])|\/?[a-z][^\s/>]*)/giy;
/** An attribute. A quotation mark that is never closed is a character of its value. */
const ATTRIBUTE = /[\s/]*(?:([^\s/>][^\s/>=]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]*))?)?/y;
const WITHOUT_QUOTES = /[\s/]*(?:([^\s/>][^\s/>=]*)(?:\s*=\s*([^\s>]*))?)?/y;
const NONE: ReadonlyMap<string, string> = new Map();
/** What no mail program shows as text, and where it ends. A comment such as `<!-->` ends at once. */
const SILENT_ENDS = new Map([
	['!--', /(?<=--!?>)/g],
	...['iframe', 'noembed', 'noframes', 'script', 'style', 'template', 'title'].map((name): [string, RegExp] => [
		name,
		new RegExp(`</${name}(?=[\\s/>])`, 'gi'),
	]),
]);
/** The media whose styles count; a style for small screens does not. */
const MEDIA = /^\s*(?:(?:all|screen)\s*)?$/i;

/**
 * Divides HTML into texts and tags as mail programs do, once from front to back, in linear time. What is never closed hides
 * no text: a comment, a style, a quotation mark.
 *
 * @returns them in their order, and the text of the `<style>` elements
 */
export function tokensOf(html: string): { tokens: Array<string | Tag>; css: string } {
	const tokens: Array<string | Tag> = [];
	const styles: string[] = [];
	/** The tags that were seen: most mails have the same ones again and again. */
	const known = new Map<string, Tag>();
	/** The names of what is never closed from here on, so that it is not looked for again. */
	const unclosed = new Set<string>();
	const lastEnd = html.lastIndexOf('>');
	let pattern = ATTRIBUTE;
	/** Where the text before the next tag begins. */
	let begin = 0;
	for (let open = html.indexOf('<'); open >= 0 && open < lastEnd; open = html.indexOf('<', Math.max(begin, open + 1))) {
		START.lastIndex = open;
		if (!START.test(html)) continue;
		if (open > begin) tokens.push(html.slice(begin, open));
		const start = html.slice(open, START.lastIndex);
		begin = START.lastIndex;
		const source = html.slice(open, html.indexOf('>', begin));
		let tag = known.get(source);
		if (tag === undefined) {
			const closes = start[1] === '/';
			const name = start.slice(closes ? 2 : 1).toLowerCase();
			if (/^[!?]?$/.test(name)) {
				begin = open + source.length + 1;
				continue;
			}
			const rest = name === '!--' ? { attributes: NONE, end: begin } : attributesAt(html, begin, pattern);
			// Quotation marks that leave no end of the tag are not looked for again.
			if (rest === undefined) pattern = WITHOUT_QUOTES;
			tag = { source: rest === undefined ? source : html.slice(open, rest.end), name, closes, attributes: rest?.attributes ?? NONE };
			if (tag.source === source) known.set(source, tag);
		}
		begin = open + tag.source.length + (tag.name === '!--' ? 0 : 1);
		const end = tag.closes || unclosed.has(tag.name) ? undefined : SILENT_ENDS.get(tag.name);
		if (end === undefined) {
			if (tag.name !== '!--') tokens.push(tag);
			continue;
		}
		end.lastIndex = begin;
		const closing = end.exec(html);
		if (closing === null) unclosed.add(tag.name);
		else if (tag.name === 'style' && MEDIA.test(tag.attributes.get('media') ?? '')) styles.push(html.slice(begin, closing.index));
		begin = closing?.index ?? begin;
	}
	if (begin < html.length) tokens.push(html.slice(begin));
	return { tokens, css: styles.join('\n') };
}

/** @returns the attributes of a tag from a place on, and the place of its ">"; undefined: it has none */
function attributesAt(html: string, place: number, pattern: RegExp): { attributes: ReadonlyMap<string, string>; end: number } | undefined {
	const attributes = new Map<string, string>();
	pattern.lastIndex = place;
	for (let found = pattern.exec(html); found?.[1] !== undefined; found = pattern.exec(html)) {
		const [, name, value = ''] = found;
		if (!attributes.has(name.toLowerCase())) {
			attributes.set(name.toLowerCase(), withoutEntities(/^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value));
		}
	}
	return html[pattern.lastIndex] === '>' ? { attributes, end: pattern.lastIndex } : undefined;
}
