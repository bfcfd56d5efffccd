import fc from 'fast-check';
import { TICKET_STATUSES } from '../../nodes/SupportInbox/fields/enumerations';
import * as rules from '../../nodes/SupportInbox/fields/rules';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const TOKYO = { zone: 'Asia/Tokyo', now: NOW };
const given = (rule: rules.Rule, value: unknown, circumstances = TOKYO) => rule(value, circumstances);

const WORDS = ['open', 'closed'];

/** rule, value, what is sent; undefined: nothing */
const SENT: Array<[string, rules.Rule, unknown, unknown]> = [
	['an id', rules.id, 1201, 1201],
	['an id as text', rules.id, ' 1201 ', 1201],
	['no id', rules.id, '', undefined],
	['null is no id', rules.id, null, undefined],
	['none', rules.orNone(rules.id), rules.NONE, null],
	['an id or null', rules.orNone(rules.id), '7', 7],
	['nothing or null', rules.orNone(rules.id), '', undefined],
	['ids', rules.ids, [1, '2'], [1, 2]],
	['ids as text', rules.ids, '1, 2,3', [1, 2, 3]],
	['ids as JSON', rules.ids, '[1, "2"]', [1, 2]],
	['one id', rules.ids, 5, [5]],
	['an empty list of ids', rules.ids, [], undefined],
	['a ticket as lists show it', rules.ticketId, '#1201', 1201],
	['leave as it is', rules.orNoChange(rules.id), rules.NO_CHANGE, undefined],
	['without', rules.severalOrWithout(rules.id), [-1], [-1]],
	['without, as text', rules.severalOrWithout(rules.id), '-1', [-1]],
	['an empty search list', rules.severalOrWithout(rules.id), [], undefined],
	['text', rules.text(5), 'あいうえお', 'あいうえお'],
	['empty text', rules.text(5), '', undefined],
	['a number as text', rules.text(5), 12, '12'],
	['blank text', rules.text(5), '  ', undefined],
	['true as text', rules.text(5), true, 'true'],
	['emoji of one code point each', rules.text(2), '👍🎉', '👍🎉'],
	['none as the empty string', rules.userOrWithout, rules.NONE, ''],
	['null is not without', rules.userOrWithout, null, undefined],
	['a word', rules.oneOf(WORDS), 'open', 'open'],
	['no word', rules.oneOf(WORDS), '', undefined],
	['no word, but none', rules.orNone(rules.oneOf(WORDS)), rules.NONE, null],
	['words', rules.someOf(WORDS), ['open', 'closed'], ['open', 'closed']],
	['a word twice', rules.someOf(WORDS), 'open, closed, open', ['open', 'closed']],
	['without, in words', rules.someOf(WORDS, ''), [rules.NONE], ['']],
	['a whole number', rules.integer(0, 1440), '0', 0],
	['the greatest number', rules.integer(0, 1440), 1440, 1440],
	['false as text', rules.flag, 'False', false],
	['a time of the day', rules.timeOfDay, ' 09:30 ', 570],
	['one of a single digit', rules.timeOfDay, '9:05', 545],
	['the end of the day', rules.timeOfDay, '24:00', 1440],
	['a code', rules.codes, 'mail', ['mail']],
	['codes as text', rules.codes, 'mail, chat_2', ['mail', 'chat_2']],
	['a code by the name that people see', rules.byName(TICKET_STATUSES, true, rules.codes), 'on hold, No Action Needed, foreseen', ['ongoing', 'unwanted', 'foreseen']],
	['a word by its name, in any capitals', rules.byName(TICKET_STATUSES, false, rules.oneOf(TICKET_STATUSES)), ' ON HOLD ', 'ongoing'],
	['words in any capitals', rules.byName(TICKET_STATUSES, true, rules.someOf(TICKET_STATUSES)), 'Closed, spam', ['closed', 'spam']],
	['a number by the name that people see', rules.byName([{ name: 'Monday', value: 1 }], true, rules.someOf(['1', '2'])), ['monday', 2], ['1', '2']],
	['none by its name', rules.byName([{ name: 'Nobody', value: rules.NONE }], false, rules.orNone(rules.user)), 'nobody', null],
	['an id twice', rules.ids, [1, '1', 2], [1, 2]],
	['a ticket as a number', rules.ticketId, 1201, 1201],
	['a key', rules.exactKey(5), 'a.b/c', 'a.b/c'],
	['a number as a key', rules.exactKey(5), 7, '7'],
	['a key with a blank', rules.exactKey(5), 'K 1', 'K 1'],
	['two lines as one', rules.line(20), ' Your order\r\n is ready\n', 'Your order is ready'],
	['a value that was filled in', rules.filled(rules.id), '7', 7],
	['true', rules.flag, true, true],
	['a negative number', rules.integer(-5, 5), ' -5 ', -5],
];

