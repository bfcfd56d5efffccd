import { run } from './run';

/** Left to itself, a worker takes gigabytes before it collects its garbage; with little room for new objects it does nothing else (MB). */
const MEMORY = '--max-old-space-size=800 --max-semi-space-size=64';

/** Runs jest in this memory. @returns its exit code */
export async function jest(args: string[], env: Record<string, string> = {}): Promise<number> {
	return await run('jest', args, { env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${MEMORY}`, ...env } });
}
