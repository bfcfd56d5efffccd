/** Words of JavaScript before an operand that are no part of it. */
const BEFORE_OPERAND = /^(?:case|const|do|else|for|if|in|instanceof|let|of|return|throw|var|while|yield)$/;
/** What a slash behind it begins: a pattern. Behind anything else it divides. */
const BEFORE_PATTERN = /(?:^|[([{,;:=!&|?+\-*%<>~^]|\b(?:case|in|of|return|typeof))\s*$/;
const PATTERN = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
const LITERAL = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\/\*.*?\*\/|\/\/[^\n]*/sy;
/** What stands between operands, from the longest sign. `?.` and `++` are parts of one; what binds stronger than `+` is, too. */
const TOKEN = /\d[\d_.]*(?:e[+-]?\d+)?|\?\.(?!\d)|\+\+|--|\+=|\?\?|\|\||&&|=>|\.{3}|[\w$]+|\s+|./isuy;
const SEPARATOR = /^(?:\+|-|\?\??|\|\|?|&&?|=>?|\.{3}|[,;:<>!])$/;
const CLOSING = new Map([['(', ')'], ['[', ']'], ['{', '}']]);
/** A text that is written in the code, and one of them that has something in it. */
const WRITTEN = /^(?:'[^']*'|"[^"]*"|`[^`$]*`)$/s;
const NON_EMPTY = /^(['"`])(?!\1$)/;
/** The code behind the name of a mailbox: its address follows in angle brackets. */
const BEFORE_ADDRESS = /^[^,;@>]*<(?:['"`$]|\{\{)/;
const MAX_NAME = 200;
/** How many brackets may be within each other. */
const MAX_DEPTH = 100;
const MAX_METHOD = 20;

/** How a part is noted: a value, each entry of a list that is joined, a value that is put into a text and not into a list. */
const NOTES = [
	'const part_ = (place, value) => { seen.push([place, value]); return value; };',
	'const list_ = (place, list) => { if (Array.isArray(list)) for (const value of list) part_(place, value); return list; };',
	"const put_ = (place, value) => (typeof value === 'object' && value !== null ? value : part_(place, value));",
].join(' ');
type Note = 'part_' | 'list_' | 'put_';

/** What names something by a text: a record, or a mailbox, which has a name beside its address. */
export type Named = 'record' | 'mailbox';

/** What an expression puts together: code that returns `[place in parts, value]` of each part that it uses, and the parts as they are written. */
export interface Joins {
	code: string;
	parts: string[];
	/** Whether the expression as a whole is a condition, which may leave its text out on purpose. */
	isChosen: boolean;
}

/**
 * Finds the parts that an expression joins to a text: what is between its `+`, behind `+=`, in the `${...}` of a template, in a list
 * that is joined, what `concat` and `replace` put in, and what is filled up to a length. Each is looked at as the expression uses it:
 * with its variables, and only in the branch that is taken. A condition (`? :`, `&&`, `$if`) with a text of its own may be empty on
 * purpose: `code + (sub ? '-' + sub : '')`. So may a variable that grows, and the name before the address of a mailbox.
 *
 * @param code JavaScript between `{{` and `}}`. What it makes of code that it cannot read may not run
 */
export function joinsOf(code: string, named: Named): Joins {
	const joining = new Joining(code.trimEnd().replace(/;{1,9}$/, ''), named);
	const { text, chosen } = joining.all();
	return { code: `((seen) => { ${NOTES} (${chosen ?? text}\n); return seen; })([])`, parts: joining.parts, isChosen: chosen !== undefined };
}

/** @returns whether what ends at `end` is in the name of a mailbox: such a name may be empty */
export function isBeforeAddress(code: string, end: number): boolean {
	return BEFORE_ADDRESS.test(code.slice(end, end + MAX_NAME));
}

/**
 * Code between two commas or brackets.
 * - `chosen`: the same for a condition that has a text in a branch; its branches without one are parts. undefined: it is none.
 * - `said`: as it was written.
 */
interface Entry {
	text: string;
	chosen?: string;
	said: string;
}

/** Reads code once from front to back. */
class Joining {
	readonly parts: string[] = [];
	/** Whether each variable grows. */
	private readonly growing = new Map<string, boolean>();
	/** What opens a literal and is closed no more. */
	private readonly unclosed = new Set<string>();
	private at = 0;
	private depth = 0;

	constructor(
		private readonly code: string,
		private readonly named: Named,
	) {}

	all(): Entry {
		return only(this.level(''));
	}

	/** Reads up to the bracket that ends the level, which is taken as well; without one, to the end of the right side of an assignment. */
	private level(end: string | undefined): Entry[] {
		if (this.depth === MAX_DEPTH) return this.rest();
		this.depth += 1;
		const entries = this.entries(end);
		this.depth -= 1;
		return entries;
	}

	private entries(end: string | undefined): Entry[] {
		const entries: Entry[] = [];
		let entry = '';
		let operand = '';
		let [entryBegin, begin] = [this.at, this.at];
		let isJoined = false;
		/** The operand where it is a condition in brackets, which may be left out. */
		let leftOut: string | undefined;
		/** The branches of a condition so far: where they are in the entry, and whether they have a text. */
		let branches: Array<{ from: number; to: number; said: string; hasText: boolean }> = [];
		let branch: { from: number; begin: number; hasText: boolean } | undefined;
		const endOperand = (joins: boolean, until: number) => {
			entry += isJoined || joins ? (leftOut ?? this.part(operand, this.code.slice(begin, until), until)) : operand;
			[operand, isJoined, leftOut] = ['', joins && operand.trim() !== '', undefined];
		};
		const endBranch = (until: number) => {
			if (branch !== undefined) branches.push({ from: branch.from, to: entry.length, said: this.code.slice(branch.begin, until), hasText: branch.hasText });
			branch = undefined;
		};
		const endEntry = (until: number) => {
			let chosen = entry.trim() === '' ? leftOut : undefined;
			endOperand(false, until);
			endBranch(until);
			if (branches.some(({ hasText }) => hasText)) {
				chosen = entry;
				for (const { from, to, said } of branches.filter(({ hasText }) => !hasText).reverse()) chosen = chosen.slice(0, from) + this.part(chosen.slice(from, to), said, until) + chosen.slice(to);
			}
			entries.push({ text: entry, chosen, said: this.code.slice(entryBegin, until) });
			[entry, entryBegin, branches] = ['', this.at, []];
		};
		while (this.at < this.code.length) {
			const from = this.at;
			const token = this.next(operand === '' ? entry : operand);
			if (token === end || (end === undefined && /^[,;)\]}]$/.test(token))) {
				if (end === undefined) this.at = from;
				endEntry(from);
				return entries;
			}
			if (token === '+=') {
				endOperand(false, from);
				const { text, chosen, said } = only(this.level(undefined));
				entry += `+=${chosen ?? this.part(text, said, this.at)}`;
				begin = this.at;
			} else if (SEPARATOR.test(token) || (BEFORE_OPERAND.test(token) && !operand.trimEnd().endsWith('.'))) {
				endOperand(token === '+', from);
				if (token === '?' || token === '&&') branch = { from: entry.length + token.length, begin: this.at, hasText: false };
				else if (token === ':' && branch !== undefined) {
					endBranch(from);
					branch = { from: entry.length + 1, begin: this.at, hasText: false };
				}
				if (token === ',') endEntry(from);
				else entry += token;
				begin = this.at;
			} else if (CLOSING.has(token)) {
				const before = this.code.slice(begin, from).trim();
				const inner = this.inner(token, before);
				operand += inner.text;
				leftOut = before === '' || before === '$if' ? inner.chosen && `${before}${inner.chosen}` : undefined;
			} else {
				operand = this.receiver(token, operand, this.code.slice(begin, from)) + token;
				if (token.trim() !== '') leftOut = undefined;
				if (branch !== undefined) branch.hasText ||= NON_EMPTY.test(token);
			}
		}
		endEntry(this.at);
		return entries;
	}

	/** Reads a pair of brackets. @param before the code of the operand before it */
	private inner(opening: string, before: string): { text: string; chosen?: string } {
		const [from, known] = [this.at, this.parts.length];
		const end = CLOSING.get(opening)!;
		const entries = this.level(end);
		const closing = this.code[this.at - 1] === end ? end : '';
		const [, method] = (opening === '(' && /(?:(?:^|[^\w.])(\$if(?:Empty)?)|\.(?:concat|replace(?:All)?))$/.exec(before.slice(-MAX_METHOD))) || [];
		if (method !== undefined) {
			// Both branches of a function are evaluated.
			this.parts.length = known;
			const text = opening + this.code.slice(from, this.at);
			const hasText = method === '$if' && entries.slice(1).some(({ said }) => /['"`]/.test(said.replace(/''|""|``/g, '')));
			return { text, chosen: hasText ? text : undefined };
		}
		const putIn = opening === '(' && /\.(?:concat|replace(?:All)?)$/.test(before.slice(-MAX_METHOD)) ? (before.endsWith('concat') ? 0 : 1) : Infinity;
		const text = entries.map((entry, place) => (place >= putIn ? (entry.chosen ?? this.part(entry.text, entry.said, this.at, 'put_')) : entry.text)).join(',');
		const [{ chosen }] = entries;
		return { text: opening + text + closing, chosen: entries.length === 1 && chosen !== undefined ? opening + chosen + closing : undefined };
	}

	/** @returns the operand before a method that makes a text of all of it: a list that is joined, a text that is filled up */
	private receiver(method: string, operand: string, said: string): string {
		if (!/^(?:join|pad(?:Start|End))$/.test(method)) return operand;
		const before = operand.trimEnd();
		if (!before.endsWith('.')) return operand;
		const dot = before.endsWith('?.') ? '?.' : '.';
		return this.part(before.slice(0, -dot.length), said.trimEnd().slice(0, -dot.length), this.at, method === 'join' ? 'list_' : 'part_') + dot;
	}

	/** Reads no further: code that is as deep is evaluated by nobody but an attacker. */
	private rest(): Entry[] {
		const said = this.code.slice(this.at);
		this.at = this.code.length;
		return [{ text: said, said }];
	}

	/** @param said the code as it was written, which ends at `end`. @returns the code, so that it notes its value unless it is no part */
	private part(code: string, said: string, end: number, note: Note = 'part_'): string {
		const written = said.trim();
		const isName = this.named === 'mailbox' && isBeforeAddress(this.code, end);
		if (written === '' || WRITTEN.test(written) || written.startsWith('...') || isName || this.isGrowing(written)) return code;
		const own = code.trim();
		const begin = code.indexOf(own);
		// A line break around it may end a statement, and it may end with a comment.
		return `${code.slice(0, begin)} ${note}(${this.parts.push(written) - 1}, ${own}\n)${code.slice(begin + own.length)}`;
	}

	/** Whether a variable begins empty and grows: one of a loop, or of `reduce`. */
	private isGrowing(name: string): boolean {
		if (!/^\w+$/.test(name)) return false;
		const known = this.growing.get(name);
		if (known !== undefined) return known;
		const isGrowing = new RegExp(String.raw`\b(?:let|var)\s+${name}\s*=\s*(?:''|""|\`\`)|\.reduce\(\(?\s*${name}\b`).test(this.code);
		this.growing.set(name, isGrowing);
		return isGrowing;
	}

	/** @param before the code before it @returns the next token; a template with its parts */
	private next(before: string): string {
		const mayBePattern = this.code[this.at] === '/' && BEFORE_PATTERN.test(before.slice(-MAX_METHOD));
		const opening = this.code.startsWith('/*', this.at) ? '/*' : this.code[this.at];
		const literals = this.unclosed.has(opening) ? [] : [LITERAL];
		for (const pattern of mayBePattern ? [...literals, PATTERN, TOKEN] : [...literals, TOKEN]) {
			pattern.lastIndex = this.at;
			const [token] = pattern.exec(this.code) ?? [''];
			if (token === '' && pattern === LITERAL && /^(?:['"]|\/\*)$/.test(opening)) this.unclosed.add(opening);
			this.at += token.length;
			if (token !== '') return token === '`' ? this.template() : token;
		}
		throw new RangeError('There is no token');
	}

	/** Reads the rest of a template, whose first mark was taken. */
	private template(): string {
		let text = '`';
		while (this.at < this.code.length) {
			const character = this.code[this.at++];
			text += character;
			if (character === '\\') text += this.code[this.at++] ?? '';
			if (character === '`') return text;
			if (character !== '$' || this.code[this.at] !== '{') continue;
			this.at += 1;
			const entry = only(this.level('}'));
			text += `{${entry.chosen ?? this.part(entry.text, entry.said, this.at)}}`;
		}
		return text;
	}
}

/** @returns several entries as one, such as those of a sequence */
function only(entries: Entry[]): Entry {
	if (entries.length === 1) return entries[0];
	return { text: entries.map(({ text }) => text).join(','), said: entries.map(({ said }) => said).join(',') };
}
