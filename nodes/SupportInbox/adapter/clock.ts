import { sleep } from 'n8n-workflow';

/**
 * A clock for waits, in ms since 1970; tests replace it.
 * - `now`: its time, which never jumps, also when this machine's clock is set, so that waits keep their length.
 * - `wallTime`: the time that this machine's clock shows at the moment `at` of this one, for people and n8n.
 */
export interface Clock {
	now(): number;
	wallTime(at: number): number;
	sleep(ms: number): Promise<void>;
	/** 0 to 1, spreads the retries of many clients. */
	random(): number;
}

const steadyNow = () => performance.timeOrigin + performance.now();

export const MACHINE_CLOCK: Clock = {
	now: steadyNow,
	wallTime: (at) => Date.now() + (at - steadyNow()),
	sleep,
	random: () => Math.random(),
};
