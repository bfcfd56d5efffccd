/**
 * Counts what the package keeps in its maps and sets, by the line that made them. Loaded before the nodes: each of their
 * files then sees a Map and a Set that register themselves.
 */
import Module from 'node:module';
import { relative } from 'node:path';

const ROOT = `${process.cwd()}/`;
const SHIPPED = /\/(nodes|credentials)\/.*\.[jt]s$/;

type Sized = { readonly size: number };

/** What all the maps made at one line hold at the moment. */
export interface MapSize {
	/** `nodes/SupportInbox/.../file.ts:12` */
	place: string;
	/** how many of them are alive */
	maps: number;
	/** entries of all of them */
	entries: number;
}

const alive = new Map<string, Set<WeakRef<Sized>>>();

/** A position in the compiled code -> the line of the source, which takes long to find. */
const places = new Map<string, string>();

function register(made: Sized, file: string): void {
	const { stackTraceLimit, prepareStackTrace } = Error;
	Error.stackTraceLimit = 4;
	Error.prepareStackTrace = (_error, sites) => sites;
	const sites = new Error().stack as unknown as NodeJS.CallSite[];
	Object.assign(Error, { stackTraceLimit, prepareStackTrace });
	const site = sites.find((one) => one.getFileName()?.includes(file));
	const position = `${file}:${site?.getLineNumber()}:${site?.getColumnNumber()}`;
	const place = places.get(position) ?? placeOf(file);
	places.set(position, place);
	const refs = alive.get(place) ?? new Set();
	alive.set(place, refs.add(new WeakRef(made)));
}

/** @returns the line of the source that makes a map at this moment */
function placeOf(file: string): string {
	const frame = new Error().stack?.split('\n').find((line) => line.includes(file)) ?? file;
	return `${relative(ROOT, file)}:${/:(\d+):\d+\)?$/.exec(frame)?.[1] ?? '?'}`;
}

function trackedIn(file: string): { Map: MapConstructor; Set: SetConstructor } {
	class TrackedMap<K, V> extends Map<K, V> {
		constructor(entries?: Iterable<[K, V]> | null) {
			super(entries);
			register(this, file);
		}
	}
	class TrackedSet<T> extends Set<T> {
		constructor(values?: Iterable<T> | null) {
			super(values);
			register(this, file);
		}
	}
	return { Map: TrackedMap as unknown as MapConstructor, Set: TrackedSet as unknown as SetConstructor };
}

/** @returns what is alive now, the fullest first; collect garbage before it */
export function mapSizes(): MapSize[] {
	const sizes: MapSize[] = [];
	for (const [place, refs] of alive) {
		const found: Sized[] = [];
		for (const ref of refs) {
			const one = ref.deref();
			if (one) found.push(one);
			else refs.delete(ref);
		}
		sizes.push({ place, maps: found.length, entries: found.reduce((sum, { size }) => sum + size, 0) });
	}
	return sizes.filter(({ maps }) => maps > 0).sort((a, b) => b.entries - a.entries);
}

interface Compiler {
	_compile(code: string, file: string): unknown;
}

const compiler = Module.prototype as unknown as Compiler;
const compile = compiler._compile;
Object.assign(globalThis, { supportInboxTrackedIn: trackedIn });
compiler._compile = function (code: string, file: string) {
	const tracked = SHIPPED.test(file) && file.startsWith(ROOT) && !file.includes('/node_modules/');
	// On the first line, so that the numbers of the lines stay.
	const head = tracked ? `const { Map, Set } = globalThis.supportInboxTrackedIn(${JSON.stringify(file)}); ` : '';
	return compile.call(this, head + code, file);
};
