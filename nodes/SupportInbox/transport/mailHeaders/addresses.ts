import { INVISIBLE, withoutInvisible } from '../invisibleCharacters';
import { decodedWords } from './encodedWords';

/**
 * The one reader of e-mail addresses. Items, contacts, mails and guards use it alone, so that all of them see the same address in a
 * header. It reads the forms that mail programs write and people type (a table in its test has them all); what has another form has
 * no address. Every function costs time in proportion to its text.
 */

/** An e-mail address. `address` is its shortest spelling; `key` is the same for all spellings of a mailbox, and for comparing only. */
export interface Address {
	address: string;
	key: string;
}

/**
 * One entry of a list of addresses.
 * - `text`: the entry as it was written; empty between two separators.
 * - `name`: the name of the mailbox, or the whole text if the entry has no address; null where there is none.
 */
export interface Entry extends Partial<Address> {
	text: string;
	name: string | null;
}

/** How many characters of a text are read as addresses: those of a thousand people with their names. */
export const MAX_HEADER = 50_000;

/** Wide forms of ASCII, and the signs of Japanese text that are no letters. */
const WIDE = String.raw`\u3000-\u3004\u3008-\u3020\uFF00-\uFFEF`;
/** A letter of any script. A long vowel behind an ASCII letter or digit is a hyphen that was typed on a Japanese keyboard. */
const LETTER = String.raw`[\w\-]|(?![\0-\x7F${WIDE}${INVISIBLE}]|(?<=\w)ー)[\p{L}\p{M}\p{N}\p{S}·]`;
const CHARACTER = String.raw`(?:[!#$%&'*+/=?^\x60{|}~]|${LETTER})`;
const DOT_ATOM = new RegExp(String.raw`^${CHARACTER}+(?:\.${CHARACTER}+)*$`, 'u');
/** Dots may stand anywhere before the "@", since Japanese carriers gave out such addresses. */
const LOCAL = String.raw`((?:${CHARACTER}|\.)+)|"((?:[^"\\<>${WIDE}${INVISIBLE}]|\\[^<>${WIDE}${INVISIBLE}])+)"`;
const DOMAIN = String.raw`(?:${LETTER})+(?:\.(?:${LETTER})+)*`;
const ADDRESS = new RegExp(`^(?:${LOCAL})@(${DOMAIN})$`, 'u');
/** A word that people write behind an address. No top-level domain ends with one, or mixes ASCII with another script. */
const HONORIFIC = /(?:様|さま|さん|殿|御中|先生|氏|宛)$/;
const MIXED = /[\x21-\x7E][^\x21-\x7E]|[^\x21-\x7E][\x21-\x7E]/;

/** @returns the address in a text that has nothing else in it; undefined if the text is not an address */
export function addressIn(text: string): Address | undefined {
	const [, plain, inQuotes, domain] = ADDRESS.exec(text.trim()) ?? [];
	const top = domain?.slice(domain.lastIndexOf('.') + 1);
	if (top === undefined || HONORIFIC.test(top) || MIXED.test(top)) return undefined;
	const local = plain ?? unescaped(inQuotes);
	const isPlain = plain !== undefined || DOT_ATOM.test(local);
	return { address: `${isPlain ? local : quoted(local)}@${domain}`, key: `${local}@${domain}`.toLowerCase() };
}

