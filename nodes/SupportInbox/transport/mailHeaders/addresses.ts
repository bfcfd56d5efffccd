import { UNSEEN, withoutUnseen } from '../unseen';
import { decodedWords } from './encodedWords';

/**
 * The one reader of e-mail addresses (RFC 5322, with the letters of all scripts as in RFC 6532). Items, contacts, mails and guards
 * use it alone, so that all of them see the same address in a header. Every function costs time in proportion to its text.
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
 * - `isLegal`: false if something is left over beside name and address, such as a bracket or a word.
 */
export interface Entry extends Partial<Address> {
	text: string;
	name: string | null;
	isLegal: boolean;
}

/** How many characters of a text are read as addresses: those of a thousand people with their names. */
export const MAX_HEADER = 50_000;

/** Wide forms of ASCII, and the signs of Japanese text that are no letters. */
const WIDE = String.raw`\u3000-\u3004\u3008-\u3020\uFF00-\uFFEF`;
/** A long vowel behind an ASCII letter or digit is a hyphen that was typed on a Japanese keyboard. */
const CHARACTER = String.raw`(?:[\w!#$%&'*+/=?^\x60{|}~\-]|(?![\0-\x7F${WIDE}${UNSEEN}]|(?<=\w)ー)[\p{L}\p{M}\p{N}\p{S}·])`;
const ATOMS = String.raw`${CHARACTER}+(?:\.${CHARACTER}+)*`;
const QUOTED = String.raw`(?<![^.])"(?:[^"\\${WIDE}${UNSEEN}]|\\[^${WIDE}${UNSEEN}])*"(?![^.])`;
const DOT_ATOM = new RegExp(`^${ATOMS}$`, 'u');
/** Dots may stand anywhere before the "@", since Japanese carriers gave out such addresses. */
const LOCAL = new RegExp(String.raw`^(?:${CHARACTER}|\.|${QUOTED})+$`, 'u');
/** Signs that may be in a name before the "@" are in no domain: there, they come from marks around an address. */
const DOMAIN = new RegExp(String.raw`^(?:(?!.*[!#$%&'*+/=?^\x60{|}~])${ATOMS}|\[[\w.:]+\])$`, 'u');
/** A word that people write behind an address. No top-level domain ends with one, or mixes ASCII with another script. */
const HONORIFIC = /(?:様|さま|さん|殿|御中|先生|氏|宛)$/;
const MIXED = /[\x21-\x7E][^\x21-\x7E]|[^\x21-\x7E][\x21-\x7E]/;

/** @returns the address in a text that has nothing else in it; undefined if the text is not an address */
export function addressIn(text: string): Address | undefined {
	const at = text.lastIndexOf('@');
	const [local, domain] = [text.slice(0, Math.max(at, 0)).trim(), closedUp(text.slice(at + 1), /\./).trim()];
	const top = domain.slice(domain.lastIndexOf('.') + 1);
	if (!LOCAL.test(local) || !DOMAIN.test(domain) || HONORIFIC.test(top) || MIXED.test(top)) return undefined;
	const content = local.replace(/"((?:[^"\\]|\\.)*)"/gs, (_match, inner: string) => unescaped(inner));
	if (content === '') return undefined;
	const isQuoted = local.includes('"') && !DOT_ATOM.test(content);
	return { address: `${isQuoted ? quoted(content) : content}@${domain}`, key: `${content}@${domain}`.toLowerCase() };
}

/** @returns the addresses that were probably meant by a text that is refused as an address, or as a list of addresses */
export function meantIn(text: string): string[] {
	const folded = withoutUnseen(text.normalize('NFKC'));
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
	for (const { address, key } of mailboxesIn(header)) if (address !== undefined && key !== undefined) found.set(key, { address: address.toLowerCase(), key });
	return [...found.values()];
}

/**
 * @param header the value of From, To or the like; other channels than mail have other content there
 * @returns its entries without empty ones, between commas or semicolons. A name with a comma that lacks its quotation marks is one
 * name: `Sato, Hanako <hanako@ex.jp>`
 */
