/** How the service writes times in its answers: as its readings say, or in another form of ISO 8601. */
export type TimeNotation = 'usual' | 'withoutOffset' | 'hoursOnly' | 'comma' | 'basic';

/**
 * What a service may do although no sentence of the document speaks of it. They are no readings: no page says what the node
 * makes of each, only that nothing is lost, doubled or invented by them.
 */
export interface Oddities {
	/** how far the times in its answers are ahead of its `Date` header and of its rate limit, as local time labelled `Z` is (ms) */
	timesAhead: number;
	timeNotation: TimeNotation;
	/** how long the ticket search does not see a change (ms) */
	searchLag: number;
	/** whether inboxes count their tickets and messages each by itself, so that two of them have the same ids */
	sharedIds: boolean;
}

/** @param zone of a time without an offset, such as `+09:00` @returns the time as text of the extended form with an offset */
export function extended(text: string, notation: TimeNotation, zone: string): string {
	switch (notation) {
		case 'withoutOffset': return text + zone;
		case 'hoursOnly': return `${text}:00`;
		case 'comma': return text.replace(',', '.');
		case 'basic': return text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})/, '$1-$2-$3T$4:$5:$6').replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
		case 'usual': return text;
	}
}

export const NO_ODDITIES: Oddities = { timesAhead: 0, timeNotation: 'usual', searchLag: 0, sharedIds: false };

/** @param text in the extended form with an offset, `Z` or `+09:00` @returns the same time, or without its offset */
export function written(text: string, notation: TimeNotation): string {
	switch (notation) {
		case 'withoutOffset': return text.replace(/(?:Z|[+-]\d{2}:\d{2})$/, '');
		case 'hoursOnly': return text.replace(/Z$/, '+00').replace(/([+-]\d{2}):00$/, '$1');
		case 'comma': return text.replace(/(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/, (_end, fraction = '000', offset: string) => `,${fraction}${offset}`);
		case 'basic': return text.replace(/^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})/, '$1$2$3T$4$5$6').replace(/([+-]\d{2}):(\d{2})$/, '$1$2');
		case 'usual': return text;
	}
}
