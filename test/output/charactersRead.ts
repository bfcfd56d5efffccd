type Method = (this: unknown, ...args: unknown[]) => unknown;

/** @returns how many characters the string functions and regular expressions read that `read` uses on `text` */
export function charactersRead(read: (text: string) => string, text: string): number {
	const expected = read(text);
	let result: string;
	let characters = 0;
	const restore: Array<() => void> = [];
	const count = (owner: object, name: string, readBy: (self: unknown, args: unknown[], call: () => unknown) => number) => {
		const methods = owner as Record<string, Method>;
		const method = methods[name];
		methods[name] = function (...args) {
			let returned: unknown;
			characters += readBy(this, args, () => (returned = method.apply(this, args)));
			return returned;
		};
		restore.push(() => (methods[name] = method));
	};
	count(String.prototype, 'slice', (_text, _args, call) => String(call()).length);
	count(String.prototype, 'lastIndexOf', (text, _args, call) => String(text).length - Number(call()));
	count(String.prototype, 'indexOf', (text, [, from = 0], call) => {
		const found = call() as number;
		return (found < 0 ? String(text).length : found) - Number(from);
	});
	count(RegExp.prototype, 'exec', (regExp, [text], call) => {
		const { global, sticky, lastIndex } = regExp as RegExp;
		const found = call() as RegExpExecArray | null;
		// A sticky one, as `split` makes it, looks at one place.
		if (sticky) return found === null ? 1 : found[0].length;
		return (found === null ? String(text).length : found.index + found[0].length) - (global ? lastIndex : 0);
	});
	try {
		result = read(text);
	} finally {
		for (const one of restore) one();
	}
	// A count that changes what it counts has counted something else.
	expect(result === expected).toBe(true);
	return characters;
}
