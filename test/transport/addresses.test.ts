import { addressesIn } from '../../nodes/SupportInbox/transport/addresses';

it.each([
	['"Sato, Hanako" <Hanako@Example.com>, ben@example.com', ['hanako@example.com', 'ben@example.com']],
	['"a@b.example" <c@d.example>;c@d.example', ['c@d.example']],
	['anna@mail.example via Shop <shop@mail.example>, ben@mail.example', ['shop@mail.example', 'ben@mail.example']],
	["'anna@mail.example' <anna@mail.example>", ['anna@mail.example']],
	['nobody', []],
	[undefined, []],
])('the addresses in %s', (header, found) => {
	expect(addressesIn(header)).toEqual(found);
});