export function mailboxesIn(header: unknown): Entry[] {
	const entries = entriesIn(typeof header === 'string' ? header : '', ',;').filter(({ text }) => text !== '');
	const found: Entry[] = [];
	let names: Entry[] = [];
	for (const entry of entries) {
		if (entry.address === undefined && !/[@＠]/.test(entry.text)) {
			names.push(entry);
			continue;
		}
		const isNamed = entry.address !== undefined && entry.name !== null && entry.text.includes('<');
		found.push(...(isNamed ? [{ ...entry, name: [...names, entry].map(({ name }) => name).join(', ') }] : [...names, entry]));
		names = [];
	}
	return [...found, ...names];
}

/**
 * Reads a list of addresses. A group, `Team: anna@ex.jp, ben@ex.jp;`, counts as its members. A longer text than MAX_HEADER is one
 * entry without an address.
 *
 * @param separators the characters between entries; empty: the text is one entry
 * @returns at least one entry
 */
export function entriesIn(text: string, separators: string): Entry[] {
	if (text.length > MAX_HEADER) {
		const whole = text.trim();
		return [{ text: whole, name: whole || null, isLegal: false }];
	}
	const groupsEnd = text.includes(':') ? endOfGroups(text) : -1;
	const entries: Entry[] = [];
	let entry: Token[] = [];
	let [isInGroup, isAfterGroup, isName] = [false, false, true];
	const begin = () => {
		entry = [];
		isName = true;
	};
	const end = () => {
		const ended = entryOf(entry);
		// Several empty entries say no more than one.
		if (ended !== EMPTY || (!isAfterGroup && entries.at(-1) !== EMPTY)) entries.push(ended);
		begin();
	};
	for (const token of tokensOf(text)) {
		const { kind, raw, at } = token;
		if (kind === ':' && !isInGroup && isName && at < groupsEnd) {
			isInGroup = true;
			begin();
		} else if ((kind === ';' && isInGroup) || (kind !== '' && separators.includes(kind))) {
			end();
			isAfterGroup = kind === ';' && isInGroup;
			isInGroup &&= kind !== ';';
		} else {
			addTo(entry, token);
			isName &&= kind !== '<' && (kind !== '' || !raw.includes('@'));
		}
	}
	end();
	return entries;
}

/** @returns the place of the last semicolon that can end a group */
function endOfGroups(text: string): number {
	let end = -1;
	for (const { kind, at } of tokensOf(text)) if (kind === ';') end = at;
	return end;
}

/** No mailbox has more parts; what comes behind them is text. */
const MAX_PARTS = 200;

function addTo(entry: Token[], { kind, raw, at }: Token): void {
	const last = entry.at(-1);
	const isText = !['"', '(', '<'].includes(kind) || entry.length > MAX_PARTS;
	if (isText && last?.kind === '') last.raw += raw;
	else entry.push({ kind: isText ? '' : kind, raw, at });
}

const EMPTY: Entry = { text: '', name: null, isLegal: false };