it.each(SENT)('%s', (_what, rule, value, sent) => {
	expect(given(rule, value)).toEqual(sent);
});

const REFUSED: Array<[string, rules.Rule, unknown, RegExp]> = [
	['null where there is none to choose', rules.orNone(rules.id), null, /enter "__none__"/],
	['a path', rules.id, '../5', /is not an id/],
	['zero', rules.id, 0, /is not an id/],
	['half an id', rules.id, 1.5, /is not an id/],
	['an id beyond exact numbers', rules.id, '9007199254740993', /is not an id/],
	['true', rules.id, true, /is not an id/],
	['an object', rules.id, { id: 5 }, /^{"id":5} is not an id/],
	['an exponent', rules.id, '1e3', /"1e3" is not an id/],
	['zeros before a number, which may be a name or a code', rules.id, '007', /"007" is not an id/],
	['zeros before the number of a ticket', rules.ticketId, '#0012', /"0012" is not an id/],
	['a number with a fraction of zero', rules.id, '12.0', /is not an id/],
	['wide digits', rules.id, '１２', /is not an id/],
	['a list of one', rules.id, [5], /^\[5\] is not an id/],
	['NaN', rules.id, NaN, /^NaN is not an id/],
	['a gap in a list', rules.ids, [1, null], /null is not a value/],
	['an object as text', rules.text(), { a: 1 }, /^{"a":1} is not text/],
	['a list as text', rules.text(), ['a'], /^\["a"\] is not text/],
	['no number as text', rules.text(), NaN, /^NaN is not text/],
	['an infinite number as text', rules.text(), Infinity, /^Infinity is not text/],
	['half a character', rules.text(), 'a\ud83d', /half a character/],
	['a list of one key', rules.exactKey(), [''], /is not text/],
	['steps between folders', rules.exactKey(), '..', /cannot be looked up/],
	['a list as a word', rules.oneOf(WORDS), ['open'], /is not known/],
	['true as a number', rules.integer(1, 99), true, /is not possible/],
	['an exponent as a number', rules.integer(1, 99), '1e1', /is not possible/],
	['a list as a flag', rules.flag, ['true'], /not true or false/],
	['a name with a line break', rules.addresses, 'Ann\r\nBcc: x <a@b.example>', /is not an e-mail address/],
	['without and with', rules.severalOrWithout(rules.id), [-1, 5], /cannot be combined/],
	['long text', rules.text(5), 'あいうえおか', /6 characters.*at most 5/],
	['a long emoji text, by its code points', rules.text(3), '👍🏽👍🏽', /4 characters.*at most 3/],
	['another word', rules.oneOf(WORDS), 'Opened', /"Opened" is not known.*open, closed/],
	['words, without and with', rules.someOf(WORDS, ''), [rules.NONE, 'open'], /cannot be combined/],
	['none where there is none', rules.someOf(WORDS), [rules.NONE], /is not known/],
	['too small', rules.integer(1, 99), 0, /from 1 to 99/],
	['too small without an upper bound', rules.integer(1), 0, /Enter a whole number, 1 or more\.$/],
	['too great for a number', rules.integer(1), '9'.repeat(400), /1 or more/],
	['nothing among words, where there is without', rules.someOf(WORDS, ''), [null], /null is not a value/],
	['too great', rules.integer(1, 99), '100', /from 1 to 99/],
	['no whole number', rules.integer(1, 99), 1.5, /from 1 to 99/],
	...['a@b.example,', ',a@b.example', 'a@b.example,,c@d.example', ',', '"A <a@b.example>, c@d.example'].map((list): [string, rules.Rule, unknown, RegExp] => [
		`a gap or half a pair of quotation marks: ${list}`, rules.addresses, list, /An address is missing at a comma, or a quotation mark/,
	]),
	['a time of the day with more around it', rules.timeOfDay, '109:30', /"109:30" is not a time of the day/],
	['minutes beyond the hour', rules.timeOfDay, '09:60', /is not a time of the day/],
	['a time after the end of the day', rules.timeOfDay, '24:01', /is not a time of the day/],
	['what is no code', rules.codes, 'Mail', /"Mail" is not a code of the service.*mail or received/],
	['a code with a sign', rules.codes, ['mail!'], /is not a code/],
	['a number as a code', rules.codes, [5], /^5 is not a code/],
	['nothing filled in', rules.filled(rules.id), ' ', /There is no value\. Enter or choose one; a field that was added can also be removed\./],
	['a step to the same folder', rules.exactKey(), '.', /cannot be looked up: web addresses/],
	['a key that is too long', rules.exactKey(2), 'abc', /3 characters/],
	['a mark without a ticket', rules.ticketId, '#', /is not an id/],
	['a list without an address', rules.addresses, ['', null], /holds no address/],
];

