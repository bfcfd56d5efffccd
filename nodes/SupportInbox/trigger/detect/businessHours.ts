import { tryToParseDateTime } from 'n8n-workflow';

import type { BusinessHours } from '../properties/settings';

/**
 * @param from ms
 * @param amount how much time must pass (ms)
 * @param hours the hours that count; undefined: all
 * @returns when it has passed (ms)
 */
export function after(from: number, amount: number, hours: BusinessHours | undefined): number {
	if (hours === undefined) return from + amount;
	let left = amount;
	for (let day = tryToParseDateTime(new Date(from).toISOString()).setZone(hours.zone).startOf('day'); ; day = day.plus({ days: 1 })) {
		if (!hours.days.includes(day.weekday)) continue;
		const [opens, closes] = [hours.from, hours.to].map((minutes) => day.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 }).toMillis());
		const begins = Math.max(from, opens);
		if (closes - begins >= left) return begins + left;
		left -= Math.max(0, closes - begins);
	}
}
