import { tokensOf } from './tags';

/**
 * A place in HTML, by what programs that show mails make of a text there.
 * - `text`: between tags.
 * - `characters`: in the quoted value of an attribute.
 * - `address`: in a quoted attribute that has an address; `before`: the beginning of the attribute's value, up to the place.
 * - `unsafe`: a text would become a part of the markup, a script or a style, or nobody sees it; `where`: the place, in words.
 */
export type HtmlPlace = { kind: 'text' | 'characters' } | { kind: 'address'; before: string } | { kind: 'unsafe'; where: string };

/** A character that no text has. */
const GAP = '\uFDD0';
/** The word that is put into a gap. It begins with a letter, which makes a tag of `<`, and its blank divides it where it has no quotes around it. */
const WORD = new RegExp(`a${GAP} (\\d+)${GAP}`, 'g');
const IN_TAG = new RegExp(`${GAP} (\\d+)${GAP}`, 'g');
/** Only Outlook reads what is in a conditional comment, and a title is a text: what is in them is looked at as the rest. */
const OPENED = /<!--\[if[^\]>]{0,200}\]>|<title>/gi;
/** Ends what is never closed: mail programs read it to the end of the mail. */
const ENDS = '--></style></script></iframe></noembed></noframes></template>';
/** Attributes with an address, and attributes whose text is a script, a style, or HTML again. */
const ADDRESSES = /^(?:xlink:)?(?:href|src|srcset|action|formaction|background|poster|cite|longdesc|data|ping|lowsrc|dynsrc|codebase)$/;
const CODE = /^(?:on.*|style|srcdoc|content)$/;
/** The beginning of an address is longer in no template. */
const MAX_BEFORE = 300;

/**
 * Finds out what kinds of places the gaps between the parts of a text in HTML are. Linear in the length of the text.
 *
 * @param parts of the HTML; what will be between them is not empty
 * @returns one place for each gap
 */
export function placesBetween(parts: readonly string[]): HtmlPlace[] {
	const places: HtmlPlace[] = parts.slice(1).map(() => ({ kind: 'unsafe', where: 'in a comment, a script or a style' }));
	const html = parts.map((part, index) => (index === 0 ? part : `a${GAP} ${index - 1}${GAP}${part}`)).join('');
	for (const token of tokensOf(html.replace(OPENED, '') + ENDS).tokens) {
		if (typeof token === 'string') {
			for (const [, gap] of token.matchAll(WORD)) places[Number(gap)] = { kind: 'text' };
			continue;
		}
		for (const [, gap] of token.source.matchAll(IN_TAG)) places[Number(gap)] = { kind: 'unsafe', where: 'in a tag, without quotes around it' };
		for (const [name, value] of token.attributes) {
			for (const { 1: gap, index } of value.matchAll(WORD)) places[Number(gap)] = placeIn(name, value.slice(0, Math.min(index, MAX_BEFORE)));
		}
	}
	return places;
}

function placeIn(attribute: string, before: string): HtmlPlace {
	if (CODE.test(attribute)) return { kind: 'unsafe', where: `in the attribute ${attribute}` };
	return ADDRESSES.test(attribute) ? { kind: 'address', before } : { kind: 'characters' };
}
