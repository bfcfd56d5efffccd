/** What a slash behind it begins: a pattern. Behind anything else it divides. */
const BEFORE_PATTERN = /(?:^|[([{,;:=!&|?+\-*%<>~^]|\b(?:case|in|of|return|typeof))\s*$/;
const PATTERN = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
/** A text or a comment. */
const LITERAL = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\/\*.*?\*\/|\/\/[^\n]*/sy;
/** Anything else, from the longest sign. */
const SIGN = /\d[\d_.]*(?:e[+-]?\d+)?|\?\.(?!\d)|\+\+|--|\+=|\?\?|\|\||&&|=>|\.{3}|[\w$]+|\s+|./isuy;
/** Signs that end an operand of `+`. `?.` and `++` are parts of one; what binds stronger than `+` is, too. */
const SEPARATOR = /^(?:\+|-|\?\??|\|\|?|&&?|=>?|\.{3}|[,;:<>!])$/;
/** Words before an operand that are no part of it. */
const WORD_BEFORE = /^(?:case|const|do|else|for|if|in|instanceof|let|of|return|throw|var|while|yield)$/;
/** A text that is written in the code, and one of them that has something in it. */
const WRITTEN = /^(?:'[^']*'|"[^"]*"|`[^`$]*`)$/s;
const NON_EMPTY = /^(['"`])(?!\1$)/;
const LONGEST_WORD = 20;

/** Reads the tokens of JavaScript once from front to back. A template is left to the reader: its first mark is a token. */
export class Tokens {
	/** The place of the next token. */
	at = 0;
	/** What opens a literal and is closed no more. */
	private readonly unclosed = new Set<string>();

	constructor(readonly code: string) {}

	get isAtEnd(): boolean {
		return this.at >= this.code.length;
	}

	/** @returns the next token, which is taken. Call it only before the end */
	next(): string {
		const opening = this.code.startsWith('/*', this.at) ? '/*' : this.code[this.at];
		const literal = this.unclosed.has(opening) ? '' : this.matched(LITERAL);
		if (literal !== '') return literal;
		if (/^(?:['"]|\/\*)$/.test(opening)) this.unclosed.add(opening);
		const isPattern = opening === '/' && BEFORE_PATTERN.test(this.code.slice(Math.max(0, this.at - LONGEST_WORD), this.at));
		return (isPattern ? this.matched(PATTERN) : '') || this.matched(SIGN);
	}

	private matched(pattern: RegExp): string {
		pattern.lastIndex = this.at;
		const [token] = pattern.exec(this.code) ?? [''];
		this.at += token.length;
		return token;
	}
}

/** @returns whether a token ends an operand of `+`. @param before the code of the operand before it: a keyword may be the name of a property */
export function endsOperand(token: string, before: string): boolean {
	return SEPARATOR.test(token) || (WORD_BEFORE.test(token) && !before.trimEnd().endsWith('.'));
}

/** @returns whether code is a text that is written in it */
export function isWritten(code: string): boolean {
	return WRITTEN.test(code);
}

/** @returns whether a token is a text with something in it */
export function isText(token: string): boolean {
	return NON_EMPTY.test(token);
}
