/** Prints a line with the time before it. */
export function say(line: string): void {
	console.log(`${new Date().toTimeString().slice(0, 8)}  ${line}`);
}

/** Prints lines that belong together. */
export function sayBlock(lines: string[]): void {
	console.log(['', ...lines, ''].join('\n'));
}
