import fc from 'fast-check';
import { htmlToText } from '../../nodes/SupportInbox/output/text/htmlToText';

it.each([
	['<p>One</p><p>Two</p>', 'One\n\nTwo'],
	['Hello<br>World', 'Hello\nWorld'],
	['<table><tr><td>Order</td><td>5</td></tr></table>', 'Order 5'],
	['5 &lt; 6 &amp;&#12354;&#x1F600;&nbsp;&copy;', '5 < 6 &あ😀 ©'],
	['&unknown; &#0;', '&unknown; &#0;'],
	['a &#xD83D; b &#56832;', 'a \ufffd b \ufffd'],
	['&#xD83D;&#xDE00;', '😀'],
	['a  \n\t b', 'a b'],
	['<!-- <p>no</p> -->yes', 'yes'],
	['<style>p{}</style><SCRIPT>if (1 > 0) {}</script >yes', 'yes'],
	['<a href="javascript:alert(1)">here</a>', 'here'],
	['<a title="5 > 4" href=\'http://x.example\'>here</a>', 'here (http://x.example)'],
	['<img alt="it\'s">text', 'text'],
	['<p title="open>one</p><p>two</p>', 'one\n\ntwo'],
	['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
	['a <!-- open', 'a <!-- open'],
	['<p>a</p><!-- open', 'a\n\n<!-- open'],
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
