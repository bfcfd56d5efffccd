import type { Tag } from './tags';

/** What is declared, by property; with "!" before it what is important. */
export type Declared = ReadonlyMap<string, string>;

const BUILT_IN =
	'listing,pre,textarea,xmp{white-space:pre}del,s,strike{text-decoration:line-through}sub{vertical-align:sub}sup{vertical-align:super}' +
	'ol{list-style-type:decimal}dir,menu,ul{list-style-type:disc}';
/** An element, a class, an ID, or an element with one of the two: `p`, `.a`, `#b`, `p.a`. */
const SELECTOR = /^(?:\*(?=[.#]))?((?:[a-z][\w-]*|\*)?(?:[.#][^\s.#:>+~[\]*()]+)?)$/;
/** A rule may have more selectors, but only in an attack on the processor. */
const MAX_SELECTORS = 1_000;
/** Attributes that are older than CSS. Letters of any of the old sizes can be read. */
const OLD: Array<[attribute: string, css: (value: string) => string]> = [
	['bgcolor', (color) => `background-color:${color}`],
	['color', (color) => `color:${color}`],
	['hidden', () => 'display:none'],
	['size', () => 'font-size:16px'],
	['type', (sign) => `list-style-type:${{ 1: 'decimal', a: 'lower-alpha', A: 'upper-alpha' }[sign] ?? sign}`],
];
/** A longer value is cut: it is the picture of a background. */
const MAX_VALUE = 200;

const LENGTH = String.raw`(?:\d+(?:\.\d*)?|\.\d+)(?:[a-z]{2,4}|%)?`;
/** A color; a word that leaves the color as it is around is none. */
const NO_COLOR = '(?:currentcolor|inherit|initial|none|transparent|unset)(?![^ ])';
const COLOR = String.raw`(?:#[\da-f]{3,8}|(?:rgb|hsl)a?\([^)]*\)|(?!${NO_COLOR})[a-z]+)(?![^ ])`;
const PICTURE = /url\(|gradient\(/;
const NUMBERING = '(?:none|disc|circle|square|decimal|[a-z]+(?:-[a-z]+)+)';
/** What is read of CSS: what is written, the property that it sets, and the form of its value. Mail programs ignore other values. */
const READ: ReadonlyArray<readonly [written: string, property: string, form: RegExp]> = [
	['background', 'background-color', new RegExp(`(?<![^ ])${COLOR}`)],
	['background', 'background-image', PICTURE],
	['background-color', 'background-color', new RegExp(`^${COLOR}$`)],
	['background-image', 'background-image', PICTURE],
	['color', 'color', new RegExp(`^${COLOR}$`)],
	['display', 'display', /^(?:none|contents|block|flow-root|(?:inline|table|list|ruby|flex|grid|-webkit)[a-z -]*|initial|unset)$/],
	['font', 'font-size', new RegExp(`(?<![^ ])${LENGTH}(?=[ /])`)],
	['font-size', 'font-size', new RegExp(`^(?:${LENGTH}|(?:x+-)?(?:small|large)|medium|smaller|larger|initial)$`)],
	['list-style', 'list-style-type', new RegExp(`(?<![^ ])${NUMBERING}(?![^ ])`)],
	['list-style-type', 'list-style-type', new RegExp(`^${NUMBERING}$`)],
	['max-height', 'max-height', new RegExp(`^(?:${LENGTH}|none)$`)],
	['mso-hide', 'mso-hide', /^[a-z]+$/],
	['opacity', 'opacity', new RegExp(`^${LENGTH}$`)],
	['overflow', 'overflow', /^(?:visible|hidden|auto|clip|scroll)$/],
	['text-decoration', 'text-decoration', /^.+$/],
	['vertical-align', 'vertical-align', /^.+$/],
	['visibility', 'visibility', /^(?:visible|hidden|collapse|initial)$/],
	['white-space', 'white-space', /^(?:normal|nowrap|pre[a-z-]*|break-spaces)$/],
];
const READ_BY_NAME = new Map(READ.map(([name]) => [name, READ.filter(([written]) => written === name)]));

/** @returns what rules, old attributes and the style attribute declare for an element */
export function declaredFor({ name, attributes }: Tag, rules: ReadonlyMap<string, Declared>): Declared {
	const words = (attribute: string) => attributes.get(attribute)?.toLowerCase().split(/\s+/) ?? [];
	const signs = [...words('class').map((word) => `.${word}`), ...words('id').map((word) => `#${word}`)];
	const of = (selectors: readonly string[]) => selectors.flatMap((selector) => [...(rules.get(selector) ?? [])]);
	const old = OLD.filter(([attribute]) => attributes.has(attribute))
		.map(([attribute, css]) => css(attributes.get(attribute)!.split(';')[0]));
	const style = parse(readable(attributes.get('style') ?? ''));
	return new Map([...of(['*', name]), ...parse(old.join(';')), ...of(signs.flatMap((sign) => [sign, name + sign])), ...style]);
}

/** @returns the declarations of stylesheets by selector; those within `@media` and the like do not count */
export function rulesOf(sheets: string): ReadonlyMap<string, Declared> {
	const rules = new Map<string, Declared>();
	let selectors: string | undefined;
	let depth = 0;
	for (const piece of readable(BUILT_IN + sheets).split(/(?<=[{}])/)) {
		if (piece.endsWith('{')) {
			const before = piece.slice(piece.lastIndexOf(';') + 1, -1).trim();
			if (selectors === undefined && depth === 0 && !before.startsWith('@')) selectors = before;
			else depth++;
		} else if (depth > 0) depth--;
		else if (selectors !== undefined) {
			const declared = parse(piece.replace('}', ''));
			for (const one of new Set(selectors.toLowerCase().split(',', MAX_SELECTORS))) {
				const selector = SELECTOR.exec(one.trim())?.[1];
				if (selector) rules.set(selector, new Map([...(rules.get(selector) ?? []), ...declared]));
			}
			selectors = undefined;
		}
	}
	return rules;
}

/** @returns the declarations of a text such as `display: none; color: red` */
function parse(css: string): Declared {
	const declared = new Map<string, string>();
	for (const one of css.toLowerCase().split(';')) {
		const colon = one.indexOf(':');
		const name = one.slice(0, Math.max(0, colon)).trim().replace(/^(overflow)-y$|^(text-decoration)-line$/, '$1$2');
		const read = READ_BY_NAME.get(name);
		if (read === undefined) continue;
		const [said, important] = one.slice(colon + 1, colon + MAX_VALUE).split('!');
		const value = said.replace(/\s+/g, ' ').replace(/ ?([(),]) ?/g, '$1').trim();
		for (const [, property, form] of read) {
			const part = form.exec(value)?.[0];
			if (part !== undefined) declared.set(important?.trim() === 'important' ? `!${property}` : property, part);
		}
	}
	return declared;
}

/** @returns CSS without comments and the braces within quotes */
function readable(css: string): string {
	const silent = /\/\*[^]*?(?:\*\/|$)|<!--|-->|"[^"\n]*"|'[^'\n]*'/g;
	return css.replace(silent, (found) => (/^["']/.test(found) ? found.replace(/[{};]/g, '') : ' '));
}
