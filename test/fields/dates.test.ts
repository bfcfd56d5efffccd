/** Which texts are dates. What is in no notation that people type or n8n gives is refused, rather than read with another meaning. */
import fc from 'fast-check';
import { tryToParseDateTime } from 'n8n-workflow';
import * as rules from '../../nodes/SupportInbox/fields/rules';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const given = (rule: rules.Rule, value: unknown, zone = 'Asia/Tokyo') => rule(value, { zone, now: NOW });

it.each<[what: string, given: unknown, time: string | undefined, day: string | undefined]>([
	['ISO 8601, without an offset', '2026-05-01T09:00:00', '2026-05-01T09:00:00.000+09:00', '2026-05-01'],
	['with a blank', '2026-05-01 09:00', '2026-05-01T09:00:00.000+09:00', '2026-05-01'],
	['with blanks around it', ' 2026-05-01T23:59:59 ', '2026-05-01T23:59:59.000+09:00', '2026-05-01'],
	['with an offset, whose day it is', '2026-05-01T23:00:00.000-05:00', '2026-05-01T23:00:00.000-05:00', '2026-05-01'],
	['in UTC, whose day is that of the workflow', '2026-05-01T23:00:00Z', '2026-05-01T23:00:00.000Z', '2026-05-02'],
	['with an offset behind a blank', '2026-11-25 09:30:00 +0900', '2026-11-25T09:30:00.000+09:00', '2026-11-25'],
	['with hours alone as an offset, as databases write it', '2026-11-25 09:30:00.5+09', '2026-11-25T09:30:00.500+09:00', '2026-11-25'],
	['a day', '2026-05-01', '2026-05-01T00:00:00.000+09:00', '2026-05-01'],
	['a leap day', '2028-02-29', '2028-02-29T00:00:00.000+09:00', '2028-02-29'],
	['slashes', '2026/11/30', '2026-11-30T00:00:00.000+09:00', '2026-11-30'],
	['slashes, as a sheet writes it', '2026/5/1 9:00', '2026-05-01T09:00:00.000+09:00', '2026-05-01'],
	['a mail', 'Fri, 01 May 2026 09:00:00 +0900', '2026-05-01T09:00:00.000+09:00', '2026-05-01'],
	['a mail with the name of its zone', 'Wed, 25 Nov 2026 09:30:00 +0900 (JST)', '2026-11-25T09:30:00.000+09:00', '2026-11-25'],
	['a mail in GMT, without seconds', '1 May 2026 00:30 GMT', '2026-05-01T00:30:00.000Z', '2026-05-01'],
	["n8n's DateTime", tryToParseDateTime('2026-05-01T09:00:00+02:00', 'Europe/Berlin'), '2026-05-01T09:00:00.000+02:00', '2026-05-01'],
	['a Date of a node for databases', new Date('2026-05-01T00:00:00Z'), '2026-05-01T09:00:00.000+09:00', '2026-05-01'],
	['nothing', '', undefined, undefined],
	['null', null, undefined, undefined],
])('%s: %s', (_what, value, time, day) => {
	expect([rules.dateTime, rules.day].map((rule) => given(rule, value))).toEqual([time, day]);
});

it.each<[what: string, value: unknown]>([
	['a word', 'tomorrow'], ['a text with a number', 'Ticket 12'], ['a number of days', 'last 7'], ['the ID of a ticket', '1201'],
	['a day as a sheet counts it', '45981'], ['a number', 2026], ['a list', ['2026-05-01']], ['an object', { day: 1 }],
	['a day and a month in an order that is not sure', '03/04/2026'], ['the basic form of ISO 8601', '20260501T090000'],
	['a week', '2026-W48'], ['single digits between dashes', '2026-5-1'], ['a day that does not exist', '2026-02-30'],
	['one with slashes', '2026/02/30'], ['one of a mail', '31 Feb 2026 09:00:00 +0900'],
	['a leap day in another year', 'Sun, 29 Feb 2026 09:00 GMT'], ['a month that does not exist', '2026-13-01'],
	['one of a mail', '28 Foo 2026 09:00 GMT'], ['a time that does not exist', '28 Feb 2026 09:75 GMT'],
	// A zone, or what looks like one, that only JavaScript would read.
	['a zone in brackets', '2026-11-25 09:30 (JST)'], ['the name of a zone', '2026-11-25 09:30 CET'],
	['a month in capitals behind it', '2026-11-25 09:30:00 MAY'], ['a month in capitals', '9:30 25-NOV-2026'],
	['a zone in brackets after another order', '11/25/2026 09:30 (JST)'],
	['letters that begin with a zone', 'Nov 25 2026 09:30 PST8PDT'],
	['a date as JavaScript prints it', 'Wed Nov 25 2026 09:30:00 GMT+0900 (Japan Standard Time)'],
	['a zone before the year', 'Wed Nov 25 09:30:00 GMT 2026'],
])('is no date: %s %j', (_what, value) => {
	const message = `${JSON.stringify(value)} is not a date. Enter one such as 2026-11-20, `;
	for (const rule of [rules.dateTime, rules.day]) expect(() => given(rule, value)).toThrow(message);
});

it('a time is past up to now, and to come from then on', () => {
	expect(given(rules.pastDateTime, '2026-11-20T21:00:00')).toBe('2026-11-20T21:00:00.000+09:00');
	expect(given(rules.futureDateTime, '2026-11-20T21:00:01')).toBe('2026-11-20T21:00:01.000+09:00');
	const ahead = ['2026-11-20T21:00:01', '2026-11-20T12:00:01Z'];
	for (const time of ahead) expect(() => given(rules.pastDateTime, time)).toThrow('is in the future');
	expect(() => given(rules.futureDateTime, '2026-11-20T21:00:00')).toThrow('has passed');
	for (const rule of [rules.pastDateTime, rules.futureDateTime]) expect(given(rule, '')).toBeUndefined();
});

it('a time is sent with the offset of the zone, or as the moment that it says itself', () => {
	const zones = fc.constantFrom(['Asia/Tokyo', '+09:00'], ['Asia/Kolkata', '+05:30'], ['UTC', 'Z']);
	const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true });
	fc.assert(
		fc.property(moments, zones, (moment, [zone, offset]) => {
			const utc = moment.toISOString();
			const local = utc.replace('Z', '');
			expect(given(rules.dateTime, local, zone)).toBe(`${local}${offset}`);
			expect(Date.parse(String(given(rules.dateTime, utc, zone)))).toBe(moment.getTime());
		}),
	);
});
