import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NODES = join(__dirname, '..', '..', 'nodes', 'SupportInbox');

type Anything = (this: unknown, ...values: unknown[]) => unknown;

/** The calls since the beginning of {@link watch}, by what they called. */
let calls: string[] | undefined;
let place = -1;
/** Called instead of a throw: from the place on no call ends then. */
let stopped: (() => void) | undefined;

/** Notes every call that ends from now on, and lets the one at this place throw. */
export function watch(throwAt: number): void {
	calls = [];
	place = throwAt;
	stopped = undefined;
}

/** The same, but from this place on no awaited call ends, as in a process that is killed, until {@link watched}. @param onStop is called then */
export function watchAndStop(stopAt: number, onStop: () => void): void {
	watch(stopAt);
	stopped = onStop;
}

/** @returns the calls that were noted; nothing is noted any more */
export function watched(): string[] {
	const seen = calls ?? [];
	calls = undefined;
	return seen;
}

/**
 * Lets any function of these folders throw: all that a file exports, and all methods of its classes. What throws has done its
 * work, so that nothing is missing but its result.
 *
 * @param folders below nodes/SupportInbox
 * @param except what is not to throw
 * @param sync whether functions that are not awaited throw as well
 */
export function letThrow(folders: string[], except: string[], sync: boolean): void {
	/** @returns whether it never ends */
	const note = (name: string): boolean => {
		if (calls === undefined || except.includes(name)) return false;
		calls.push(name);
		if (stopped === undefined && calls.length - 1 === place) throw new RangeError('Invalid time value');
		if (calls.length - 1 === place) stopped?.();
		return stopped !== undefined && calls.length > place;
	};
	const throwing = (name: string, work: Anything): Anything =>
		function (...values) {
			const result = work.apply(this, values);
			if (result instanceof Promise) return result.then((value: unknown) => (note(name) ? new Promise(() => {}) : value));
			if (sync) note(name);
			return result;
		};
	for (const path of folders.flatMap((folder) => filesIn(join(NODES, folder)))) {
		const exported = jest.requireActual<Record<string, unknown>>(path);
		for (const [name, value] of functionsOf(exported)) {
			if (!/^class\b/.test(String(value))) exported[name] = throwing(name, value);
			else for (const [method, work] of functionsOf(value.prototype as object)) Object.assign(value.prototype as object, { [method]: throwing(`${name}.${method}`, work) });
		}
	}
}

function functionsOf(holder: object): Array<[string, Anything]> {
	return Object.entries(Object.getOwnPropertyDescriptors(holder)).flatMap(([name, { value, writable }]): Array<[string, Anything]> =>
		typeof value === 'function' && writable === true && name !== 'constructor' ? [[name, value as Anything]] : [],
	);
}

function filesIn(folder: string): string[] {
	return readdirSync(folder).flatMap((name) => {
		const path = join(folder, name);
		return statSync(path).isDirectory() ? filesIn(path) : [path];
	});
}
