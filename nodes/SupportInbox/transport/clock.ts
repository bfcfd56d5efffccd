/**
 * Time as the gate sees it, in ms since 1970; tests put a clock of their own here.
 * - `now`: a clock that never steps, also when this machine's clock is set: the limit opens when it opens.
 * - `wallTime`: what this machine's clock shows at the moment `at` of that clock, for people and n8n.
 */
export interface Clock {
	now(): number;
	wallTime(at: number): number;
	sleep(ms: number): Promise<void>;
	/** 0 to 1, spreads the retries of many clients. */
	random(): number;
}