it.each(REFUSED)('refused: %s', (_what, rule, value, message) => {
	expect(() => given(rule, value)).toThrow(message);
});

describe('an id or a name', () => {
	const idOf = (list: string, wanted: string | number) => `${list} ${typeof wanted === 'number' ? '#' : ''}${wanted}`;
	const byName = { ...TOKYO, idOf };
	const label = rules.idOrName('labels');

	it.each<[string, rules.Rule, unknown, rules.Circumstances, unknown]>([
		['an id', label, 5, byName, 'labels #5'],
		['an id where no list is read', label, ' 5 ', TOKYO, 5],
		['digits, which may be a name', label, '5', byName, 'labels 5'],
		['a number that is no id', label, 1.1, byName, 'labels 1.1'],
		['a name', label, 'Urgent', byName, 'labels Urgent'],
		['nothing', label, '', byName, undefined],
		['a user', rules.user, 'Aiko', byName, 'users Aiko'],
		['a user where no names are taken', rules.user, 'aiko', TOKYO, 'aiko'],
		['several', rules.several(label), 'Urgent, 5', byName, ['labels Urgent', 'labels 5']],
		['a name in brackets', rules.several(label), '[VIP]', byName, ['labels [VIP]']],
		['names with a comma as JSON', rules.several(label), '["Late, lost", 5]', byName, ['labels Late, lost', 'labels #5']],
		['without, beside names', rules.severalOrWithout(label), [-1], byName, [-1]],
		['names to search for', rules.severalOrWithout(label), ['Urgent'], byName, ['labels Urgent']],
	])('%s', (_what, rule, value, circumstances, sent) => {
		expect(rule(value, circumstances)).toEqual(sent);
	});

	it('is refused where it is neither', () => {
		expect(() => label({ id: 5 }, byName)).toThrow('{"id":5} is not an id or a name. Enter one of its fields.');
		expect(() => label('Urgent', TOKYO)).toThrow('"Urgent" is not an id.');
		expect(() => label(true, byName)).toThrow('true is not an id or a name.');
	});
});

describe('rows', () => {
	it('are those of the editor, and none where there is nothing', () => {
		expect(rules.rowsIn({ values: [{ name: 'a' }] })).toEqual([{ name: 'a' }]);
		for (const nothing of [undefined, null, '', {}, { values: undefined }]) expect(rules.rowsIn(nothing)).toEqual([]);
	});

	it.each([[[{ name: 'a' }]], ['x'], [5], [{ values: 'x' }], [{ values: [1] }], [{ values: [null] }], [{ values: [{}, 1] }]])('refused: %j', (value) => {
		expect(() => rules.rowsIn(value)).toThrow(`${JSON.stringify(value)} is not a list of rows. Add a row for each`);
	});
});

it.each([
	['letters', 'x'.repeat(20_000)],
	['characters of two code units', '👍'.repeat(20_000)],
	['a list', Array.from({ length: 20_000 }, (_, index) => index)],
])('quotes %s up to 100 characters', (_what, value) => {
	const { message } = refusalOf(() => given(rules.id, value));
	const [quoted] = message.split(' is not an id');
	expect([...quoted]).toHaveLength(101);
	expect(quoted).toMatch(/…$/);
	expect(quoted).not.toMatch(/\p{Surrogate}/u);
});

describe('always', () => {
	it('an id is a positive integer or refused, whatever comes', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				const id = outcomeOf(() => given(rules.id, value));
				expect(id === undefined || (Number.isSafeInteger(id) && Number(id) > 0)).toBe(true);
			}),
		);
	});

	it('ids survive being written as text', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.integer({ min: 1 }), { minLength: 1 }), (list) => {
				expect(given(rules.ids, list.join(', '))).toEqual(list);
				expect(given(rules.ids, JSON.stringify(list))).toEqual(list);
			}),
		);
	});

	it('text is never made of what is no text', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				const text = outcomeOf(() => given(rules.text(), value));
				expect(text === undefined || text === String(value)).toBe(true);
				expect(String(text)).not.toMatch(/^\[object|^NaN$/);
			}),
		);
	});

	it('text is sent as it is or refused by its length', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 0, max: 30 }), (text, max) => {
				const sent = outcomeOf(() => given(rules.text(max), text));
				expect(sent).toBe([...text].length <= max && text.trim() !== '' ? text : undefined);
			}),
		);
	});
});

function outcomeOf(work: () => unknown): unknown {
	try {
		return work();
	} catch {
		return undefined;
	}
}

function refusalOf(work: () => unknown): Error {
	try {
		work();
	} catch (error) {
		return error as Error;
	}
	throw new Error('nothing was refused');
}
