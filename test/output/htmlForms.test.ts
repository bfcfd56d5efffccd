/** Forms of HTML that are allowed, or that mail programs show although they are not. */
import fc from 'fast-check';
import { htmlToText } from '../../nodes/SupportInbox/output/text/htmlToText';
import { newText } from '../../nodes/SupportInbox/output/text/newText';

describe('nothing is taken for hidden that is shown', () => {
	it.each([
		['<html><head><meta charset="utf-8"><body><p>Hello</p></body></html>', 'Hello'],
		['<head><title>x</title><style>p{}</style><body><header>Logo</header><p>Hello', 'Logo\n\nHello'],
		['<noscript>shown</noscript>', 'shown'],
		['<title>no</titles> no</title\n>yes', 'yes'],
		['<!-->x<p>b</p>', 'x\n\nb'],
		['<!-- no --!>x<p>b</p>', 'x\n\nb'],
		['<!--[if mso]>no<![endif]--><!--[if !mso]><!-->yes<!--<![endif]-->', 'yes'],
		['<font face="Arial"">It is "broken"</font>', 'It is "broken"'],
		["<p it's>It's late, isn't it?</p>", "It's late, isn't it?"],
		['<img alt = "a > b">text', 'text'],
	])('%s', (html, text) => {
		expect(htmlToText(html)).toBe(text);
	});

	it.each(['style', 'script', 'title', 'template', 'textarea', '!--', 'title/'])('<%s> that is never closed hides no text', (name) => {
		expect(htmlToText(`<p>One</p><${name}><p>Two</p><p>Three</p>`)).toMatch(/^One\s+(?:>\s+)?Two\s+Three$/);
	});
});

it.each([
	['M&uuml;ller &eacute;t&eacute; &szlig; &Ouml;', 'Müller été ß Ö'],
	['&deg;&frac12;&sup2;&iexcl;&yuml;&divide;', '°½²¡ÿ÷'],
	['&rarr;&bull;&hellip;&euro;&trade;&ndash;&bdquo;&rsaquo;', '→•…€™–„›'],
	['a&ensp;b&thinsp;c&zwnj;d&rlm;e&shy;f', 'a\u2002b\u2009c\u200cd\u200fe\u00adf'],
	['a&nbsp b &amp c &lt', 'a  b & c <'],
	['&rarr &copy2 &-; &unknown', '&rarr &copy2 &-; &unknown'],
	['&#150; &#147;a&#148; &#128; &#x99; &#8364 &#x20AC', '– “a” € ™ € €'],
	['&amp;lt; &amp;amp;lt; &amp;#60; &ampamp;', '&lt; &amp;lt; &#60; &ampamp;'],
	['<a href="https://x.example/?a=1&copy=2&sect_id=4&amp;reg=3&para">x</a>', 'x (https://x.example/?a=1&copy=2&sect_id=4&reg=3¶)'],
])('characters by name and number: %s', (html, text) => {
	expect(htmlToText(html)).toBe(text);
});

describe('lines, links and words', () => {
	it.each([
		['<p>One</p><p>Two</p>', 'One\n\nTwo'],
		['Hello<br>World', 'Hello\nWorld'],
		['5 &lt; 6 &amp;&#12354;&#x1F600;&nbsp;&copy;', '5 < 6 &あ😀 ©'],
		['&unknown; &#0;', '&unknown; &#0;'],
		['a &#xD83D; b &#56832;', 'a \ufffd b \ufffd'],
		['&#xD83D;&#xDE00;', '😀'],
		['a  \n\t b', 'a b'],
		['<style>p{}</style><SCRIPT>if (1 > 0) {}</script >yes', 'yes'],
		['<a href="javascript:alert(1)">here</a>', 'here'],
		['<a title="5 > 4" href=\'http://x.example\'>here</a>', 'here (http://x.example)'],
		['<p title="open>one</p><p>two</p>', 'one\n\ntwo'],
		['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
		['a <!-- open', 'a <!-- open'],
		['<p>a</p><!-- open', 'a\n\n<!-- open'],
		['<pre>line 1\nline 2\r\nline 3</pre>a\nb', 'line 1\nline 2\nline 3\na b'],
		['<div style="color: red; white-space: pre-wrap">a\n<div>b\nc</div></div>d\ne', 'a\nb\nc\nd e'],
		['<body style="line-break: after-white-space;">a\nb', 'a b'],
		['<a href=https://x.example/?a=1&amp;b=2>x</a>', 'x (https://x.example/?a=1&b=2)'],
		['<table><tr><td>a<td>b<tr><th>c<th>d</table>', 'a b\nc d'],
	])('%s', (html, text) => {
		expect(htmlToText(html)).toBe(text);
	});

	it.each(['aside', 'body', 'button', 'caption', 'center', 'dd', 'details', 'dt', 'figcaption', 'h6', 'legend', 'option', 'select', 'summary'])(
		'words of neighbouring %s are on lines of their own',
		(name) => {
			expect(htmlToText(`<${name}>a</${name}><${name} class="c">b</${name}>`)).toBe('a\nb');
		},
	);
});

it.each([
	'<pre>Two are broken.\n\nOn Tue, 10 Mar 2026 at 10:02, Shop wrote:\n&gt; Hello\n&gt; How are you?</pre>',
	'<div>Two are broken.<br>\n<br>\nOn Tue, 10 Mar 2026 at 10:02, Shop wrote:<br>\n&gt; Hello<br>\n&gt; How are you?</div>',
	'<div style="white-space: pre-wrap">Two are broken.\n-- \nAnna</div>',
	'<div>Two are broken.<br>\n-- <br>\nAnna</div>',
])('Without Quoted Text of lines in HTML: %s', (body) => {
	expect(newText({ title: 'Re: Your order', body, is_html: true })).toBe('Two are broken.');
});

it('keeps every word of text that has no markup', () => {
	fc.assert(
		fc.property(fc.array(fc.stringMatching(/^[a-zあ-ん0-9.,]+$/)), (words) => {
			expect(htmlToText(words.join(' '))).toBe(words.join(' '));
		}),
	);
});
