/** Who a header names: in every form that mail allows, and with nodemailer's reader as a second opinion. */
import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import { addressesIn, entriesIn, mailboxesIn, mailboxOf, MAX_HEADER, withoutTag } from '../../../nodes/SupportInbox/transport/mailHeaders/addresses';

type Named = readonly [name: string | null, address: string | undefined];
const ours = (header: string): Named[] => mailboxesIn(header).map(({ name, address }) => [name, address]);
const theirs = (header: string): Named[] => addressparser(header, { flatten: true }).map(({ name, address }) => [name || null, address || undefined]);

/** Forms of real mails and of RFC 5322, appendix A: both readers agree. */
it.each<[header: string, found: Named[]]>([
	['hanako@example.jp', [[null, 'hanako@example.jp']]],
	['山田 花子 <hanako@example.jp>', [['山田 花子', 'hanako@example.jp']]],
	['"Yamada, Hanako" <hanako@example.jp>', [['Yamada, Hanako', 'hanako@example.jp']]],
	['hanako@example.jp (山田 花子)', [['山田 花子', 'hanako@example.jp']]],
	['hanako@example.jp(Yamada)', [['Yamada', 'hanako@example.jp']]],
	['<hanako@example.jp> (Yamada)', [['Yamada', 'hanako@example.jp']]],
	['(Sales <old@example.jp>, closed) hanako@example.jp', [['Sales <old@example.jp>, closed', 'hanako@example.jp']]],
	['Hanako (was (once) <old@example.jp>) <hanako@example.jp>', [['Hanako', 'hanako@example.jp']]],
	['anna@example.jp, "Lee, Ben" <ben@example.jp>', [[null, 'anna@example.jp'], ['Lee, Ben', 'ben@example.jp']]],
	['Team: anna@example.jp, Ben <ben@example.jp>; , carl@example.jp', [[null, 'anna@example.jp'], ['Ben', 'ben@example.jp'], [null, 'carl@example.jp']]],
	['undisclosed-recipients:;', []],
	['"bob b"@example.jp', [[null, '"bob b"@example.jp']]],
	['Bob <"bob, b"@example.jp>', [['Bob', '"bob, b"@example.jp']]],
	['"anna@example.jp"@shop.example', [[null, '"anna@example.jp"@shop.example']]],
	['"anna@bank.example" <eve@example.jp>', [['anna@bank.example', 'eve@example.jp']]],
	['"no-reply"@shop.example', [[null, 'no-reply@shop.example']]],
	['try..this.@docomo.example', [[null, 'try..this.@docomo.example']]],
	['佐藤@例え.example', [[null, '佐藤@例え.example']]],
	['anna@example.jp; ben@example.jp', [[null, 'anna@example.jp'], [null, 'ben@example.jp']]],
	['anna @ example.jp', [[null, 'anna@example.jp']]],
	['anna@[192.0.2.1], ben@[IPv6:2001:db8::1]', [[null, 'anna@[192.0.2.1]'], [null, 'ben@[IPv6:2001:db8::1]']]],
	['Mary <@relay.example,@node.example:mary@example.net>', [['Mary', 'mary@example.net']]],
	['John Doe <jdoe@machine(comment).  example>', [['John Doe', 'jdoe@machine.example']]],
	['Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>', [['Pete', 'pete@silly.test']]],
	['"Giant; \\"Big\\" Box" <box@example.net>, , jdoe@test  . example', [['Giant; "Big" Box', 'box@example.net'], [null, 'jdoe@test.example']]],
	['Sato, Hanako <hanako@example.jp>', [['Sato, Hanako', 'hanako@example.jp']]],
	["'anna@example.jp' <anna@example.jp>", [["'anna@example.jp'", 'anna@example.jp']]],
	['anna@example.jp via Shop <shop@example.jp>', [['anna@example.jp via Shop', 'shop@example.jp']]],
	['Anna anna@example.jp', [['Anna', 'anna@example.jp']]],
	['Anna <anna@example.jp', [['Anna', 'anna@example.jp']]],
	['Anna\r\n <anna@example.jp>', [['Anna', 'anna@example.jp']]],
])('%s', (header, found) => {
	expect(ours(header)).toEqual(found);
	expect(theirs(header)).toEqual(found);
});

/** Both readers differ: ours is right, because of what stands behind each. */
it.each<[header: string, why: string, found: Named[], other: Named[]]>([
	['=?UTF-8?B?5bGx55Sw?= =?utf-8?q?_=E8=8A=B1?= <h@example.jp>', 'people read the name, not its code (RFC 2047)', [['山田 花', 'h@example.jp']], [['=?UTF-8?B?5bGx55Sw?= =?utf-8?q?_=E8=8A=B1?=', 'h@example.jp']]],
	['111(aaa）<bb@example.jp>', 'a bracket that is not closed is a sign in a name, and swallows no address', [['111(aaa）', 'bb@example.jp']], [['111', undefined]]],
	['News: Shop <shop@example.jp>', 'a group ends with a semicolon; without one, the colon is in the name', [['News: Shop', 'shop@example.jp']], [['Shop', 'shop@example.jp']]],
	['Ann <ceo@example.jp> <eve@example.com>', 'programs take the first or the last: it is not known who wrote it', [['Ann <ceo@example.jp> <eve@example.com>', undefined]], [['Ann eve@example.com', 'ceo@example.jp']]],
	['"write to a@b.example now"', 'a quoted string without a domain is a name', [['"write to a@b.example now"', undefined]], [['now', '"write to a"@b.example']]],
	['"x"eve@example.jp', 'a quoted string is a whole part of an address, or none', [['"x"eve@example.jp', undefined]], [[null, 'xeve@example.jp']]],
	['山田＜taro@example.jp＞', 'wide brackets are letters of no domain', [['山田＜taro@example.jp＞', undefined]], [[null, '山田＜taro@example.jp＞']]],
	['taro@ｅｘａｍｐｌｅ.jp', 'no domain has wide letters', [['taro@ｅｘａｍｐｌｅ.jp', undefined]], [[null, 'taro@ｅｘａｍｐｌｅ.jp']]],
	['Anna <>', 'brackets without an address show none', [['Anna <>', undefined]], [['Anna', undefined]]],
	['Hidden:(nobody (knows)); (end)', 'comments alone are nobody', [], [['nobody (knows)', undefined], ['end', undefined]]],
	['a@b@c.example', 'two signs are no address', [['a@b@c.example', undefined]], [[null, 'a@b@c.example']]],
])('%s: %s', (header, _why, found, other) => {
	expect(ours(header)).toEqual(found);
	expect(theirs(header)).toEqual(other);
});

