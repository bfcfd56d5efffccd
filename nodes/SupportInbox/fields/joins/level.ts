import { endsOperand, isText } from './tokens';

/** How a part is noted: a value, each entry of a list that is joined, a value that is put into a text and not into a list. */
export type Note = 'part_' | 'list_' | 'put_';

/** The brackets, by those that open them. */
export const CLOSING = new Map([['(', ')'], ['[', ']'], ['{', '}']]);

/**
 * Code between two commas or brackets.
 * - `chosen`: the same for a condition that has a text in a branch; its branches without one are parts. undefined: it is none.
 * - `said`: as it was written.
 */
export interface Entry {
	text: string;
	chosen?: string;
	said: string;
}

/**
 * The code that a level is in, as it is read.
 * - `at`: the place of the next token.
 * - `level`: reads the right side of an assignment; `brackets`: reads the rest of a pair of brackets.
 * - `part`: makes code that notes its value, unless it is no part.
 */
export interface Source {
	readonly code: string;
	readonly at: number;
	level(end: undefined): Entry[];
	brackets(opening: string, before: string): Omit<Entry, 'said'>;
	part(code: string, said: string, note?: Note, end?: number): string;
}

/** A branch of a condition: where it begins in the code and in the entry, where it ends there, and whether it has a text. */
interface Branch {
	begin: number;
	from: number;
	to: number;
	said: string;
	hasText: boolean;
}

/** The code within a pair of brackets while it is read, token by token. */
export class Level {
	readonly entries: Entry[] = [];
	private entry = '';
	private entryBegin: number;
	private operand = '';
	private begin: number;
	/** Whether a `+` stands before the operand. */
	private isJoined = false;
	/** The operand where it is a condition in brackets, which may be left out. */
	private leftOut: string | undefined;
	private branches: Branch[] = [];
	private branch: Branch | undefined;

	constructor(private readonly joining: Source) {
		this.entryBegin = this.begin = joining.at;
	}

	/** @param from the place of the token */
	take(token: string, from: number): void {
		if (token === '+=') this.takeAssignment(from);
		else if (endsOperand(token, this.operand)) this.takeSeparator(token, from);
		else if (CLOSING.has(token)) {
			const before = this.saidTo(from).trim();
			const { text, chosen } = this.joining.brackets(token, before);
			this.operand += text;
			this.leftOut = chosen !== undefined && (before === '' || before === '$if') ? before + chosen : undefined;
		} else {
			this.endReceiver(token, from);
			this.operand += token;
			if (token.trim() !== '') this.leftOut = undefined;
			if (this.branch !== undefined) this.branch.hasText ||= isText(token);
		}
	}

	/** @param until where the entry ends in the code */
	endEntry(until: number): void {
		const isAlone = this.entry.trim() === '';
		const inBrackets = isAlone ? this.leftOut : undefined;
		this.endOperand(false, until);
		this.endBranch(until);
		this.entries.push({ text: this.entry, chosen: this.withBranches() ?? inBrackets, said: this.joining.code.slice(this.entryBegin, until) });
		[this.entry, this.entryBegin, this.branches] = ['', this.joining.at, []];
	}

	private takeAssignment(from: number): void {
		this.endOperand(false, from);
		const { text, chosen, said } = only(this.joining.level(undefined));
		this.entry += `+=${chosen ?? this.joining.part(text, said)}`;
		this.begin = this.joining.at;
	}

	private takeSeparator(token: string, from: number): void {
		this.endOperand(token === '+', from);
		const isElse = token === ':' && this.branch !== undefined;
		if (isElse) this.endBranch(from);
		if (token === ',') this.endEntry(from);
		else this.entry += token;
		this.begin = this.joining.at;
		// What began before a further question mark was its condition.
		if (isElse || token === '?' || token === '&&') this.branch = { begin: this.begin, from: this.entry.length, to: 0, said: '', hasText: false };
	}

	private endOperand(joins: boolean, until: number): void {
		const { operand } = this;
		this.entry += this.isJoined || joins ? (this.leftOut ?? this.joining.part(operand, this.saidTo(until), 'part_', until)) : operand;
		[this.operand, this.isJoined, this.leftOut] = ['', joins && operand.trim() !== '', undefined];
	}

	private endBranch(until: number): void {
		if (this.branch !== undefined) this.branches.push({ ...this.branch, to: this.entry.length, said: this.joining.code.slice(this.branch.begin, until) });
		this.branch = undefined;
	}

	/** @returns the entry where it is a condition with a text in a branch; its branches without one are parts */
	private withBranches(): string | undefined {
		if (!this.branches.some(({ hasText }) => hasText)) return undefined;
		const bare = this.branches.filter(({ hasText }) => !hasText).reverse();
		return bare.reduce((code, { from, to, said }) => code.slice(0, from) + this.joining.part(code.slice(from, to), said) + code.slice(to), this.entry);
	}

	/** Ends what is before a method that makes a text of all of it: a list that is joined, a text that is filled up. */
	private endReceiver(method: string, from: number): void {
		if (!/^(?:join|pad(?:Start|End))$/.test(method)) return;
		const before = this.operand.trimEnd();
		if (!before.endsWith('.')) return;
		const dot = before.endsWith('?.') ? '?.' : '.';
		const said = this.saidTo(from).trimEnd().slice(0, -dot.length);
		this.operand = this.joining.part(before.slice(0, -dot.length), said, method === 'join' ? 'list_' : 'part_') + dot;
	}

	private saidTo(until: number): string {
		return this.joining.code.slice(this.begin, until);
	}
}

/** @returns several entries as one, such as those of a sequence */
export function only(entries: Entry[]): Entry {
	if (entries.length === 1) return entries[0];
	return { text: entries.map(({ text }) => text).join(','), said: entries.map(({ said }) => said).join(',') };
}
