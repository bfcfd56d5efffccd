/** Who a header names, and what a person may type: the forms that are read, with nodemailer's reader as a second opinion. */
import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import { addresses } from '../../../nodes/SupportInbox/fields/rules';
import { addressesIn, entriesIn, mailboxesIn, mailboxOf, MAX_HEADER, withoutTag } from '../../../nodes/SupportInbox/transport/mailHeaders/addresses';

type Named = readonly [name: string | null, address: string | undefined];
const ours = (header: string): Named[] => mailboxesIn(header).map(({ name, address }) => [name, address]);
const theirs = (header: string): Named[] => addressparser(header, { flatten: true }).map(({ name, address }) => [name || null, address || undefined]);
const typed = (text: string) => addresses(text, { zone: 'UTC', now: 0 });

/** `sent`: what a mail to the typed text names; null: a person who types it is asked. */
it.each<[form: string, header: string, found: Named[], sent: string | null, readByNodemailer?: Named[]]>([
	['a@b', 'anna@example.jp', [[null, 'anna@example.jp']], 'anna@example.jp'],
	['dots anywhere before the @', 'try..this.@docomo.example', [[null, 'try..this.@docomo.example']], 'try..this.@docomo.example'],
	['letters of all scripts', '佐藤@例え.example', [[null, '佐藤@例え.example']], '佐藤@例え.example'],
	['signs before the @', "o'brien+x_{y}=z@example.co.jp", [[null, "o'brien+x_{y}=z@example.co.jp"]], "o'brien+x_{y}=z@example.co.jp"],
	['"a..b"@c', '"a..b"@docomo.example', [[null, '"a..b"@docomo.example']], '"a..b"@docomo.example', [[null, 'a..b@docomo.example']]],
	['"a b"@c, with an address in it', '"anna@example.jp, b"@shop.example', [[null, '"anna@example.jp, b"@shop.example']], '"anna@example.jp, b"@shop.example'],
	['"a"@c without need', '"no-reply"@shop.example', [[null, 'no-reply@shop.example']], 'no-reply@shop.example'],
	['Name <a@b>', '山田 花子 <anna@example.jp>', [['山田 花子', 'anna@example.jp']], '山田 花子 <anna@example.jp>'],
	['Name <"a b"@c>', 'Bob <"bob, b"@example.jp>', [['Bob', '"bob, b"@example.jp']], 'Bob <"bob, b"@example.jp>'],
	['Name <a@b> on two lines', 'Anna\r\n <anna@example.jp>', [['Anna', 'anna@example.jp']], null],
	['a name that is an address', "'carl@bank.example' <anna@example.jp>", [["'carl@bank.example'", 'anna@example.jp']], `"'carl@bank.example'" <anna@example.jp>`],
	['"Last, First" <a@b>', '"Sato, Anna" <anna@example.jp>', [['Sato, Anna', 'anna@example.jp']], '"Sato, Anna" <anna@example.jp>'],
	['quotation marks and brackets in a name', '"Ann \\"A\\" <x@y.jp>" Lee <anna@example.jp>', [['Ann "A" <x@y.jp> Lee', 'anna@example.jp']], '"Ann \\"A\\" <x@y.jp> Lee" <anna@example.jp>'],
	['Last, First <a@b>', 'Sato, Anna <anna@example.jp>', [['Sato, Anna', 'anna@example.jp']], null],
	['Name (x) <a@b>', 'Anna (Sales, EU) <anna@example.jp>', [['Anna', 'anna@example.jp']], 'Anna <anna@example.jp>'],
	['(x) <a@b>', '(was <old@example.jp>) <anna@example.jp>', [['was <old@example.jp>', 'anna@example.jp']], '"was <old@example.jp>" <anna@example.jp>'],
	['a@b (Name)', 'anna@example.jp (Sato, Anna)', [['Sato, Anna', 'anna@example.jp']], '"Sato, Anna" <anna@example.jp>'],
	['a@b(Name)', 'anna@example.jp(Sato)', [['Sato', 'anna@example.jp']], 'Sato <anna@example.jp>'],
	['<a@b> (Name)', '<anna@example.jp> (Sato)', [['Sato', 'anna@example.jp']], 'Sato <anna@example.jp>'],
	['wide brackets in a name', '佐藤（営業）<anna@example.jp>', [['佐藤（営業）', 'anna@example.jp']], '佐藤（営業） <anna@example.jp>'],
	['a wide bracket that ends another', '111(aaa）<anna@example.jp>, Ben (x) <ben@example.jp>', [['111(aaa）', 'anna@example.jp'], ['Ben', 'ben@example.jp']], '"111(aaa）" <anna@example.jp>, Ben <ben@example.jp>', [['111', undefined]]],
	['a colon in a name', 'News: Shop <anna@example.jp>', [['News: Shop', 'anna@example.jp']], '"News: Shop" <anna@example.jp>', [['Shop', 'anna@example.jp']]],
	['a comma too many', 'anna@example.jp, , ben@example.jp,', [[null, 'anna@example.jp'], [null, 'ben@example.jp']], null],
	['two senders', 'anna@example.jp, "Lee, Ben" <ben@example.jp>', [[null, 'anna@example.jp'], ['Lee, Ben', 'ben@example.jp']], 'anna@example.jp, "Lee, Ben" <ben@example.jp>'],
	['a list by semicolon', 'anna@example.jp; Ben <ben@example.jp>', [[null, 'anna@example.jp'], ['Ben', 'ben@example.jp']], 'anna@example.jp, Ben <ben@example.jp>'],
	['encoded words', '=?UTF-8?B?5bGx55Sw?= =?utf-8?q?_=E8=8A=B1?= <anna@example.jp>', [['山田 花', 'anna@example.jp']], '山田 花 <anna@example.jp>', [['=?UTF-8?B?5bGx55Sw?= =?utf-8?q?_=E8=8A=B1?=', 'anna@example.jp']]],
	['encoded words with a line break', '"=?utf-8?q?Ann=0D=0ABcc:_x?=" <anna@example.jp>', [['Ann Bcc: x', 'anna@example.jp']], '"Ann Bcc: x" <anna@example.jp>', [['=?utf-8?q?Ann=0D=0ABcc:_x?=', 'anna@example.jp']]],
	['nobody', 'undisclosed-recipients:;', [], null],
])('%s', (_form, header, found, sent, readByNodemailer = found) => {
	expect(ours(header)).toEqual(found);
	expect(theirs(header)).toEqual(readByNodemailer);
	if (sent === null) expect(() => typed(header)).toThrow(/is not (?:an e-mail address|a list of e-mail addresses)/);
	else expect(typed(header)).toBe(sent);
});

