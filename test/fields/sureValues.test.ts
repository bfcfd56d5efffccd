/** Addresses that look right and are not: they are refused, rather than sent with another meaning. */
import * as rules from '../../nodes/SupportInbox/fields/rules';

const TOKYO = { zone: 'Asia/Tokyo', now: Date.parse('2026-11-20T12:00:00Z') };
const given = (rule: rules.Rule, value: unknown) => rule(value, TOKYO);

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