describe('generated', () => {
	const escaped = (text: string, signs: RegExp) => text.replace(signs, '\\$&');
	const word = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 6 });
	const name = fc.array(word('abYz山田花ー0\'"\\,.;:<>()@[]'), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
	/** nodemailer loses blanks at the ends of a quoted string and quotation marks around its text, which are a part of the address. */
	const losesQuotes = /^"[\s\\]|[\s"]"@/;
	const local = fc.oneof(word('ab0.-_+!'), word('ab0.-_+!'), word('a @,;:"\\<>()[].').map((text) => `"b${escaped(text.trim(), /["\\]/g)}"`));
	const address = fc.tuple(local, word('ab0-'), fc.constantFrom('example', 'jp', '例え')).map(([before, label, top]) => `${before}@${label}.${top}`);
	const gap = fc.constantFrom('', ' ', '\r\n ');
	/** A mailbox in the forms of RFC 5322: its name in quotation marks, in a comment, or none; with blanks and comments around. */
	const mailbox = fc.tuple(fc.constantFrom('quoted', 'comment', 'bare', 'angle'), name, address, gap, gap).map(([form, name, address, one, two]) => {
		const note = `(${escaped(name, /[()\\]/g)})`;
		if (form === 'quoted') return { name, address, header: `${one}"${escaped(name, /["\\]/g)}"${two}<${one}${address}${note}>` };
		if (form === 'comment') return { name, address, header: `${one}${address}${two}${note}` };
		return { name: null, address, header: form === 'bare' ? `${one}${address}${two}` : `${two}<${address}>` };
	});
	const headers = fc.array(mailbox, { minLength: 1, maxLength: 4 }).chain((all) => fc.boolean().map((isGroup) => {
		const list = all.map(({ header }) => header).join(',');
		return { all, header: isGroup ? `"Te,am":${list};` : list };
	}));
	const keysOf = (header: string) => mailboxesIn(header).map(({ key }) => key);

	it('mailboxes are read as they were written, and as nodemailer reads them', () => {
		fc.assert(fc.property(headers, ({ all, header }) => {
			expect(ours(header).map(([found]) => found)).toEqual(all.map(({ name }) => name));
			expect(keysOf(header)).toEqual(all.flatMap(({ address }) => keysOf(address)));
			expect(theirs(header).flatMap(([, found]) => keysOf(String(found)))).toEqual(keysOf(header));
			expect(mailboxesIn(header).every(({ isLegal }) => isLegal)).toBe(true);
		}), { numRuns: 500 });
	});

	it('of any signs, both readers find what is found, and find it again as it is sent', () => {
		const soup = fc.array(fc.oneof(fc.constantFrom(...'"\\()<>,;:@.[] \n', 'a@b.jp', '<a@b.jp>', 'Ann', '山田'), address), { maxLength: 9 }).map((parts) => parts.join(''));
		fc.assert(fc.property(soup, (header) => {
			for (const { name, address, key, isLegal } of entriesIn(header, ',')) {
				if (address === undefined || !isLegal) continue;
				const sent = mailboxOf(name, address);
				expect(entriesIn(sent, ',')).toMatchObject([{ name, address, key, isLegal: true }]);
				if (!losesQuotes.test(address)) expect(theirs(sent).flatMap(([, found]) => keysOf(String(found)))).toEqual([key]);
			}
		}), { numRuns: 1_000 });
	});
});

it('spellings of one mailbox have one key, and a tag is another spelling', () => {
	const keys = (header: string) => addressesIn(header).map(({ key }) => key);
	expect(keys('Anna@Example.jp, <"anna"@example.jp>, "A" <anna@example.jp>')).toEqual(['anna@example.jp']);
	expect(keys('"try..this."@docomo.example')).toEqual(keys('try..this.@docomo.example'));
	expect(['anna+shop@example.jp', 'anna@example.jp', '+81@example.jp', 'a@b+c.jp'].map(withoutTag)).toEqual(['anna@example.jp', 'anna@example.jp', '+81@example.jp', 'a@b+c.jp']);
	expect(addressesIn(null)).toEqual([]);
});

it('a text that is longer than a header is read to no part: it is one entry without an address', () => {
	const header = 'anna@example.jp,'.repeat(MAX_HEADER / 16);
	expect(mailboxesIn(header)).toHaveLength(MAX_HEADER / 16);
	expect(mailboxesIn(`${header},`)).toEqual([{ text: `${header},`, name: `${header},`, isLegal: false }]);
	expect(mailboxesIn(' '.repeat(MAX_HEADER + 1))).toEqual([]);
});
