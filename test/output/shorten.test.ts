import fc from 'fast-check';

import { shorten } from '../../nodes/SupportInbox/output/text/shorten';

it.each([
	['short', 10, 'short'],
	['short', 5, 'short'],
	['shorter', 5, 'short… [cut: 2 more characters]'],
	['👍🏽👍🏽👍🏽', 2, '👍🏽👍🏽… [cut: 1 more characters]'],
	['👍🏽👍🏽', 2, '👍🏽👍🏽'],
])('%s to %d characters', (text, max, expected) => {
	expect(shorten(text, max)).toBe(expected);
});

it('keeps the beginning and never cuts a character in two', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
			const [kept] = shorten(text, max).split('… [cut: ');
			expect(text.startsWith(kept)).toBe(true);
			expect(kept).not.toMatch(/[\uD800-\uDBFF]$/);
		}),
	);
});
