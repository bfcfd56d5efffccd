/** What a template leaves open is filled in, and a mail with a mark in it does not leave. */
import type { INodeParameters } from 'n8n-workflow';
import { withoutLists } from '../sent';
import { byId, serviceFor } from '../service';

const service = serviceFor('email', 'send');
const ID = 699;
const TITLE = 'Order [[order]]';
const PLAIN = 'Dear {{ name }},\n\n[[order]] left on ●●.';
const HTML = '<p>Dear {{&nbsp;name }},</p><p>[[ order ]] left on ●●.</p>';

function template(texts: { title?: string; html_body?: string; text_body?: string } = {}): void {
	const { templates } = service.simulator.store.inbox(101);
	templates.unshift({ ...templates[0], template_id: ID, title: TITLE, html_body: HTML, text_body: PLAIN, ...texts });
}

const rows = (...given: Array<[name: unknown, value: unknown]>) => ({ values: given.map(([name, value]) => ({ name, value })) });
const ALL = rows(['{{ name }}', 'Ann'], ['order', '48213'], ['●●', 'Monday']);
const send = async (additionalFields: object, change: INodeParameters = {}) => {
	const mail = { mailAccountId: service.simulator.store.inbox(101).mailAccounts[0].mail_account_id, to: 'anna@mail.example', subject: '', body: '', templateId: ID };
	return await service.run({ ...mail, [change.operation === 'reply' ? 'replyEmailFields' : 'sendEmailFields']: additionalFields, ...change } as INodeParameters, { items: [{ json: { name: 'Ann\n<b>[[order]]</b> $&' } }] });
};
const mails = () => service.sent().filter(({ path }) => path.includes('mails')).map(({ body }) => body);

it('takes the place of the marks of subject and text, with or without their brackets', async () => {
	template();
	await send({ templateValues: ALL });
	await send({ templateValues: ALL, isHtml: false });
	expect(mails()).toMatchObject([
		{ subject: 'Order 48213', body: '<p>Dear Ann,</p><p>48213 left on Monday.</p>', is_html: true },
		{ subject: 'Order 48213', body: 'Dear Ann,\n\n48213 left on Monday.', is_html: false },
	]);
});

it("shows a customer's words as they are: no mark, no HTML, no line of a subject", async () => {
	template({ title: 'For {{name}}' });
	const templateValues = rows(['name', '={{ $json.name }}'], ['order', 1], ['●●', 'Monday']);
	await send({ templateValues });
	await send({ templateValues, isHtml: false });
	expect(mails()).toMatchObject([
		{ subject: 'For Ann <b>[[order]]</b> $&', body: '<p>Dear Ann<br>&#60;b&#62;[[order]]&#60;/b&#62; $&#38;,</p><p>1 left on Monday.</p>' },
		{ body: 'Dear Ann\n<b>[[order]]</b> $&,\n\n1 left on Monday.' },
	]);
});

describe('HTML', () => {
	const body = async (html_body: string, more: object = {}) => {
		template({ title: 'x', html_body });
		await send({ templateValues: rows(['m', '={{ `"\'> <a onclick=x\r\ny` }}']), ...more });
		return (mails().at(-1) as { body: string }).body;
	};
	const VALUE = '&#34;&#39;&#62; &#60;a onclick=x<br>y';

	it.each([
		'<p>[[m]]</p>',
		'<a title = "x" href=/x>[[m]]</a>',
		'<!-- it\'s <p> --><p>[[m]]</p><!-- x -->',
		'3 < 4, it\'s [[m]] > 2 <3 [[m]]',
		'<style>b > a {}</style>[[m]]',
		'<!--[if mso]><v:rect title="x"><![endif]-->[[m]]<!--[if !mso]><!-->[[m]]<!--<![endif]-->',
	])('takes a value as text: %s', async (html) => {
		expect(await body(html)).toBe(html.split('[[m]]').join(VALUE));
	});

	it.each([
		'<a href="https://shop.example/o/[[m]]">x</a>',
		"<a title='it is [[m]]'>x</a>",
		'<a href=[[m]]>x</a>',
		'<[[m]]>x</p>',
		'<!-- [[m]] -->',
		'<p\n[[m]]>x</p>',
		'<!-- " --><a href=[[m]]>x</a>',
		'<!--[if mso]><b>[[m]]</b><![endif]-->',
		'<style>b { color: [[m]] }</style>',
		'<a title="[[m]]',
		'<script>"[[m]]"</script>',
	])('refuses a mark that is not in the text that is shown: %s', async (html) => {
		await expect(body(html)).rejects.toThrow('In the template, the mark [[m]] is in a tag, a comment, a style or a script, where no value is put');
		expect(mails()).toEqual([]);
	});

	it('leaves a mark that gets no value where marks are left', async () => {
		expect(await body('<a href=[[other]]>[[m]]</a>', { skipTextChecks: true })).toBe(`<a href=[[other]]>${VALUE}</a>`);
	});

	it('is none of the concern of a plain text', async () => {
		template({ title: 'x', text_body: 'See <a href=[[m]]>' });
		await send({ templateValues: rows(['m', "it's"]), isHtml: false });
		expect(mails()).toMatchObject([{ body: "See <a href=it's>" }]);
	});
});