/** @returns the addresses that were probably meant by a text that is rejected as an address, or as a list of addresses */
export function meantIn(text: string): string[] {
	const folded = withoutInvisible(text.normalize('NFKC'));
	const typed = folded.replace(/。/g, '.').replace(/[\u2010-\u2015\u2212]|(?<=\w)ー/g, '-');
	const words = typed.split(/[\s<>()[\]:;,"“”‘’「」『』【】〈〉《》〔〕、]+/);
	return words.flatMap((word) => {
		const bare = word.replace(HONORIFIC, '').replace(/^['*`{|]{1,9}|['*`}|?!.]{1,9}$/g, '');
		const dot = bare.lastIndexOf('.');
		const top = bare.slice(dot + 1);
		return addressIn(bare.slice(0, dot + 1) + (/^[\x21-\x7E]+/.exec(top)?.[0] ?? top))?.address ?? [];
	});
}

/** @returns a mailbox as it is written in a mail */
export function mailboxOf(name: string | null, address: string): string {
	if (name === null) return address;
	return `${/^[^\p{Cc}"(),:;<>@[\]\\]+$/u.test(name) ? name : quoted(name)} <${address}>`;
}

/** @returns the key of the mailbox that a mail reaches: what is sent to `anna+shop@ex.jp` comes to `anna@ex.jp` */
export function withoutTag(key: string): string {
	const at = key.lastIndexOf('@');
	const plus = key.indexOf('+', 1);
	return plus > 0 && plus < at ? key.slice(0, plus) + key.slice(at) : key;
}

/** @returns the different addresses of a header, in small letters */
export function addressesIn(header: unknown): Address[] {
	const found = new Map<string, Address>();
	for (const { address, key } of mailboxesIn(header)) {
		if (address !== undefined && key !== undefined) found.set(key, { address: address.toLowerCase(), key });
	}
	return [...found.values()];
}

/**
 * @param header the value of From, To or the like; other channels than mail have other content there
 * @returns its entries without empty ones, and without nobody (`undisclosed-recipients:;`). A name with a comma that lacks its
 * quotation marks is one name: `Sato, Hanako <hanako@ex.jp>`
 */
export function mailboxesIn(header: unknown): Entry[] {
	const found: Entry[] = [];
	let names: Entry[] = [];
	for (const entry of entriesIn(typeof header === 'string' ? header : '')) {
		if (entry.address === undefined && !/[@＠]/.test(entry.text)) {
			if (entry.text !== '' && !entry.text.endsWith(':')) names.push(entry);
			continue;
		}
		const isNamed = entry.address !== undefined && entry.name !== null && entry.text.includes('<');
		found.push(...(isNamed ? [{ ...entry, name: [...names, entry].map(({ name }) => name).join(', ') }] : [...names, entry]));
		names = [];
	}
	return [...found, ...names];
}

/** A quoted string, a comment, what is in angle brackets, or one sign. A mark that is never closed is a sign. */
const TOKENS = /"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)|<[^<>]*>|\\.|./gs;

/**
 * @param text a list with commas or semicolons; a longer one than MAX_HEADER is one entry
 * @returns at least one entry
 */
export function entriesIn(text: string): Entry[] {
	if (text.length > MAX_HEADER) return [entryIn(text)];
	const tokens: string[] = text.match(TOKENS) ?? [];
	const lastClosed = tokens.lastIndexOf(')');
	const parts = [''];
	let depth = 0;
	for (const [place, token] of tokens.entries()) {
		depth = Math.max(0, depth + Number(token === '(') - Number(token === ')'));
		// In a comment with comments there is no separator: an address of the comment would be taken for one of the list.
		if ((token === ',' || token === ';') && (depth === 0 || place > lastClosed)) parts.push('');
		else parts[parts.length - 1] += token;
	}
	return parts.map(entryIn);
}

/** @returns the one entry of a text, which may have separators in its name */
export function entryIn(given: string): Entry {
	const text = given.trim();
	const found = text.includes('@') && text.length <= MAX_HEADER ? mailboxIn(text.match(TOKENS) ?? []) : undefined;
	return { text, ...(found ?? { name: nameIn(text) }) };
}

function mailboxIn(tokens: readonly string[]): (Address & Pick<Entry, 'name'>) | undefined {
	const note = nameIn(tokens.filter(isNote).map(contentOf).join(' '));
	const others = tokens.filter((token) => !isNote(token));
	const whole = addressIn(others.join(''));
	if (whole !== undefined) return { name: note, ...whole };
	const place = others.findIndex(isBracket);
	const found = place < 0 ? undefined : addressIn(others[place].slice(1, -1));
	const [before, behind] = [others.slice(0, place), others.slice(place + 1)];
	if (found === undefined || !isPhrase(before) || behind.join('').trim() !== '') return undefined;
	return { name: nameIn(before.map((token) => (isQuoted(token) ? contentOf(token) : token)).join('')) ?? note, ...found };
}

/** Whether tokens are a name. In one with half a pair of marks, or a quotation mark behind a word (5"), others may find another address. */
function isPhrase(tokens: readonly string[]): boolean {
	return !tokens.some((token, place) => /^["<>]$/.test(token) || (isQuoted(token) && /\S/.test(tokens[place - 1] ?? '')));
}

const [isQuoted, isNote, isBracket] = ['"', '(', '<'].map((first) => (token: string) => token.length > 1 && token.startsWith(first));
const contentOf = (token: string) => unescaped(token.slice(1, -1));

/** @returns a name in one line; an encoded word could bring a line break, and with it another header */
function nameIn(text: string): string | null {
	return decodedWords(text).replace(/[\p{Cc} ]+/gu, ' ').trim() || null;
}

function unescaped(text: string): string {
	return text.replace(/\\(.)/gs, '$1');
}

function quoted(text: string): string {
	return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
