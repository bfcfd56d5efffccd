import type { Kind } from './tokens';

/** A digit, and what people put between the parts of a number, of which a long vowel is a hyphen that was typed on a Japanese keyboard. */
const D = String.raw`[\d０-９]`;
const Z = '[0０]';
const S = String.raw`[-.\u2010-\u2015\u2212－ー \u3000\u00a0]`;
const O = String.raw`[(（]`;
const C = String.raw`[)）]`;
/** A number begins and ends where no letter, digit or part of a longer number is beside it. */
const BEGIN = String.raw`(?<![\w０-９])(?<!${D}[-－.,/])`;
const END = String.raw`(?![\w０-９])(?![-－./]${D})`;

const CARDS = [`(?:${D}{4}${S}?){3}${D}{4}`, `${D}{4}${S}?${D}{6}${S}?${D}{5}`, `${D}{15,16}`];
const PHONES = [
	// +81 90-1234-5678, 0049 221 123456
	`(?:[+＋]|${Z}{2}(?=${D}))${D}{1,3}(?:${S}?${O}?${D}{1,5}${C}?|${S}?${D}{6,11}){1,5}`,
	// 03-1234-5678, (03) 1234-5678, 03(1234)5678
	`(?:${O}${Z}${D}{1,4}${C}${S}?|${Z}${D}{1,4}${S})${D}{1,4}${S}${D}{3,4}`,
	`${O}${Z}${D}{1,4}${C}${S}?${D}{6,8}`,
	`${Z}${D}{1,4}${O}${D}{1,4}${C}${D}{3,4}`,
	// 09012345678, 07123 456789
	`${Z}[1-9１-９]${D}{8,9}`, `${Z}[1-9１-９]${D}{1,4}${S}${D}{5,8}`,
	// (415) 555-0132, 1-415-555-0132
	`(?:1${S})?(?:${O}[2-9]${D}{2}${C}${S}?|[2-9]${D}{2}${S})[2-9]${D}{2}${S}${D}{4}`,
];
/** Twelve digits are an individual number where a word before them says so: parcels have such numbers too. */
const MY_NUMBER = String.raw`(?<=(?:マイナンバー|個人番号|[Mm]y ?[Nn]umber|MY ?NUMBER|[Ii]ndividual [Nn]umber)[^\d０-９\n]{0,12})(?:${D}{4}${S}?){2}${D}{4}`;

/** @returns the patterns of numbers, each with the name of its group */
export const NUMBER_PATTERNS: Readonly<Record<string, string>> = {
	MY_NUMBER: `${BEGIN}${MY_NUMBER}${END}`,
	CARD: `${BEGIN}(?:${CARDS.join('|')})${END}`,
	PHONE: String.raw`(?<![\w０-９+＋])(?<!${D}[-－.,/])(?:${PHONES.join('|')})${END}`,
};

/** The number of a parcel, which may begin as a phone number does. */
const PARCEL = /^\d{4}-\d{4}-\d{4}$/;

/** @returns whether the digits of what a pattern has found are such a number */
export function isNumber(kind: Kind, found: string): boolean {
	const plain = found.normalize('NFKC');
	const digits = plain.replace(/\D/g, '');
	const isForeign = /^(?:\+|00)/.test(plain);
	if (kind === 'PHONE') return digits.length >= 9 && digits.length <= (isForeign ? 15 : 11) && !PARCEL.test(plain);
	return kind !== 'CARD' || (/^(?:3[47]|35|4|5[1-5]|2[2-7]|6)/.test(digits) && hasCheckDigit(digits));
}

/** The check digit of cards (ISO/IEC 7812-1). */
function hasCheckDigit(digits: string): boolean {
	const doubled = (digit: number) => (digit > 4 ? digit * 2 - 9 : digit * 2);
	const sum = [...digits].reverse().reduce((all, digit, place) => all + (place % 2 === 1 ? doubled(Number(digit)) : Number(digit)), 0);
	return sum % 10 === 0;
}
