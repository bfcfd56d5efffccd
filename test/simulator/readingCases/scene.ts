/** The service for a case: with the demo data and a clock that moves only by `pass`. */
import type { Simulator, SimulatorOptions } from '../index';
import type { ReadingName } from '../readings';
import { startWithClient, type Send } from '../testClient';

/** For each open point: `see` observes the service, `shows` has the expected result of each reading. */
export type Cases = Record<ReadingName, { see: () => Promise<unknown>; shows: Record<string, unknown> }>;

export const START = Date.parse('2026-03-11T10:00:00Z');
export const DAY = 24 * 3_600_000;
export const customer = 'customer_groups/11/customers';

export let sim: Simulator;
export let send: Send;
export let now: number;

export async function start(options: SimulatorOptions = {}): Promise<void> {
	now = START;
	({ sim, send } = await startWithClient({ clock: () => now, ...options }));
}

/** Sets the clock ahead. */
export function pass(ms: number): void {
	now += ms;
}

export const statusOf = async (method: string, path: string, body?: unknown) => (await send(method, path, body)).status;
export const detail = async (id: number) => (await send('GET', `101/tickets/${id}`)).data;
export const update = async (body: object) => await statusOf('PUT', '101/tickets/7', body);
export const last = async (path: string) => (await send('GET', path)).data.at(-1);

/** @returns the number of rows, or the status of a refusal */
export const count = async (method: string, path: string, body?: unknown) => {
	const { status, data } = await send(method, path, body);
	return status === 200 ? data.length : status;
};
