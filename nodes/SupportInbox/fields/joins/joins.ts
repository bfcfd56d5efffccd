import { type Entry, type Note, type Source, CLOSING, Level, only } from './level';
import { isWritten, Tokens } from './tokens';

/** The code behind the name of a mailbox: its address follows in angle brackets. */
const BEFORE_ADDRESS = /^[^,;@>]*<(?:['"`$]|\{\{)/;
const MAX_NAME = 200;
/** How many brackets may be within each other: deeper code is evaluated by nobody but an attacker. */
const MAX_DEPTH = 100;
/** The longest name of a method that is looked for. */
const MAX_METHOD = 20;

/** The functions that note a part, see {@link Note}. */
const NOTES = [
	'const part_ = (place, value) => { seen.push([place, value]); return value; };',
	'const list_ = (place, list) => { if (Array.isArray(list)) for (const value of list) part_(place, value); return list; };',
	"const put_ = (place, value) => (typeof value === 'object' && value !== null ? value : part_(place, value));",
].join(' ');

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
	const { text, chosen } = only(joining.level(''));
	return { code: `((seen) => { ${NOTES} (${chosen ?? text}\n); return seen; })([])`, parts: joining.parts, isChosen: chosen !== undefined };
}

/** @returns whether what ends at `end` is in the name of a mailbox: such a name may be empty */
export function isBeforeAddress(code: string, end: number): boolean {
	return BEFORE_ADDRESS.test(code.slice(end, end + MAX_NAME));
}

/** Rewrites code so that its parts are noted. */
class Joining implements Source {
	readonly parts: string[] = [];
	private readonly tokens: Tokens;
	/** Whether each variable grows. */
	private readonly growing = new Map<string, boolean>();
	private depth = 0;

	constructor(
		readonly code: string,
		private readonly named: Named,
	) {
		this.tokens = new Tokens(code);
	}

	get at(): number {
		return this.tokens.at;
	}

	/** Reads up to the bracket that ends the level, which is taken as well; without one, to the end of the right side of an assignment. */
	level(end: string | undefined): Entry[] {
		if (this.depth === MAX_DEPTH) return this.rest();
		this.depth += 1;
		const level = new Level(this);
		while (!this.tokens.isAtEnd) {
			const from = this.at;
			const token = this.next();
			const isEnd = end === undefined ? /^[,;)\]}]$/.test(token) : token === end;
			if (!isEnd) {
				level.take(token, from);
				continue;
			}
			if (end === undefined) this.tokens.at = from;
			level.endEntry(from);
			this.depth -= 1;
			return level.entries;
		}
		level.endEntry(this.at);
		this.depth -= 1;
		return level.entries;
	}

	/** Reads the rest of a pair of brackets. @param before the code of the operand before it */
	brackets(opening: string, before: string): Omit<Entry, 'said'> {
		const [from, known] = [this.at, this.parts.length];
		const end = CLOSING.get(opening)!;
		const entries = this.level(end);
		const closing = this.code[this.at - 1] === end ? end : '';
		const [, method = ''] = (opening === '(' && /(?:^|[^\w$])([\w$]+)$/.exec(before.slice(-MAX_METHOD))) || [];
		if (method === '$if' || method === '$ifEmpty') {
			// Both branches of a function are evaluated.
			this.parts.length = known;
			const text = opening + this.code.slice(from, this.at);
			const hasText = method === '$if' && entries.slice(1).some(({ said }) => /['"`]/.test(said.replace(/''|""|``/g, '')));
			return { text, chosen: hasText ? text : undefined };
		}
		const putIn = before.endsWith(`.${method}`) ? ({ concat: 0, replace: 1, replaceAll: 1 }[method] ?? Infinity) : Infinity;
		const text = entries.map((entry, place) => (place >= putIn ? (entry.chosen ?? this.part(entry.text, entry.said, 'put_')) : entry.text)).join(',');
		const [{ chosen }] = entries;
		return { text: opening + text + closing, chosen: entries.length === 1 && chosen !== undefined ? opening + chosen + closing : undefined };
	}

	/** @param said the code as it was written, which ends at `end`. @returns the code, so that it notes its value unless it is no part */
	part(code: string, said: string, note: Note = 'part_', end = this.at): string {
		const written = said.trim();
		const isName = this.named === 'mailbox' && isBeforeAddress(this.code, end);
		if (written === '' || isWritten(written) || written.startsWith('...') || isName || this.isGrowing(written)) return code;
		const own = code.trim();
		const begin = code.indexOf(own);
		// A line break around it may end a statement, and it may end with a comment.
		return `${code.slice(0, begin)} ${note}(${this.parts.push(written) - 1}, ${own}\n)${code.slice(begin + own.length)}`;
	}

	/** @returns the next token, or a whole template */
	private next(): string {
		const token = this.tokens.next();
		return token === '`' ? this.template() : token;
	}

	/** Reads the rest of a template, whose first mark was taken. */
	private template(): string {
		const { tokens, code } = this;
		let text = '`';
		while (!tokens.isAtEnd) {
			const character = code[tokens.at++];
			text += character;
			if (character === '\\') text += code[tokens.at++] ?? '';
			if (character === '`') return text;
			if (character !== '$' || code[tokens.at] !== '{') continue;
			tokens.at += 1;
			const entry = only(this.level('}'));
			text += `{${entry.chosen ?? this.part(entry.text, entry.said)}}`;
		}
		return text;
	}

	/** Reads no further. */
	private rest(): Entry[] {
		const said = this.code.slice(this.at);
		this.tokens.at = this.code.length;
		return [{ text: said, said }];
	}

	/** Whether a variable begins empty and grows: one of a loop, or of `reduce`. */
	private isGrowing(name: string): boolean {
		if (!/^\w+$/.test(name)) return false;
		const isGrowing = this.growing.get(name) ?? new RegExp(String.raw`\b(?:let|var)\s+${name}\s*=\s*(?:''|""|\`\`)|\.reduce\(\(?\s*${name}\b`).test(this.code);
		this.growing.set(name, isGrowing);
		return isGrowing;
	}
}
