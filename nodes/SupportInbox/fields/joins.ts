/** Words of JavaScript before an operand that are no part of it. */
const BEFORE_OPERAND = /^(?:case|do|else|in|instanceof|of|return|yield)$/;
/** What a slash behind it begins: a pattern. Behind anything else it divides. */
const BEFORE_PATTERN = /(?:^|[([{,;:=!&|?+\-*%<>~^]|\b(?:case|in|of|return|typeof))\s*$/;
const PATTERN = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
const LITERAL = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\/\*.*?\*\/|\/\/[^\n]*/sy;
/** What stands between operands, from the longest sign. `?.` and `++` are parts of one; what binds stronger than `+` is, too. */
const TOKEN = /\?\.(?!\d)|\+\+|--|\+=|\?\?|\|\||&&|=>|\.{3}|[\w$]+|\s+|./suy;
const SEPARATORS = /^(?:\+=?|-|\?\??|\|\|?|&&?|=>?|\.{3}|[,;:<>!])$/;
const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
/** A text that is written in the code. */
const WRITTEN = /^(?:'[^']*'|"[^"]*"|`[^`$]*`)$/s;
/** What stands behind the name of a mailbox in code: its address follows in angle brackets. */
const BEFORE_ADDRESS = /^[^,;@>]*<(?:['"`$]|\{\{)/;
const MAX_NAME = 200;
/** How many brackets may be within each other. */
const MAX_DEPTH = 100;
/** A method that puts other texts into a written one. */
const MAX_METHOD = 20;
const PUTS_IN = /['"`]\.(?:concat|replace(?:All)?)$/;

/** What an expression puts together: code that returns `[place in parts, value]` of each part that it uses, and the parts as they are written. */
export interface Joins {
	code: string;
	parts: string[];
	/** Whether the expression as a whole is a condition, which may leave its text out on purpose. */
	isChosen: boolean;
}

/**
 * Finds the parts that an expression joins to a text: what is between its `+`, in the `${...}` of a template, in a list that is
 * joined, in `concat` and `replace` of a written text, and what is filled up to a length. Each is looked at as the expression uses it:
 * with its variables, and only in the branch that is taken. A part that is a condition (`? :`, `&&`, `$if`) may be empty on purpose,
 * and so may the name before `<address>`.
 *
 * @param code JavaScript between `{{` and `}}`. What cannot be read stays as it is
 */
export function joinsOf(code: string): Joins {
	const { text, isChosen, parts } = new Joining(code).all();
	return { code: `((seen) => { const part_ = (place, value) => { seen.push([place, value]); return value; }; (${text}\n); return seen; })([])`, parts, isChosen };
}

/** @returns whether what ends at `end` is in the name of a mailbox: such a name may be empty */
export function isBeforeAddress(code: string, end: number): boolean {
	return BEFORE_ADDRESS.test(code.slice(end, end + MAX_NAME));
}

/** The code between two brackets: its entries between commas, with the same as it was written, and whether it may leave its text out on purpose. */
interface Level {
	entries: Array<{ text: string; said: string }>;
	isChosen: boolean;
}

/** Reads code once from front to back. */
class Joining {
	readonly parts: string[] = [];
	private at = 0;
	private depth = 0;

	constructor(private readonly code: string) {}

	all(): { text: string; isChosen: boolean; parts: string[] } {
		const { entries, isChosen } = this.level('');
		return { text: textOf(entries), isChosen, parts: this.parts };
	}

	/** Reads up to the bracket that ends the level, which is taken as well. */
	private level(end: string): Level {
		const entries: Level['entries'] = [];
		let [entry, operand] = ['', ''];
		let [entryBegin, begin] = [this.at, this.at];
		let [isJoined, isLeftOut, hasCondition, hasText] = [false, false, false, false];
		const endOperand = (joins: boolean, until: number) => {
			const isPart = (isJoined || joins) && !isLeftOut;
			entry += isPart ? this.part(operand, this.code.slice(begin, until), until) : operand;
			[operand, isJoined, isLeftOut] = ['', joins && operand.trim() !== '', false];
		};
		const endEntry = (until: number) => {
			entries.push({ text: entry, said: this.code.slice(entryBegin, until) });
			[entry, entryBegin] = ['', this.at];
		};
		for (let from = this.at; from < this.code.length; from = this.at) {
			const token = this.next(operand === '' ? entry : operand);
			if (token === end) {
				// A condition in brackets of its own.
				const isChosen = (hasCondition && hasText) || (isLeftOut && entry.trim() === '');
				endOperand(false, from);
				endEntry(from);
				return { entries, isChosen };
			}
			if (SEPARATORS.test(token) || BEFORE_OPERAND.test(token)) {
				endOperand(token === '+', from);
				// What a text is added to has to stay a variable.
				if (token === '+=') isJoined = true;
				hasCondition ||= token === '?' || token === '&&';
				if (token === ',') endEntry(from);
				else entry += token;
				begin = this.at;
			} else if (token in CLOSING) {
				const before = this.code.slice(begin, from).trim();
				const inner = this.inner(token, before);
				operand += inner.text;
				isLeftOut = before === '$if' || (before === '' && inner.isChosen);
			} else {
				if (/^pad(?:Start|End)$/.test(token) && operand.endsWith('.')) operand = `${this.part(operand.slice(0, -1), this.code.slice(begin, from - 1), from)}.`;
				if (token.trim() !== '') isLeftOut = false;
				hasText ||= /^['"`]./s.test(token) && !/^(?:''|""|``)$/.test(token);
				operand += token;
			}
		}
		const isChosen = (hasCondition && hasText) || (isLeftOut && entry.trim() === '');
		endOperand(false, this.at);
		endEntry(this.at);
		return { entries, isChosen };
	}

	/** Reads a pair of brackets. @param before the code of the operand before it */
	private inner(opening: string, before: string): { text: string; isChosen: boolean } {
		const [from, known] = [this.at, this.parts.length];
		this.depth += 1;
		const { entries, isChosen } = this.depth > MAX_DEPTH ? this.rest() : this.level(CLOSING[opening]);
		this.depth -= 1;
		const closing = this.code[this.at - 1] === CLOSING[opening] ? CLOSING[opening] : '';
		if (opening === '(' && /^\$if(?:Empty)?$/.test(before)) {
			// Both branches of a function are evaluated.
			this.parts.length = known;
			return { text: opening + this.code.slice(from, this.at), isChosen: false };
		}
		const isOfList = opening === '[' && before === '' && /^\s{0,9}\.join\(/.test(this.code.slice(this.at, this.at + MAX_METHOD));
		const isOfText = opening === '(' && PUTS_IN.test(before.slice(-MAX_METHOD));
		const text = textOf(isOfList || isOfText ? entries.map(({ text: code, said }) => ({ text: this.part(code, said, this.at), said })) : entries);
		return { text: opening + text + closing, isChosen };
	}

	/** Reads no further: code that is as deep is evaluated by nobody but an attacker. */
	private rest(): Level {
		const said = this.code.slice(this.at);
		this.at = this.code.length;
		return { entries: [{ text: said, said }], isChosen: false };
	}

	/** @param said the code as it was written, which ends at `end`. @returns the code, so that it notes its value unless it is no part */
	private part(code: string, said: string, end: number): string {
		const written = said.trim();
		const isPart = written !== '' && !WRITTEN.test(written) && !written.startsWith('...') && !isBeforeAddress(this.code, end);
		return isPart ? `part_(${this.parts.push(written) - 1}, ${code})` : code;
	}

	/** @param before the code before it @returns the next token; a template with its parts */
	private next(before: string): string {
		const mayBePattern = this.code[this.at] === '/' && BEFORE_PATTERN.test(before.slice(-20));
		for (const pattern of mayBePattern ? [LITERAL, PATTERN, TOKEN] : [LITERAL, TOKEN]) {
			pattern.lastIndex = this.at;
			const [token] = pattern.exec(this.code) ?? [''];
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
			const begin = ++this.at;
			const { entries, isChosen } = this.level('}');
			const [code, said] = [textOf(entries), this.code.slice(begin, this.at - 1)];
			text += `{${isChosen || /^\s*\$if\(/.test(said) ? code : this.part(code, said, this.at)}}`;
		}
		return text;
	}
}

function textOf(entries: Level['entries']): string {
	return entries.map(({ text }) => text).join(',');
}
