/** Time as the gate sees it, in ms of this machine's clock; tests put a clock of their own here. */
export interface Clock {
	now(): number;
	sleep(ms: number): Promise<void>;
	/** 0 to 1, spreads the retries of many clients. */
	random(): number;
}
