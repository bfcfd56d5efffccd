/** What a person sees although it is no plain text: numbers of lists, struck-out text, raised digits, pictures, forms. */
import { htmlToText } from '../../nodes/SupportInbox/output/text/htmlToText';
import { newText } from '../../nodes/SupportInbox/output/text/newText';

it.each([
	['<ol><li>Open it</li><li>Press</li></ol>', '1. Open it\n2. Press'],
	['<ol><li>a<li>b</ol><ol start="3"><li>c</ol>', '1. a\n2. b\n3. c'],
	['<ol><li>a<li value=7>b<li>c</ol>', '1. a\n7. b\n8. c'],
	['<ol style="list-style-type: lower-alpha"><li>a</ol><ol style="list-style:upper-latin inside"><li>a</ol>', 'a. a\nA. a'],
	['<ol reversed start=2><li>a<li>b</ol>', '2. a\n1. b'],
	['<ol><li>a<ol><li>b<li>c</ol><li>d</ol>', '1. a\n1. b\n2. c\n2. d'],
	['<ol><li>a<ul><li>b</ul></li><li>c</li></ol>', '1. a\n- b\n2. c'],
	['<ol><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>', '1. a\n\nb\n\n2. c'],
	['<ol><li style="display:none">a<li>b</ol>', '1. b'],
	['<ul style="list-style:none"><li>a</li><li>b</li></ul>', 'a\nb'],
	['<li>a<li>b', '- a\n- b'],
	['<p style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">1.<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp;&nbsp; </span></span><![endif]>Open it</p>', '1.   Open it'],
])('numbers of lists: %s', (html, text) => {
	expect(htmlToText(html).replace(/\u00a0/g, ' ')).toBe(text);
});

it.each([
	['We order <s>10</s> 8 pieces.', 'We order ~~10~~ 8 pieces.'],
	['<del>10</del><ins>8</ins> pieces', '~~10~~ 8 pieces'],
	['<del>Monday </del><ins>Tuesday</ins>', '~~Monday~~ Tuesday'],
	['<strike>a</strike>, <span style="text-decoration: line-through">b</span>, <u style="text-decoration:underline line-through red">c</u>', '~~a~~, ~~b~~, ~~c~~'],
	['<s> a <b>b</b> </s> c', '~~a b~~ c'],
	['<s><p>a</p><p>b</p></s>c', '~~a~~\n\n~~b~~\n\nc'],
	['<s>a<br>b</s>', '~~a~~\n~~b~~'],
	['<s>10</s>8', '~~10~~ 8'],
	['<s><a href="https://x.example">a</a></s>', '~~a (https://x.example)~~'],
	['<s>a<span style="display:none">b</span></s>', '~~a~~'],
	['<ins>a</ins> b', 'a b'],
])('struck-out text: %s', (html, text) => {
	expect(htmlToText(html)).toBe(text);
});

it.each([
	['10<sup>2</sup>', '10^2'],
	['3,980<sup>00</sup>円', '3,980^00円'],
	['10<sup>-3</sup> m<sup>2</sup>', '10^-3 m^2'],
	['3<span style="font-size:9px;vertical-align:super">50</span>', '3^50'],
	['H<sub>2</sub>O, 10<sub>2</sub>', 'H2O, 10_2'],
	['the 1<sup>st</sup>, Shop<sup>™</sup>', 'the 1st, Shop™'],
])('raised and lowered digits: %s', (html, text) => {
	expect(htmlToText(html)).toBe(text);
});

it.each([
	['<img src="a.png" alt="50 % off until Sunday">', '[50 % off until Sunday]'],
	['<p><img alt=" A\nB "></p><p><img alt="C"></p>', '[A B]\n\n[C]'],
	['<img alt="Logo"><p>Hello</p>', 'Hello'],
	['<a href="https://x.example/track"><img alt="Track it"></a> Hello', '[Track it] (https://x.example/track) Hello'],
	['<a href="https://x.example/track"><img alt="Icon"> Track it</a>', 'Track it (https://x.example/track)'],
	['Great <img class="emoji" alt="😀" src="cid:1">!', 'Great 😀!'],
	['<img alt="👨‍👩‍👧"><img alt="🇯🇵"><img alt="1️⃣"><img alt="☺">', '👨‍👩‍👧🇯🇵1️⃣☺'],
	['Thanks<img src="https://x.example/emoticons/1.png" alt=":-)">', 'Thanks:-)'],
	['<div hidden><img alt="Hello"></div>', ''],
	['<img alt="Hello" width="1" height="1">', ''],
])('pictures: %s', (html, text) => {
	expect(htmlToText(html)).toBe(text);
	expect(newText({ body: html, is_html: true, title: 'A' })).toBe(text);
});

it.each([
	['<input type=checkbox checked>Yes <input type="CHECKBOX"> No', '[x] Yes [ ] No'],
	['<label><input type=radio name=a> Red</label><br><label><input type=radio name=a checked=""> Blue</label>', '[ ] Red\n[x] Blue'],
	['Size <select><option>S<option selected>M<option>L</select> please', 'Size\nM\nplease'],
	['<select><option>S</option><option>M</option></select><select><option>red</option></select>', 'S\nred'],
	['<select multiple><option selected>S</option><option>M</option><option selected>L</option></select>', 'S\nL'],
])('forms: %s', (html, text) => {
	expect(htmlToText(html)).toBe(text);
});

it.each([
	['<a href="https://shop.example/a">https://shop.example/a</a>', 'https://shop.example/a'],
	['<a href="https://Shop.example/">shop.example</a>', 'shop.example'],
	['<a href="https://x.example/?a=1&amp;b=2">https://x.example/?a=1<wbr>&amp;b=2</a>', 'https://x.example/?a=1&b=2'],
	['<a href="https://x.example/%E6%97%A5">https://x.example/日</a>', 'https://x.example/日'],
	['<a href="https://evil.example/">https://bank.example/</a>', 'https://bank.example/ (https://evil.example/)'],
	['<a href="mailto:a@b.example">A@b.example</a>', 'A@b.example'],
	['<a href="mailto:sales@b.example?subject=Order%201">write to us</a>', 'write to us (sales@b.example)'],
	['<a href="MAILTO:?subject=x">share</a>', 'share'],
	['<a href="tel:+81-3-1234-5678"><img alt="Call"></a>', '[Call] (+81-3-1234-5678)'],
	['<a href="tel:0312345678">TEL 03-1234-5678</a>, <a href="sms:0312345678?body=x">text us</a>', 'TEL 03-1234-5678, text us (0312345678)'],
	['<a href="https://a.example">a<a href="https://b.example">b', 'a (https://a.example)b (https://b.example)'],
	['see <a href="https://a.example"> here </a> now', 'see here (https://a.example) now'],
	['<a href="https://a.example" style="display:none">a</a>b', 'b'],
])('links: %s', (html, text) => {
	expect(htmlToText(html)).toBe(text);
});

it.each([
	['株式\n会社山田', '株式会社山田'],
	['カタカナ。\nひらがな、\n（注）', 'カタカナ。ひらがな、（注）'],
	['株式 会社', '株式 会社'],
	['注文\nAB-1\n番', '注文 AB-1 番'],
	['two\nlines', 'two lines'],
	['안녕\n하세요', '안녕 하세요'],
	['中文\n换行', '中文换行'],
	['株式<br>\n会社', '株式\n会社'],
	['<pre>株式\n会社</pre>', '株式\n会社'],
	['ｶﾅ\nｶﾅ', 'ｶﾅｶﾅ'],
])('lines of the source: %j', (html, text) => {
	expect(htmlToText(html)).toBe(text);
});
