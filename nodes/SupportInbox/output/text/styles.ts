import { type Declared, declaredFor, rulesOf } from './rules';
import type { Tag } from './tags';

/** Properties by which text is not seen. A part is seen again where it says otherwise. */
const UNSEEN = ['visibility', 'font-size', 'color'] as const;

/** How the text of an element looks, as far as it says whether and how a person reads it. */
export interface Look {
	/** Nothing of the element is shown, whatever its parts say. */
	isHidden: boolean;
	/** By which properties its own text is not seen. */
	unseenBy: ReadonlyArray<(typeof UNSEEN)[number]>;
	isStruck: boolean;
	/** The mark before raised or lowered digits. */
	level: string;
	/** Line breaks of the source are shown. */
	preservesBreaks: boolean;
	/** The numbering of a list, such as `decimal` or `none`. */
	numbering: string;
}

/** Letters below this size are not read. */
const MIN_PIXELS = 2;
/** The pixels of a unit; a unit that is not here is as large as a letter. */
const PIXELS: Record<string, number> = { '': 1, px: 1, pt: 4 / 3, '%': 0.16 };
const EM = 16;

/** How the elements of a mail look: by the rules of its `<style>` elements and by attributes. */
export class Looks {
	/** Outside of all elements. */
	readonly plain: Look = { isHidden: false, unseenBy: [], isStruck: false, level: '', preservesBreaks: false, numbering: 'disc' };
	private readonly rules: ReadonlyMap<string, Declared>;
	/** The looks of tags that were seen, by the look around and the tag's source. Equal looks are one, so that a mail has few. */
	private readonly known = new Map<Look, Map<string, Look>>();
	private readonly looks = new Map<string, Look>();

	/** @param isForOutlook whether the mail has a part for Outlook alone: then `mso-hide` hides from Outlook what all others show */
	constructor(css: string, private readonly isForOutlook: boolean) {
		this.rules = rulesOf(css);
	}

	/** @returns the look of an element. @param around the look of the element that it is in */
	of(tag: Tag, around: Look): Look {
		if (around.isHidden) return around;
		const parts = this.known.get(around) ?? new Map<string, Look>();
		this.known.set(around, parts);
		const look = parts.get(tag.source) ?? this.one(this.lookFor(tag, around));
		parts.set(tag.source, look);
		return look;
	}

	private one(look: Look): Look {
		const key = Object.values(look).join(' ');
		const known = this.looks.get(key) ?? look;
		this.looks.set(key, known);
		return known;
	}

	private lookFor(tag: Tag, around: Look): Look {
		const declared = declaredFor(tag, this.rules);
		if (declared.size === 0) return around;
		const value = (property: string) => declared.get(`!${property}`) ?? declared.get(property) ?? '';
		const isClear = parseFloat(value('opacity')) < 0.1;
		const isFlat = parseFloat(value('max-height')) === 0 && /^(?:hidden|clip)$/.test(value('overflow'));
		const align = value('vertical-align');
		const isAligned = (as: string, element: string) => align === as || (tag.name === element && align !== 'baseline');
		return {
			isHidden: value('display') === 'none' || isClear || isFlat || (value('mso-hide') === 'all' && !this.isForOutlook),
			unseenBy: unseenBy(value, around.unseenBy),
			isStruck: around.isStruck || value('text-decoration').includes('line-through'),
			level: isAligned('super', 'sup') ? '^' : isAligned('sub', 'sub') ? '_' : around.level,
			preservesBreaks: value('white-space') === '' ? around.preservesBreaks : /^(?:pre|break)/.test(value('white-space')),
			numbering: value('list-style-type') || around.numbering,
		};
	}
}

function unseenBy(value: (property: string) => string, around: Look['unseenBy']): Look['unseenBy'] {
	const [visibility, size, ink, ground, picture] = ['visibility', 'font-size', 'color', 'background-color', 'background-image'].map(value);
	// A part of nothing is nothing.
	const isOfAround = around.includes('font-size') && /(?<!r)em$|%$|er$/.test(size);
	const said = {
		visibility: visibility === '' ? undefined : /hidden|collapse/.test(visibility),
		'font-size': size === '' || isOfAround ? undefined : pixelsOf(size) < MIN_PIXELS,
		color: ink + ground + picture === '' ? undefined : ink !== '' && ground !== '' && picture === '' && shadeOf(ink) === shadeOf(ground),
	};
	return UNSEEN.filter((property) => said[property] ?? around.includes(property));
}

/** @returns NaN for a size in words */
function pixelsOf(size: string): number {
	return parseFloat(size) * (PIXELS[size.replace(/[\d.]+/, '')] ?? EM);
}

/** @returns a color in steps of which nobody sees one */
function shadeOf(color: string): string {
	const hex = color.replace(/^black$/, '#000').replace(/^white$/, '#fff').replace(/^#(.)(.)(.).?$/, '#$1$1$2$2$3$3');
	if (!/^(?:#|rgb)/.test(hex)) return color;
	const parts = hex.startsWith('#') ? hex.match(/[\da-f]{2}/g)?.map((part) => parseInt(part, 16)) : hex.match(/\d+/g)?.map(Number);
	return String(parts?.slice(0, 3).map((part) => Math.floor(part / 8)));
}
