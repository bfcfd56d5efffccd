import { type Declared, declaredFor, rulesOf } from './rules';
import type { Tag } from './tags';

/** How the text of an element looks, as far as it says whether and how a person reads it. */
export interface Look {
	/** Nothing of the element is shown; no text is read but that of parts that look otherwise. */
	isHidden: boolean;
	isUnread: boolean;
	isStruck: boolean;
	/** The mark before raised or lowered digits. */
	level: string;
	/** Line breaks of the source are shown. */
	keepsBreaks: boolean;
	isWingdings: boolean;
	/** The numbering of a list, such as `decimal` or `none`. */
	numbering: string;
	/** The declarations that its parts inherit, by property. */
	inherited: ReadonlyMap<string, string>;
	/** The looks of parts that were seen, by their tags. */
	parts: Map<string, Look>;
}

const NOTHING = String.raw`0?(?:\.0\d*)?`;
/** A length far away to the left or above, or very far in any direction. */
const FAR = String.raw`(?:-(?:9\d\d|\d{4,})(?:\.\d+)?(?:p[tx])?|-(?:[6-9]\d|\d{3,})(?:\.\d+)?(?:r?em|in)|-(?!100%)\d{3,}(?:\.\d+)?(?:%|cm|v[hw])|\d{5,}(?:\.\d+)?[a-z%]*)`;
/** Declarations that hide an element with everything in it. Some do so only where it is not in its place, or cuts what is larger. */
const HIDING = new RegExp(
	`^(?:${[
		'display:none|content-visibility:hidden|mso-hide:all|zoom:0%?',
		`opacity:${NOTHING}%?`,
		String.raw`filter:.*opacity[(=]${NOTHING}%?\).*`,
		String.raw`transform:.*(?:scale(?:3d|x|y)?\(${NOTHING}[,)]|translate(?:3d|x|y)?\([^)]*-\d{4}|rotate[xy]\(-?(?:90|270)deg).*`,
		String.raw`clip:rect\(([\d.]+(?:px)?)[ ,]\1[ ,]\1[ ,]\1\)`,
		String.raw`clip-path:(?:inset\((?:[5-9]\d|100)%.*|(?:circle|ellipse)\(0.*|polygon\([0 ,px%]*\))`,
		`margin(?:-left|-top)?:(?:.* )?${FAR}(?: .*)?`,
		`placed (?:bottom|left|right|top):${FAR}|placed inset:(?:.* )?${FAR}(?: .*)?`,
		String.raw`cut (?:max-)?(?:height|width):(?:0?\.\d+(?:p[tx])?|0[a-z%]*|1(?:p[tx])?)`,
	].join('|')})$`,
);
/** Properties that parts inherit, and declarations of them with which no text is read. */
const INHERITED = /^(?:font-family|font-size|list-style-type|text-indent|visibility|white-space)$/;
const UNREAD = new RegExp(
	String.raw`^(?:visibility:(?:collapse|hidden)|text-indent:(?:${FAR}|-?\d{4,}(?:px)?|\d{3,}%)|font-size:(?:(?:[01](?:\.\d*)?|\.\d+)(?:p[tx])?|0[a-z%]*|0?\.[01]\d*r?em|\d(?:\.\d*)?%))$`,
);
const CLEAR = 'transparent';

/** How the elements of a mail look: by the styles of its `<style>` elements and of attributes. */
export class Looks {
	/** Outside of all elements. */
	readonly plain: Look = { isHidden: false, isUnread: false, isStruck: false, level: '', keepsBreaks: false, isWingdings: false, numbering: 'disc', inherited: new Map(), parts: new Map() };
	private readonly rules: ReadonlyMap<string, Declared>;
	/** Equal looks are one. */
	private readonly looks = new Map<string, Look>();

	/** @param isForOutlook whether the mail has a part for Outlook alone: then `mso-hide` hides from Outlook what all others show */
	constructor(css: string, private readonly isForOutlook: boolean) {
		this.rules = rulesOf(css);
	}

	/** @returns the look of an element. @param around the look of the element that it is in */
	of(tag: Tag, around: Look): Look {
		if (around.isHidden) return around;
		const known = around.parts.get(tag.source);
		if (known !== undefined) return known;
		const declared = declaredFor(tag, this.rules);
		const { inherited, ...own } = declared.size === 0 ? around : this.lookFor(tag.name, declared, around);
		const key = `${own.isHidden} ${own.isUnread} ${own.isStruck} ${own.level} ${[...inherited].join(' ')}`;
		const look = this.looks.get(key) ?? { ...own, inherited, parts: new Map<string, Look>() };
		this.looks.set(key, look);
		around.parts.set(tag.source, look);
		return look;
	}

	private lookFor(name: string, declared: Declared, around: Look): Look {
		const value = (property: string) => declared.get(`!${property}`) ?? declared.get(property) ?? '';
		const properties = [...declared.keys()].map((property) => property.replace('!', ''));
		const isPlaced = /^(?:absolute|fixed|relative)$/.test(value('position'));
		const isCut = /^(?:auto|clip|hidden|scroll)$/.test(value('overflow')) || (/^0[a-z%]*$/.test(value('width')) && /^0[a-z%]*$/.test(value('height')));
		// The parts of a table are as large as what they hold.
		const places = ['', isPlaced ? 'placed ' : '', isCut && !/^t(?:able|body|[dhr])$/.test(name) ? 'cut ' : ''];
		const grows = (property: string) => /[1-9]/.test(value(`min-${property.replace('max-', '')}`));
		const isHiding = (property: string) => !grows(property) && places.some((place) => HIDING.test(`${place}${property}:${value(property)}`));
		const hides = (property: string) => isHiding(property) && !(this.isForOutlook && property === 'mso-hide');
		const inherited = new Map(around.inherited);
		const isUnread = (property: string) => UNREAD.test(`${property}:${inherited.get(property)}`);
		for (const property of properties) {
			// A part of nothing is nothing.
			const isOfAround = property === 'font-size' && /[\d.](?:em|%)$|er$/.test(value(property)) && isUnread(property);
			if (INHERITED.test(property) && !isOfAround) inherited.set(property, value(property));
		}
		const ink = colourOf(value('-webkit-text-fill-color') || value('color')) ?? inherited.get('ink');
		const painted = colourOf(value('background-color'));
		const ground = painted === CLEAR ? inherited.get('ground') : (painted ?? inherited.get('ground'));
		const isFaint = ink !== undefined && (ink === CLEAR ? value('background-clip') !== 'text' : ink === ground && /^(?:none)?$/.test(value('background-image')));
		// They are known as long as nobody sees a difference between them.
		for (const [property, colour] of Object.entries({ ink, ground })) {
			if (isFaint && colour !== undefined) inherited.set(property, colour);
			else inherited.delete(property);
		}
		const align = value('vertical-align');
		const isAligned = (as: string, element: string) => align === as || (name === element && align !== 'baseline');
		const isHidden = properties.some(hides);
		return {
			isHidden,
			isUnread: isHidden || isFaint || [...inherited.keys()].some(isUnread),
			isStruck: around.isStruck || value('text-decoration').includes('line-through'),
			level: isAligned('super', 'sup') ? '^' : isAligned('sub', 'sub') ? '_' : around.level,
			keepsBreaks: /^(?:pre|break)/.test(inherited.get('white-space') ?? ''),
			isWingdings: /^["']?wingdings["']?(?:,|$)/.test(inherited.get('font-family') ?? ''),
			numbering: inherited.get('list-style-type') ?? this.plain.numbering,
			inherited,
			parts: around.parts,
		};
	}
}

/** @returns a colour in steps of which nobody sees one; undefined: that of the element around */
function colourOf(said: string): string | undefined {
	if (/^(?:inherit|currentcolor|unset|none)?$/.test(said)) return undefined;
	const hex = said === 'black' ? '#000' : said === 'white' ? '#fff' : said;
	const parts = hex.startsWith('#')
		? hex.replace(/^#(.)(.)(.)(.?)$/, '#$1$1$2$2$3$3$4$4').match(/[\da-f]{2}/g)?.map((part, place) => parseInt(part, 16) / (place === 3 ? 255 : 1))
		: hex.startsWith('rgb') ? hex.match(/[\d.]+%?/g)?.map((part) => parseFloat(part) * (part.endsWith('%') ? 2.55 : 1)) : greyOf(hex);
	if (parts !== undefined && parts.length > 3 && parts[3] < 0.1) return CLEAR;
	return parts?.slice(0, 3).map((part) => Math.floor(part / 8)).join('/') ?? said;
}

/** @returns the parts of a colour that is said by its lightness alone, such as `hsl(0, 0%, 100%)`, or by that and how clear it is */
function greyOf(said: string): number[] | undefined {
	const [, saturation, lightness, alpha = 1] = said.startsWith('hsl') ? (said.match(/[\d.]+/g)?.map(Number) ?? []) : [];
	const isGrey = saturation === 0 || lightness === 0 || lightness === 100 || alpha === 0;
	return isGrey ? [lightness, lightness, lightness].map((part) => part * 2.55).concat(alpha) : undefined;
}
