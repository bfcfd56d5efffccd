import { literal } from '../../fields/fold';

/** Names of accounts and firms: only the whole name is hidden, since its words are words of every text. */
const FIRM =
	/株式|有限|合同会社|法人|商店|商会|協会|組合|病院|学校|大学|本社|支店|サポート|センター|窓口|担当|事務局|カスタマー|お客様|店$|\b(?:inc|ltd|llc|gmbh|corp|company|support|info|team|service|services|shop|store|customer|sales|help|helpdesk|desk|office|account|accounts|billing|orders?|no-?reply)\b/iu;
/** English words that are names as well: in small letters they are words. */
const WORDS = new Set('art,best,bill,black,bond,brown,day,faith,frank,gay,gene,grace,grant,gray,green,hope,joy,king,lane,law,lily,long,love,mark,may,mr,mrs,ms,page,pat,penny,price,rich,rose,short,small,sue,summer,van,white,will,young'.split(','));
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々]/u;
const HONORIFIC = '様|さま|さん|氏|殿|先生';
/** A short Japanese name may be a part of another word, so what stands behind it decides. */
const BEHIND_SHORT = String.raw`(?=[ \u3000]?(?:${HONORIFIC})|です|でござ|と申|と言|といい|より|[ \t\u3000]*(?:$|[\r\n(（<>、。,.!！]))`;
/** A Japanese name in one word is no longer, and no name at all is longer than that. */
const MAX_TOGETHER = 7;
const MAX_NAME = 100;
/** The most spellings that are looked for, in the order of the headers: those of hundreds of people. */
const MAX_SPELLINGS = 4_000;

/**
 * @param names as headers show them
 * @returns patterns that find these names and their parts in a text, longer ones first; `source` of a pattern with the flag u
 */
export function patternsOfNames(names: Iterable<string>): string[] {
	const patterns = new Map<string, number>();
	for (const name of names) {
		if (name.length > MAX_NAME) continue;
		for (const part of partsOf(name)) {
			for (const pattern of JAPANESE.test(part) ? japanese(part) : latin(part)) {
				if (patterns.size < MAX_SPELLINGS) patterns.set(pattern, part.length);
			}
		}
	}
	return [...patterns].sort(([, one], [, other]) => other - one).map(([pattern]) => pattern);
}

/** @returns the name and what people are called by: family and given name, also where they are written together */
function partsOf(given: string): Set<string> {
	const name = given.replace(new RegExp(`[ \\u3000]?(?:${HONORIFIC})$`), '').trim();
	const words = name.split(/[\s\u3000,、・]+/).filter((word) => word !== '');
	if (FIRM.test(name) || /[@＠]/.test(name)) return new Set([name]);
	const behind = [words.slice(1).join(' '), words.slice(0, -1).join(' ')];
	const parts = [name, ...name.split(/[,、]/).map((one) => one.trim()), ...behind, ...words, ...(words.length === 1 ? together(name) : [])];
	// One letter, and a particle such as "van", are no names.
	return new Set(parts.filter((part) => JAPANESE.test(part) || /^(?=.*\p{L}{2})(?=.*\p{Lu}|\p{L}{4}|.* )/u.test(part)));
}

function together(name: string): string[] {
	if (!JAPANESE.test(name) || name.length > MAX_TOGETHER) return [];
	return [...name].slice(1).flatMap((_, index) => [name.slice(0, index + 1), name.slice(index + 1)]);
}

function japanese(part: string): string[] {
	const pattern = part.split(/[ \u3000]+/).map(literal).join(String.raw`[ \u3000]?`);
	const isShort = part.length === 1 || /^\p{Script=Hiragana}{1,2}$/u.test(part);
	return [isShort ? String.raw`(?<![\p{L}々])${pattern}${BEHIND_SHORT}` : pattern];
}

/** In letters with case a name is a word, as it was written, in capitals and in small letters. */
function latin(part: string): string[] {
	const title = part.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
	const small = WORDS.has(part.toLowerCase()) ? [] : [part.toLowerCase()];
	const spellings = [part, title, part.toUpperCase(), ...small].flatMap((one) => [one.normalize('NFC'), one.normalize('NFD')]);
	return spellings.map(
		(one) =>
			String.raw`(?<![\p{Script=Latin}\p{M}\d_])${one
				.split(/\s+/)
				.map(literal)
				.join(String.raw`\s{1,3}`)}(?![\p{Script=Latin}\p{M}\d_])`,
	);
}