/** A header may have them, and its other entries are read; a person who types one is asked. */
it.each<[what: string, text: string]>([
	['a group', 'Team: anna@example.jp'],
	['a route', 'Mary <@relay.example:mary@example.net>'],
	['comments within comments', 'Ann (was (once) <old@example.jp>) <anna@example.jp>'],
	['comments within comments, before an address', '(was (once) <old@example.jp>, and more) anna@example.jp'],
	['a bracket that is not closed', 'Anna <anna@example.jp'],
	['no brackets', 'Anna anna@example.jp'],
	['two addresses, of which programs take the first or the last', 'Ann <ceo@example.jp> <eve@example.com>'],
	['an address before another bracket', '<anna@example.jp> <x>'],
	['quotation marks without an address', '"write to a@b.example now"'],
	['a quoted string that is a part of a word', '"x"eve@example.jp'],
	['a quotation mark without its partner', 'Ann 5" <anna@example.jp>'],
	['quotation marks behind words', 'Ann 5" <anna@example.jp>, Ben 6" <ben@example.jp>'],
	['wide brackets', '山田＜taro@example.jp＞'],
	['wide letters', 'taro@ｅｘａｍｐｌｅ.jp'],
	['two signs', 'a@b@c.example'],
	['an address by number', 'anna@[192.0.2.1]'],
	['a word behind it', '<anna@example.jp> 様'],
])('another form is passed over: %s', (_what, text) => {
	expect(addressesIn(text)).toEqual([]);
	expect(() => typed(text)).toThrow(/is not (?:an e-mail address|a list of e-mail addresses)/);
	expect(addressesIn(`carl@example.jp, ${text}, Eve <eve@example.jp>`).map(({ key }) => key)).toEqual(['carl@example.jp', 'eve@example.jp']);
});
describe('generated', () => {
	const escaped = (text: string, signs: RegExp) => text.replace(signs, '\\$&');
	const word = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 6 });
	const name = fc.array(word('abYz山田花ー0\'"\\,.;:<>()@[]'), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
	/** nodemailer loses blanks at the ends of a quoted string and quotation marks around its text, which are a part of the address. */
	const losesQuotes = /^"[\s\\]|[\s"]"@/;
	const local = fc.oneof(word('ab0.-_+!'), word('ab0.-_+!'), word('a @,;:"\\()[].').map((text) => `"b${escaped(text.trim(), /["\\]/g)}"`));
	const address = fc.tuple(local, word('ab0-'), fc.constantFrom('example', 'jp', '例え')).map(([before, label, top]) => `${before}@${label}.${top}`);
	const gap = fc.constantFrom('', ' ', '\r\n ');
	/** A mailbox in the forms that mail programs write: its name in quotation marks, in a comment, or none; with blanks around. */
	const mailbox = fc.tuple(fc.constantFrom('quoted', 'comment', 'bare', 'angle'), name, address, gap, gap).map(([form, name, address, one, two]) => {
		const note = `(${escaped(name, /[()\\]/g)})`;
		if (form === 'quoted') return { name, address, header: `${one}"${escaped(name, /["\\]/g)}"${two}<${address}>${two}${note}` };
		if (form === 'comment') return { name, address, header: `${one}${address}${two}${note}` };
		return { name: null, address, header: form === 'bare' ? `${one}${address}${two}` : `${two}<${address}>` };
	});
	const headers = fc.tuple(fc.array(mailbox, { minLength: 1, maxLength: 4 }), fc.constantFrom(',', ';')).map(([all, separator]) => ({ all, header: all.map(({ header }) => header).join(separator) }));
	const keysOf = (header: string) => mailboxesIn(header).map(({ key }) => key);

	it('mailboxes are read as they were written, and as nodemailer reads them', () => {
		fc.assert(fc.property(headers, ({ all, header }) => {
			expect(ours(header).map(([found]) => found)).toEqual(all.map(({ name }) => name));
			expect(keysOf(header)).toEqual(all.flatMap(({ address }) => keysOf(address)));
			expect(theirs(header).flatMap(([, found]) => keysOf(String(found)))).toEqual(keysOf(header));
		}), { numRuns: 500 });
	});

	it('of any signs, both readers find what is found, and find it again as it is sent', () => {
		const soup = fc.array(fc.oneof(fc.constantFrom(...'"\\()<>,;:@.[] \n', 'a@b.jp', '<a@b.jp>', 'Ann', '山田'), address), { maxLength: 9 }).map((parts) => parts.join(''));
		fc.assert(fc.property(soup, (header) => {
			for (const { name, address, key } of entriesIn(header)) {
				if (address === undefined) continue;
				const sent = mailboxOf(name, address);
				expect(entriesIn(sent)).toMatchObject([{ name, address, key }]);
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
	expect(mailboxesIn(`${header},`)).toEqual([{ text: `${header},`, name: `${header},` }]);
	expect(mailboxesIn(' '.repeat(MAX_HEADER + 1))).toEqual([]);
});
