/** Dates and addresses that look right and are not: they are refused, rather than sent with another meaning. */
import * as rules from '../../nodes/SupportInbox/fields/rules';

const TOKYO = { zone: 'Asia/Tokyo', now: Date.parse('2026-11-20T12:00:00Z') };
const given = (rule: rules.Rule, value: unknown) => rule(value, TOKYO);

describe('a date whose time zone only JavaScript would read', () => {
	it.each([
		['a zone in brackets', '2026-11-25 09:30 (JST)'],
		['a zone in brackets after a date of another order', '11/25/2026 09:30 (JST)'],
		['a month in capitals behind the time', '09:30 NOV 25 2026'],
		['a month in capitals between dashes', '9:30 25-NOV-2026'],
		['a month in capitals after a whole date', '2026-11-25 09:30:00 MAY'],
		['letters that only begin with a zone', 'Nov 25 2026 09:30 PST8PDT'],
		['a date as JavaScript prints it', 'Wed Nov 25 2026 09:30:00 GMT+0900 (Japan Standard Time)'],
		['a zone before the year', 'Wed Nov 25 09:30:00 GMT 2026'],
		['the name of a zone', '2026-11-25 09:30 CET'],
	])('is refused: %s', (_what, value) => {
		expect(() => given(rules.dateTime, value)).toThrow('is not a date');
	});

	it.each([
		['the date of a mail', 'Wed, 25 Nov 2026 09:30:00 +0900 (JST)', '2026-11-25T09:30:00.000+09:00'],
		['the date of a mail in GMT', '25 Nov 2026 00:30 GMT', '2026-11-25T00:30:00.000Z'],
		['an offset behind a blank', '2026-11-25 09:30:00 +0900', '2026-11-25T09:30:00.000+09:00'],
		['hours alone as an offset', '2026-11-25T09:30+09', '2026-11-25T09:30:00.000+09:00'],
	])('is taken with its own time: %s', (_what, value, time) => {
		expect(given(rules.dateTime, value)).toBe(time);
	});
});

it.each(['mailto:a@b.example', '<mailto:a@b.example>', '(a@b.example)', '[a@b.example]', 'a@b.example.', '\u200ba@b.example', 'a@b.example\u200b', 'a@b.exa\u00admple', 'a\\@b.example'])(
	'refused as an address, alone and among others: %j',
	(address) => {
		expect(() => given(rules.emailAddress, address)).toThrow('is not an e-mail address');
		expect(() => given(rules.addresses, `x@y.example, ${address}`)).toThrow(/ is not (?:an e-mail address|a list of e-mail addresses)\. /);
	},
);

it.each(["o'neil+x.y-z_1%=@b.example", 'a..b.@docomo.example', '"a b"@b.example', 'a@localhost', '佐藤@例え.example'])('taken as an address: %s', (address) => {
	expect(given(rules.emailAddress, address)).toBe(address);
	expect(given(rules.addresses, address)).toBe(address);
});
