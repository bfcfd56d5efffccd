import { Gate } from '../../nodes/SupportInbox/transport/gate';

/** The gates of the built node see time run this much faster than it does. */
export const SPEED = 20;

const begun = Date.now();

/** @returns ms of a clock that runs `SPEED` times as fast; the simulator's clock in these tests */
export const fastNow = (): number => Math.round(begun + (Date.now() - begun) * SPEED);

/** Makes waits short in this test file: what the gate takes for a minute is three seconds. */
export function speedUp(): void {
	// Every gate that is given no clock has this one.
	Object.assign(new Gate().clock, {
		now: fastNow,
		sleep: async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms / SPEED)),
		random: () => 0.5,
	});
}
