import { Gate } from '../../nodes/SupportInbox/transport/gate';

import { networkIsQuiet } from './virtualTime';

/** Waits that have been arranged, on the clock that skips them. */
const waits: Array<{ at: number; wake: () => void }> = [];
let skipped = 0;
let isSkipping = false;

/** @returns ms of a clock that goes on like the machine's and leaps over waits; the simulator's clock in such tests */
export const skippingNow = (): number => performance.timeOrigin + performance.now() + skipped;

/**
 * The gates of this test file wait for nothing: as soon as no request is on its way, time leaps to where the next wait
 * ends. What happens is the same on a machine of any speed, and takes no longer than the requests do. Not for a service
 * that never answers: time stands still while a request is on its way.
 */
export function skipWaits(): void {
	// Every gate that is given no clock has this one.
	Object.assign(new Gate().clock, { now: skippingNow, sleep, random: () => 0.5 });
}

async function sleep(ms: number): Promise<void> {
	await new Promise<void>((wake) => {
		waits.push({ at: skippingNow() + Math.max(0, ms), wake });
		if (!isSkipping) void skip();
	});
}

async function skip(): Promise<void> {
	isSkipping = true;
	for (;;) {
		await networkIsQuiet();
		const next = waits.sort((a, b) => a.at - b.at).shift();
		if (next === undefined) break;
		skipped += Math.max(0, next.at - skippingNow());
		next.wake();
	}
	isSkipping = false;
}
