/** What an e-mail address is: one rule for the keys and lists of contacts, for To, CC and BCC, and for memos. */
import { addresses, emailAddress } from '../../nodes/SupportInbox/fields/rules';
import { mailboxesIn, MAX_HEADER } from '../../nodes/SupportInbox/transport/mailHeaders/addresses';

const NOW = { zone: 'UTC', now: 0 };

/** Other forms are those of headers: test/transport/mailHeaders. */
it.each<[given: string, taken: string]>([
	['\ufefftaro@example.jp', 'taro@example.jp'],
	['Yamada, Hanako <hanako@example.jp>', 'hanako@example.jp'],
	['サーバー@サーバー.example', 'サーバー@サーバー.example'],
])('%s is %s', (given, taken) => {
	expect(emailAddress(given, NOW)).toBe(taken);
});

/** What a Japanese keyboard, a copied text or a sentence brings along, and the address that was meant. */
it.each<[given: string, meant: string]>([
	['taro@ｅｘａｍｐｌｅ.jp', 'taro@example.jp'],
	['taro＠example.jp', 'taro@example.jp'],
	['taro@example。jp', 'taro@example.jp'],
	['taro@example.jp。', 'taro@example.jp'],
	['taro@example.jp　（会社）', 'taro@example.jp'],
	['山田＜taro@example.jp＞', 'taro@example.jp'],
	['宛先：taro@example.jp', 'taro@example.jp'],
	['taro@example.jp様', 'taro@example.jp'],
	['taro@example.jp 様', 'taro@example.jp'],
	['佐藤@例え.テスト様', '佐藤@例え.テスト'],
	['taroーyamada@example.jp', 'taro-yamada@example.jp'],
	['taro‐yamada@example.jp', 'taro-yamada@example.jp'],
	['taro@example.jp.', 'taro@example.jp'],
	['mailto:taro@example.jp', 'taro@example.jp'],
	["'taro@example.jp'", 'taro@example.jp'],
	['**taro@example.jp**', 'taro@example.jp'],
	['{taro@example.jp}', 'taro@example.jp'],
	['taro@example.jp?', 'taro@example.jp'],
])('%s is refused: %s was meant', (given, meant) => {
	const message = `Did you mean "${meant}"?`;
	expect(() => emailAddress(given, NOW)).toThrow(message);
	expect(() => addresses(`anna@example.jp, ${given}`, NOW)).toThrow(message);
});

it.each([
	['ta\u200bro@example.jp', 'U+200B'],
	['\u202ataro@example.jp\u202c', 'U+202A'],
	['taro@exam\u00adple.jp', 'U+00AD'],
	['taro@example.jp\ufe0f', 'U+FE0F'],
])('a character that nobody sees is named: %j', (given, name) => {
	expect(() => emailAddress(given, NOW)).toThrow(`It holds ${name}, which nobody sees. Did you mean "taro@example.jp"?`);
});

it.each(['taro・yamada@example.jp', 'taro@', '@example.jp', 'taro@example..jp', 'a@b@example.jp', '<mailto:a@b.jp|a@b.jp>', '#N/A', 'taro', '""@example.jp', 'a\\@b.example'])(
	'%s is refused, and nobody knows what was meant',
	(given) => expect(() => emailAddress(given, NOW)).toThrow(' is not an e-mail address. Enter one such as'),
);

it.each(['a@b.jp, c@d.jp', 'a@b.jp、c@d.jp', 'a@b.jp\nc@d.jp', '<a@b.jp> <c@d.jp>'])('%j is refused, and the error says that there are two', (given) => {
	expect(() => emailAddress(given, NOW)).toThrow(`${JSON.stringify(given)} is not an e-mail address, but 2. Enter one.`);
});

it('the entries of a list by expression are joined', () => {
	expect(addresses(['Anna <anna@example.jp>', '', 'ben@example.jp (Ben)'], NOW)).toBe('Anna <anna@example.jp>, Ben <ben@example.jp>');
});

it('a comma in a name needs quotation marks, because the names may be two people', () => {
	expect(() => addresses('Ben, Anna <anna@example.jp>', NOW)).toThrow('"Ben" is not an e-mail address. Enter addresses with commas between them.');
});

it('a longer text than is read as addresses is refused, also where marks that are added make it longer', () => {
	const people = (count: number, name: string) => Array.from({ length: count }, (_, place) => `p${place}@example.jp (${name})`).join(',');
	const many = people(1_000, 'Team: a');
	expect(mailboxesIn(addresses(many, NOW))).toHaveLength(1_000);
	const marked = people(1_800, '":"":"');
	expect(marked.length).toBeLessThan(MAX_HEADER);
	for (const text of [people(3_000, 'Team: a'), marked]) expect(() => addresses(text, NOW)).toThrow('are read from 50000 characters at most');
	expect(() => emailAddress(`${'a'.repeat(MAX_HEADER)}@example.jp`, NOW)).toThrow('are read from 50000 characters at most, and it has 50011');
});
