import { UserError } from 'n8n-workflow';
import { type Circumstances, type Rule, day, MISSPELT, NOW_MS } from '../../../fields/rules';
import { type Field, settingField } from '../../../fields/sent';
import { type Way, distanceValues, distanceWay, entries, offered, timeValue } from '../../../fields/shared/times';

const MAX_WITHIN = 99;

/**
 * A time to search tickets by.
 * - `since`, `until`: ISO 8601.
 * - `date`, `within`: last day and length, e.g. `7days`, of the service's own period (API document, Ticket search).
 */
export interface Span {
	since?: string;
	until?: string;
	date?: string;
	within?: string;
}

/**
 * The ways to enter a time, by display name. Each value has a name of its own, with the word of its filter in it: n8n asks a model once
 * for each name, and fills the answer in wherever the name occurs.
 */
const waysOf = (word: string) => ({
	between: spanWay('Between', 'between', [timeValue(`${word} From`, 'since'), timeValue(`${word} To`, 'until')]),
	inTheLast: distanceWay<Span>('In the Last', 'inTheLast', -1, (since) => ({ since }), `${word} Within`),
	longerAgo: distanceWay<Span>('Older Than', 'longerAgo', -1, (until) => ({ until }), `${word} Older Than`),
	since: spanWay('Since', 'since', [timeValue(`${word} Since`, 'since')]),
	until: spanWay('Until', 'until', [timeValue(`${word} Until`, 'until')]),
});
const PERIOD: Way<Span> = {
	displayName: 'Period Ending On',
	name: 'period',
	values: [
		[day, { displayName: 'Last Day', name: 'date', type: 'dateTime', default: '' }],
		...distanceValues('Period Length', MAX_WITHIN, ['days', 'months']),
	],
	means: ({ date, number, unit }) =>
		([date, number, unit].includes(undefined) ? undefined : { date: String(date), within: `${String(number)}${String(unit)}` }),
};

function spanWay(displayName: string, name: string, values: Way<Span>['values']): Way<Span> {
	return { displayName, name, values, means: (span) => (Object.values(span).every((time) => time === undefined) ? undefined : span) };
}

/**
 * @param word what happened to the ticket, for the names of the values
 * @returns a filter by a time of the ticket. The node applies it, because the service has no parameter for it
 */
export function ticketTimeField(displayName: string, name: string, word: string, description: string): Field {
	return timeField(displayName, name, Object.values(waysOf(word)), description);
}

const { between, inTheLast, since, until } = waysOf('Message');

/**
 * Filters by the send time of messages (API document, Ticket search). There is no Older Than: it would also find tickets
 * that have newer messages.
 */
export const hasMessageField = timeField(
	'Message Date',
	'messageDate',
	[between, inTheLast, PERIOD, since, until],
	'Only tickets with a message sent in this time, also with a newer one. For quiet tickets: Last Updated, Older Than',
);

function timeField(displayName: string, name: string, ways: ReadonlyArray<Way<Span>>, description: string): Field {
	const rule: Rule = (value, circumstances) => spanOf(entries(ways, value, circumstances), circumstances);
	return settingField(rule, { displayName, name, placeholder: 'Add Time', description, ...offered(ways) });
}

/** @returns the time that is in all of these spans; undefined: none was entered */
function spanOf(spans: readonly Span[], circumstances: Circumstances): Span | undefined {
	if (spans.length === 0) return undefined;
	const [period] = spans.filter(({ date }) => date !== undefined);
	if (period !== undefined) {
		if (spans.length === 1) return period;
		throw new UserError('There is another time besides the period. Remove one of them.');
	}
	const at = (one: string, other: string) => Date.parse(one) - Date.parse(other);
	const latest = spans.flatMap((span) => span.since ?? []).sort(at).at(-1);
	const [earliest] = spans.flatMap((span) => span.until ?? []).sort(at);
	if (latest !== undefined && earliest !== undefined && at(latest, earliest) >= 0) {
		if (at(latest, earliest) === 0) throw new UserError('The time ends when it begins. For one day, enter the day after it as the end.');
		throw new UserError('The time ends before it begins. The beginning must be earlier than the end.');
	}
	if (latest !== undefined) rejectNow('since', latest, circumstances);
	else if (earliest !== undefined) rejectNow('until', earliest, circumstances);
	return { ...(latest !== undefined && { since: latest }), ...(earliest !== undefined && { until: earliest }) };
}

/** What the present time selects. A Since of half a minute ago has its use, an Until of it has none. */
const PRESENT = {
	since: { within: 1_000, selects: 'no ticket', instead: '.' },
	until: { within: NOW_MS, selects: 'every ticket', instead: ', or enter Since as well.' },
};

/** Rejects the present time, which `$now.minus({ days: $json.dayz })` returns because one letter is wrong. */
function rejectNow(name: 'since' | 'until', time: string, { now, isFixed }: Circumstances): void {
	const { within, selects, instead } = PRESENT[name];
	const isGiven = [name, 'between'].some((way) => isFixed?.(`${way}.${name}`) === false);
	if (!isGiven || Date.parse(time) <= now - within) return;
	throw new UserError(`${time} is now or later, so that ${selects} would be selected. ${MISSPELT} A number of days is safer${instead}`);
}
