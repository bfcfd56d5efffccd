import fc from 'fast-check';

import { htmlToText } from '../../nodes/SupportInbox/output/htmlToText';

it.each([
	['<p>One</p><p>Two</p>', 'One\n\nTwo'],
	['Hello<br>World', 'Hello\nWorld'],
	['<div>a</div><div>b</div>', 'a\n\nb'],
	['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
	['<table><tr><td>Order</td><td>5</td></tr></table>', 'Order 5'],
	['5 &lt; 6 &amp;&#12354;&#x1F600;&nbsp;&copy;', '5 < 6 &あ😀 ©'],
	['&unknown; &#0;', '&unknown; &#0;'],
	['a  \n\t b', 'a b'],
	['<!-- <p>no</p> -->yes', 'yes'],
	['<style>p{}</style><SCRIPT>if (1 > 0) {}</script >yes', 'yes'],
	['<a href="https://x.example/?a=1&amp;b=2">here</a>', 'here (https://x.example/?a=1&b=2)'],
	['<a href="javascript:alert(1)">here</a>', 'here'],
	['<a title="5 > 4" href=\'http://x.example\'>here</a>', 'here (http://x.example)'],
	['<img alt="it\'s">text', 'text'],
	['<p title="open>one</p><p>two</p>', 'one\n\ntwo'],
	['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
	['<title>Mail</title>', ''],
	['a <!-- open', 'a <!-- open'],
	['<p>a</p><!-- open', 'a\n\n<!-- open'],
	['a <!-- <b>open', 'a'],
	['', ''],
])('%s', (html, text) => {
	expect(htmlToText(html)).toBe(text);
});

it('keeps every word of text that has no markup', () => {
	fc.assert(
		fc.property(fc.array(fc.stringMatching(/^[a-zあ-ん0-9.,]+$/)), (words) => {
			expect(htmlToText(words.join(' '))).toBe(words.join(' '));
		}),
	);
});

/** @returns µs of the processor; garbage and whatever this machine does meanwhile can only add to it */
function workFor(html: string): number {
	const before = process.cpuUsage();
	htmlToText(html);
	return Math.max(1_000, process.cpuUsage(before).user);
}

describe.each(['', '>'])('ending with "%s"', (end) => {
	const pieces = ['<', '<a', '<!--', '<script>', '<p "', '&#', '<p title="', '<a href="', '<p title=">'];

	it.each(pieces)('reads %s with work that grows with the length, not with its square', (piece) => {
		const leastWork = (size: number) => {
			const html = piece.repeat(size / piece.length) + end;
			return Math.min(...Array.from({ length: 4 }, () => workFor(html)));
		};
		// 16 times as long: were the work the square of it, it would be 256 times.
		expect(leastWork(1_280_000) / leastWork(80_000)).toBeLessThan(128);
	});
});