function entryOf(tokens: readonly Token[]): Entry {
	const text = tokens.some(({ kind, raw }) => kind !== '(' && raw.trim() !== '') ? tokens.map(({ raw }) => raw).join('').trim() : '';
	if (text === '') return EMPTY;
	if (!text.includes('@')) return { text, name: nameIn(text), isLegal: false };
	const note = nameIn(tokens.map(({ kind, raw }) => (kind === '(' ? `${unescaped(raw.slice(1, -1))} ` : '')).join(''));
	const whole = addressIn(tokens.map(({ kind, raw }) => (kind === '(' ? '' : raw)).join(''));
	if (whole !== undefined) return { text, name: note, ...whole, isLegal: true };
	const inBrackets = tokens.map(({ kind, raw }) => (kind === '<' ? addressIn(specOf(raw.slice(1, -1))) : undefined));
	const place = inBrackets.findIndex((found) => found !== undefined);
	if (place >= 0) {
		const [before, behind] = [tokens.slice(0, place), nameOf(tokens.slice(place + 1))];
		// Programs differ in which of two they take, so that nobody can say who wrote it.
		if (inBrackets.some((other) => other !== undefined && other.key !== inBrackets[place]!.key)) return { text, name: nameIn(text), isLegal: false };
		const isOdd = before.some(({ kind, raw }) => kind === '<' || (kind === '' && /["<>]/.test(raw)));
		return { text, name: nameOf(before) ?? behind ?? note, ...inBrackets[place], isLegal: behind === null && !isOdd };
	}
	const word = loneWord(tokens);
	if (word === undefined) return { text, name: nameIn(text), isLegal: false };
	const others = tokens.map((token) => (token.kind === '' ? { ...token, raw: token.raw.replace(word.written, '').replace(/[<>]/g, '') } : token));
	return { text, name: nameOf(others) ?? note, ...word.found, isLegal: false };
}

/**
 * An address that stands beside a name without brackets, or in a bracket that is not closed. None is taken out of a quoted string,
 * and none beside a word that may be a part of it.
 */
function loneWord(tokens: readonly Token[]): { written: string; found: Address } | undefined {
	const words = tokens.map(({ kind, raw }) => (kind === '(' ? ' ' : kind === '' ? raw : '\0')).join('').split(/[\s<>]+/);
	const [written, ...others] = words.filter((word) => word.includes('@'));
	const found = others.length === 0 && written !== undefined ? addressIn(written) : undefined;
	return found && !words.some((word) => word !== written && /^\.|\.$/.test(word)) ? { written, found } : undefined;
}

/** @returns what is in angle brackets without comments, blanks between its parts and the old route (`@relay.jp:anna@ex.jp`) */
function specOf(inner: string): string {
	const tokens = [...tokensOf(inner.replaceAll('\0', '?'))].filter(({ kind }) => kind !== '(');
	const strings = tokens.filter(({ kind }) => kind === '"').values();
	const all = tokens.map(({ kind, raw }) => (kind === '"' ? '\0' : raw)).join('').trim();
	const spec = all.startsWith('@') ? all.slice(all.indexOf(':') + 1) : all;
	return closedUp(spec, /[.@]/).replace(/\0/g, () => strings.next().value!.raw);
}

/** @returns the text without the blanks beside these signs */
function closedUp(text: string, signs: RegExp): string {
	return text.replace(/\s+/g, (blanks, at: number) => (signs.test(`${text[at - 1]}${text[at + blanks.length]}`) ? '' : blanks));
}

function nameOf(tokens: readonly Token[]): string | null {
	return nameIn(tokens.map(({ kind, raw }) => (kind === '"' ? unescaped(raw.slice(1, -1)) : kind === '(' ? '' : raw)).join(''));
}

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

/** A part of a header, at its place. `kind`: a quoted string, a comment, something in angle brackets, a separator, or other text. */
interface Token {
	kind: '"' | '(' | '<' | ',' | ';' | ':' | '';
	raw: string;
	at: number;
}

/** Tokens come one by one, so that a long text costs no long list. */
function* tokensOf(text: string): Generator<Token> {
	const unclosed = new Set<string>();
	for (let at = 0, end; at < text.length; at = end) {
		end = endOf(text, at, unclosed);
		const raw = text.slice(at, end);
		const isKind = (raw.length > 1 ? '"(<' : ',;:').includes(raw[0]);
		yield { kind: isKind ? (raw[0] as Token['kind']) : '', raw, at };
	}
}

const CLOSING: Record<string, string> = { '"': '"', '(': ')', '<': '>', '[': ']' };

/**
 * @param unclosed the opening signs for which the rest of the text has no closing one: from then on they are text. So the text is
 * searched to its end once for each
 * @returns where the token ends that begins at a place of the text
 */
function endOf(text: string, at: number, unclosed: Set<string>): number {
	const first = text[at];
	if (!(first in CLOSING)) return /[,;:]/.test(first) ? at + 1 : endOfText(text, at);
	// Other brackets than those of a domain, anna@[192.0.2.1], are text.
	if (unclosed.has(first) || (first === '[' && text[at - 1] !== '@')) return at + 1;
	let depth = 1;
	for (let next = at + 1; next < text.length; ) {
		const sign = text[next];
		if (first === '<' && sign === '<') return at + 1;
		if (sign === CLOSING[first]) depth--;
		if (depth === 0) return next + 1;
		if (first === '(' && sign === '(') depth++;
		if (first === '<' && sign in CLOSING) next = endOf(text, next, unclosed);
		else next += sign === '\\' && (first === '"' || first === '(') ? 2 : 1;
	}
	unclosed.add(first);
	return at + 1;
}

const TEXT = /[^"(<[,;:]+/y;

function endOfText(text: string, at: number): number {
	TEXT.lastIndex = at;
	TEXT.test(text);
	return TEXT.lastIndex;
}
