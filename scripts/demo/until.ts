import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 500;

/** Asks until it is reached or the time is over, whichever is first. @throws when `signal` is aborted */
export async function until(reached: () => Promise<boolean> | boolean, timeoutMs: number, signal: AbortSignal): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await reached()) && Date.now() < deadline) await delay(EVERY_MS, undefined, { signal });
}
