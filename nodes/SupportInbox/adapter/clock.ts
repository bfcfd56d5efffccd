import { sleep } from 'n8n-workflow';

/**
 * A time of this process's {@link Clock}, in ms since 1970. No text contains one: people and n8n see {@link Clock.wallTime}. The service's
 * times are ServiceTime (store/time.ts); the compiler accepts neither for the other.
 */
export type LocalTime = number & { readonly clock?: 'local' };

/**
 * A clock for waits; tests replace it.
 * - `now`: its time, which never jumps, also when this machine's clock is set, so that waits keep their length.
 * - `wallTime`: what this machine's clock shows at this moment (ms since 1970), for people and n8n.
 */
export interface Clock {
	now(): LocalTime;
	wallTime(at: LocalTime): number;
	sleep(ms: number): Promise<void>;
	/** 0 to 1, spreads the retries of many clients. */
	random(): number;
}

const steadyNow = (): LocalTime => performance.timeOrigin + performance.now();

export const MACHINE_CLOCK: Clock = {
	now: steadyNow,
	wallTime: (at) => Date.now() + (at - steadyNow()),
	sleep,
	random: () => Math.random(),
};
