/** The part of the library that scripts/cached-install.ts uses; it brings no types. */
declare module 'proper-lockfile' {
	interface Options {
		realpath: boolean;
		/** ms without a sign of life after which the owner counts as gone */
		stale: number;
	}

	export function check(path: string, options: Options): Promise<boolean>;
	export function lock(path: string, options: Options & { retries: object }): Promise<() => Promise<void>>;
}