describe('only a whole mark is one', () => {
	const LOST = '<p style="border-width: 1px">Your reorder. In order to change it: <b id="order">order</b> [order] {order} ○●●</p>';
	it.each<[string, object, string]>([
		['a word in HTML, its attributes and a text', { title: 'x', html_body: LOST }, 'order'],
		['a word in the subject', { title: 'Your order', html_body: 'x' }, 'order'],
		['a word in a plain text', { title: 'x', html_body: '', text_body: 'In order to change it' }, 'order'],
		['a part of a mark', { title: '[[order no]] [[order]x]]', html_body: 'x' }, 'order'],
		['signs among others', { title: '●●●', html_body: LOST }, '●●'],
		['one sign', { title: '● Parcel', html_body: 'x' }, '●'],
		['signs of texts', { title: '-- ... 「', html_body: '<!-- -->' }, '--'],
	])('%s is refused as missing', async (_what, texts, mark) => {
		template(texts);
		await expect(send({ templateValues: rows([mark, 'A-17']), skipTextChecks: true })).rejects.toThrow(`The text from the template has no mark ${mark}`);
		expect(mails()).toEqual([]);
	});

	it('also beside its own word', async () => {
		template({ title: '[[order]] order', html_body: '<b class="order">[[order]] reorder {{order}}</b>' });
		await send({ templateValues: rows(['order', 'A-17']) });
		expect(mails()).toMatchObject([{ subject: 'A-17 order', body: '<b class="order">A-17 reorder A-17</b>' }]);
	});
});

it.each<[string, object, INodeParameters, RegExp]>([
	['a mark that is left', { templateValues: rows(['order', 1], ['●●', 'Monday']) }, {}, /^The mail would be sent with \{\{&nbsp;name \}\} of its template in it/],
	['marks without anything to fill in', {}, {}, /^The mail would be sent with \[\[order\]\] of its template in it/],
	['a mark that the template does not have', { templateValues: rows(['ordre', 1]) }, {}, /^The text from the template has no mark ordre/],
	['a mark of the title where a subject is given', { templateValues: rows(['order', 1]) }, { subjectWithTemplate: 'Mine', bodyWithTemplate: 'Mine' }, /has no mark order/],
	['a mark without a template', { templateValues: rows(['order', 1]) }, { templateId: '={{ "" }}', subjectWithTemplate: 'Mine', bodyWithTemplate: 'Mine' }, /has no mark order/],
	['two rows of one mark', { templateValues: rows(['order', 1], ['●●', 'Monday'], ['{{ order }}', 2]) }, {}, /^Template Values: The mark order has several rows/],
	['a value that was typed as an expression', { templateValues: rows(['order', '{{ $json.order }}']) }, {}, /^Template Values would be sent with \{\{ \$json.order \}\} in it/],
	['a subject that gets too long', { templateValues: rows(['name', 'x'], ['●●', 'x'], ['order', '件'.repeat(200)]) }, {}, /^The title of template 699 has 206 characters/],
])('refused before the mail: %s', async (_what, fields, change, message) => {
	template();
	await expect(send(fields, change)).rejects.toThrow(message);
	expect(mails()).toEqual([]);
});

it.each(['｛｛氏名｝｝', '［［氏名］］'])('a mark in the brackets of a Japanese keyboard is one as well: %s', async (mark) => {
	template({ html_body: `<p>${mark}様</p>`, title: 'Order' });
	await expect(send({})).rejects.toThrow(`The mail would be sent with ${mark} of its template in it`);
	await send({ templateValues: rows(['氏名', '佐藤']) });
	expect(mails()).toMatchObject([{ body: '<p>佐藤様</p>' }]);
});

it('leaves with marks where that is wanted', async () => {
	template();
	await send({ templateValues: rows(['order', 1]), skipTextChecks: true });
	expect(mails()).toMatchObject([{ subject: 'Order 1', body: '<p>Dear {{&nbsp;name }},</p><p>1 left on ●●.</p>' }]);
});

it('fills in a reply before anything else is read', async () => {
	template();
	const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, messages: [{ from: 'anna@mail.example' }] });
	const reply = { operation: 'reply', replyTicketId: byId(ticket_id) };
	await expect(send({}, reply)).rejects.toThrow('The mail would be sent with [[order]] of its template in it');
	expect(withoutLists(service.sent()).map(({ path }) => path)).toEqual(['101/templates', '101/templates']);
	await send({ templateValues: ALL }, { ...reply, replyMailAccountId: 401 });
	expect(mails()).toMatchObject([{ subject: 'Order 48213', body: '<p>Dear Ann,</p><p>48213 left on Monday.</p>' }]);
});
