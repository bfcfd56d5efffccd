import type { Tag } from './tags';

/** What is declared, by property; with "!" before it what is important. */
export type Declared = Map<string, string>;

const BUILT_IN =
	'[hidden]{display:none}listing,pre,textarea,xmp{white-space:pre}del,s,strike{text-decoration:line-through}sub{vertical-align:sub}sup{vertical-align:super}ol{list-style-type:decimal}dir,menu,ul{list-style-type:disc}';
/** A simple selector: `p`, `.a`, `#b`, `p.a`. */
const SELECTOR = /^(?:\*(?=[.#]))?((?:[a-z][\w-]*|\*)?(?:[.#][^\s.#:>+~[\]*()]+|\[hidden\])?)$/;
/** A rule may have more selectors, but only in an attack on the processor. */
const MAX_SELECTORS = 1_000;
/** Attributes that are older than CSS, and their values. */
const OLD = Object.entries({ background: 'background-image', bgcolor: 'background-color', color: 'color', face: 'font-family', size: 'font-size', text: 'color', type: 'list-style-type' });
const OLD_VALUES = new Map(Object.entries({ 1: 'decimal', a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' }));
/** A longer value is cut: it is the picture of a background. */
const MAX_VALUE = 200;

const COLOUR = String.raw`#[\da-f]{3,8}(?![^ ])|(?:rgb|hsl)a?\([^)]*\)`;
const LENGTH = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[a-z]{2,4}|%)?`;
const NUMBERING = '(?:none|disc|circle|square|decimal|[a-z]+(?:-[a-z]+)+)';
/** The properties that count, with the form of their values, in which there are single blanks between words only. Mail programs ignore other values. */
const FORMS = Object.entries({
	'background-clip background-image clip clip-path content-visibility filter font-family inset margin margin-left margin-top mso-hide position text-decoration transform vertical-align': '.+',
	'bottom height left max-height max-width min-height min-width opacity right text-indent top width zoom': `${LENGTH}|auto|none`,
	'-webkit-text-fill-color background-color color': `${COLOUR}|[a-z]+`,
	display: 'none|contents|block|flow-root|(?:inline|table|list|ruby|flex|grid|-webkit)[a-z -]*|initial|unset',
	'font-size': `${LENGTH}|(?:x+-)?(?:small|large)|medium|smaller|larger|initial`,
	'list-style-type': NUMBERING,
	overflow: 'visible|hidden|auto|clip|scroll',
	visibility: 'visible|hidden|collapse|initial',
	'white-space': 'normal|nowrap|pre[a-z-]*|break-spaces',
}).flatMap(([names, form]) => names.split(' ').map((name) => [name, new RegExp(`^(?:${form})$`)] as const));
/** The same by what is written, which may say several of them at once. */
const PARTS = new Map<string, ReadonlyArray<readonly [string, RegExp]>>([
	...FORMS.map((form) => [form[0], [form]] as const),
	['background', [['background-image', /url\(|gradient\(/], ['background-color', new RegExp(`${COLOUR}|^[a-z]+(?![^ ])`)]]],
	['font', [['font-size', new RegExp(`(?<![^ ])${LENGTH}(?=[ /])`)], ['font-family', /wingdings$/]]],
	['list-style', [['list-style-type', new RegExp(`(?<![^ ])${NUMBERING}(?![^ ])`)]]],
]);

/** @returns what rules, old attributes and the style attribute declare for an element */
export function declaredFor({ name, attributes }: Tag, rules: ReadonlyMap<string, Declared>): Declared {
	const words = (attribute: string) => attributes.get(attribute)?.toLowerCase().split(/\s+/) ?? [];
	const old = OLD.filter(([attribute]) => attributes.has(attribute)).map(([attribute, property]) => {
		const value = attributes.get(attribute) ?? '';
		return `${property}:${attribute === 'size' ? '16px' : (OLD_VALUES.get(value) ?? value.split(';')[0])}`;
	});
	const selectors = [...words('class').flatMap((word) => [`.${word}`, `${name}.${word}`]), ...words('id').flatMap((word) => [`#${word}`, `${name}#${word}`])];
	const of = (selector: string): Iterable<[string, string]> => rules.get(selector) ?? [];
	return new Map([...of('*'), ...of(name), ...of(attributes.has('hidden') ? '[hidden]' : ''), ...parse(old.join(';')), ...selectors.flatMap((selector) => [...of(selector)]), ...parse(attributes.get('style') ?? '')]);
}

/** @returns the declarations of stylesheets by selector; those within `@media` and the like do not count */
export function rulesOf(sheets: string): Map<string, Declared> {
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
	const declared: Declared = new Map();
	for (const one of readable(css).toLowerCase().split(';')) {
		const colon = one.indexOf(':');
		const name = one.slice(0, Math.max(0, colon)).trim().replace(/^(overflow)-[xy]$|^-webkit-(background-clip)$|^(text-decoration)-line$/, '$1$2$3');
		const parts = PARTS.get(name);
		if (parts === undefined) continue;
		const [said, important] = one.slice(colon + 1, colon + MAX_VALUE).split('!');
		const value = said.split(',').map((part) => part.trim()).join().replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')');
		for (const [property, form] of parts) {
			const part = form.exec(value)?.[0];
			if (part !== undefined) declared.set(important?.trim() === 'important' ? `!${property}` : property, part);
		}
	}
	return declared;
}

/** @returns CSS without comments, escapes, and the braces within quotes */
function readable(css: string): string {
	if (!/[\\/"'<]/.test(css)) return css;
	return css
		.replace(/\/\*[^]*?(?:\*\/|$)|<!--|-->|"[^"\n]*"|'[^'\n]*'/g, (found) => (/^["']/.test(found) ? found.replace(/[{};]/g, '') : ' '))
		.replace(/\\(?:([\da-f]{1,5})\s?)?/gi, (_found, hex?: string) => (hex === undefined ? '' : String.fromCodePoint(parseInt(hex, 16))));
}
