import fc from 'fast-check';
import { shorten } from '../../nodes/SupportInbox/output/text/shorten';

it.each([
	['short', 10, 'short'],
	['short', 5, 'short'],
	['shorter', 5, 'short… [cut: 2 more characters]'],
	['👍🏽👍🏽👍🏽', 5, '👍🏽👍🏽… [cut: 2 more characters]'],
	['👍🏽👍🏽', 4, '👍🏽👍🏽'],
	['👍🏽👍🏽', 1, '👍… [cut: 3 more characters]'],
])('%s to %d characters', (text, max, expected) => {
	expect(shorten(text, max)).toBe(expected);
});

/** What joins its neighbours, and what does not. */
const UNITS = [
	'a', 'é', ' ', '\r', '\n', '\r\n', '\t', 'あ', 'か\u3099', '漢', 'ｶ', 'ﾞ', '각', '\u1112\u1161\u11ab', '\u0301', '👍', '🏽', '\u200d', '👩', '❤', '\ufe0f', '1\ufe0f\u20e3',
	'🇯', '🇵', 'กำ', 'น้', 'नि', 'ש', '\u05b0', 'Ж', 'ế', '\u00ad', '\u200b', '\u2028', '\ud83d', '\ude00', '©',
];

it('divides no character, and leaves out no more than one', () => {
	const segments = (text: string) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);
	const text = fc.array(fc.constantFrom(...UNITS), { maxLength: 12 }).map((some) => some.join(''));
	fc.assert(
		fc.property(text, fc.integer({ min: 1, max: 12 }), (given, max) => {
			const points = [...given];
			const ends = segments(given).map((_segment, place, all) => [...all.slice(0, place + 1).join('')].length);
			const end = ends.filter((one) => one <= max).at(-1) ?? max;
			const cut = points.length > max ? `${points.slice(0, end).join('')}… [cut: ${points.length - end} more characters]` : given;
			expect(shorten(given, max)).toBe(cut);
		}),
		{ numRuns: 5_000 },
	);
});

it('a character of thousands of marks is cut, too', () => {
	expect(shorten(`a${'\u0301'.repeat(50_000)}`, 10).length).toBeLessThan(1_100);
});
