import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The folder of the package. */
export const ROOT = join(__dirname, '..');

const TOOLS = join(ROOT, 'node_modules', '.bin');
const EVERY_MS = 15_000;

/** Where a program runs, the package's folder by default, and what it finds in its environment beside this process's own. */
export interface Place {
	cwd?: string;
	env?: Record<string, string>;
}

/** Development tools are found by their name. On Windows they, and npm, are scripts of its shell. */
function start(program: string, args: string[], { cwd = ROOT, env = {} }: Place, stdio: SpawnOptions['stdio']) {
	const path = `${TOOLS}${delimiter}${env.PATH ?? process.env.PATH}`;
	return spawn(program, args, { cwd, env: { ...process.env, ...env, PATH: path }, stdio, shell: process.platform === 'win32' });
}

/**
 * Runs a program and shows its output as it comes.
 *
 * @returns its exit code; 1 when a signal ended it
 * @throws when it could not be started
 */
export async function run(program: string, args: string[], place: Place = {}): Promise<number> {
	const [code] = (await once(start(program, args, place, 'inherit'), 'exit')) as [number | null];
	return code ?? 1;
}

/**
 * Runs a program that says nothing to the user.
 *
 * @returns what it wrote to its standard output
 * @throws with all it wrote when its exit code is not 0
 */
export async function output(program: string, args: string[], place: Place = {}): Promise<string> {
	const child = start(program, args, place, ['ignore', 'pipe', 'pipe']);
	const [[code], written, complaints] = await Promise.all([
		once(child, 'close') as Promise<[number | null]>,
		text(child.stdout!),
		text(child.stderr!),
	]);
	if (code !== 0) throw new Error([`${program} ${args.join(' ')} ended with ${code}`, written, complaints].join('\n').trim());
	return written;
}

/** Makes what `work` resolves to this process's exit code. An error is shown as its message, without a stack; the code is then 1. */
export function exitWith(work: () => Promise<number>): void {
	work().then(
		(code) => (process.exitCode = code),
		(error: unknown) => {
			console.error(error instanceof Error ? error.message : error);
			process.exitCode = 1;
		},
	);
}

/**
 * Says what is going on, every 15 seconds that it still is, and at the end how long it took.
 *
 * @param phase as the user should read it
 * @returns what `work` resolves to
 */
export async function progress<T>(phase: string, work: PromiseLike<T>): Promise<T> {
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
	console.log(`${phase} ...`);
	const ticker = setInterval(() => console.log(`${phase} ... ${elapsed()}`), EVERY_MS);
	try {
		const result = await work;
		console.log(`${phase}: done in ${elapsed()}`);
		return result;
	} finally {
		clearInterval(ticker);
	}
}

/** Prints a line with the time before it. */
export function say(line: string): void {
	console.log(`${new Date().toTimeString().slice(0, 8)}  ${line}`);
}

/** Prints lines that belong together. */
export function sayBlock(lines: string[]): void {
	console.log(['', ...lines, ''].join('\n'));
}
