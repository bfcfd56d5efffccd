/** What a template leaves open is filled in, and a mail with a mark in it does not leave. */
import type { INodeParameters } from 'n8n-workflow';
import { byId, serviceFor } from '../service';

const service = serviceFor('mail', 'send');
const ID = 699;
const TITLE = 'Order [[order]]';
const PLAIN = 'Dear {{ name }},\n\n[[order]] left on ●●.';
const HTML = '<p>Dear {{&nbsp;name }},</p><p>[[ order ]] left on ●●.</p>';

function template(texts: { title?: string; html_body?: string; text_body?: string } = {}): void {
	const { templates } = service.simulator.store.inbox(101);
	templates.unshift({ ...templates[0], template_id: ID, title: TITLE, html_body: HTML, text_body: PLAIN, ...texts });
}

const rows = (...given: Array<[mark: unknown, value: unknown]>) => ({ values: given.map(([mark, value]) => ({ mark, value })) });
const ALL = rows(['{{ name }}', 'Ann'], ['order', '48213'], ['●●', 'Monday']);
const send = async (additionalFields: object, change: INodeParameters = {}) => {
	const mail = { mailAccountId: service.simulator.store.inbox(101).mailAccounts[0].mail_account_id, to: 'anna@mail.example', subject: '', body: '', templateId: ID };
	return await service.run({ ...mail, additionalFields, ...change } as INodeParameters, { items: [{ json: { name: 'Ann\n<b>[[order]]</b> $&' } }] });
};
const mails = () => service.sent().filter(({ path }) => path.includes('mails')).map(({ body }) => body);

it('takes the place of the marks of subject and text, with or without their brackets', async () => {
	template();
	await send({ fillIn: ALL });
	await send({ fillIn: ALL, isHtml: false });
	expect(mails()).toMatchObject([
		{ subject: 'Order 48213', body: '<p>Dear Ann,</p><p>48213 left on Monday.</p>', is_html: true },
		{ subject: 'Order 48213', body: 'Dear Ann,\n\n48213 left on Monday.', is_html: false },
	]);
});

it("shows a customer's words as they are: no mark, no HTML, no line of a subject", async () => {
	template({ title: 'For {{name}}' });
	const fillIn = rows(['name', '={{ $json.name }}'], ['order', 1], ['●●', 'Monday']);
	await send({ fillIn });
	await send({ fillIn, isHtml: false });
	expect(mails()).toMatchObject([
		{ subject: 'For Ann <b>[[order]]</b> $&', body: '<p>Dear Ann<br>&#60;b&#62;[[order]]&#60;/b&#62; $&#38;,</p><p>1 left on Monday.</p>' },
		{ body: 'Dear Ann\n<b>[[order]]</b> $&,\n\n1 left on Monday.' },
	]);
});

describe('HTML', () => {
	const body = async (html_body: string, more: object = {}) => {
		template({ title: 'x', html_body });
		await send({ fillIn: rows(['m', '={{ `"\'> <a onclick=x` }}']), ...more });
		return (mails().at(-1) as { body: string }).body;
	};
	const VALUE = '&#34;&#39;&#62; &#60;a onclick=x';

	it.each([
		'<p>[[m]]</p>',
		'<a href="/o/[[m]]">x</a>',
		"<a title='it is [[m]]'>x</a>",
		'<a title = "[[m]]" href=/x>[[m]]</a>',
		'<!-- it\'s <p> --><p>[[m]]</p><!-- [[m]] -->',
		'3 < 4, it\'s [[m]] > 2 <3 [[m]]',
	])('takes a value as text: %s', async (html) => {
		expect(await body(html)).toBe(html.split('[[m]]').join(VALUE));
	});

	it.each([
		'<a href=[[m]]>x</a>',
		'<a href=/o/[[m]]>x</a>',
		'<a href="/x" [[m]]>x</a>',
		'<a title="x"[[m]]>x</a>',
		"<a href=x' [[m]] '>x</a>",
		'<[[m]]>x</p>',
		'<p>x</[[m]]>',
		'<p\n[[m]]>x</p>',
		'<!-- " --><a href=[[m]]>x</a>',
		'<p title="[[m]]"><a href=[[m]]>x</a></p>',
		'<a href=m>x</a>',
	])('refuses a mark where a value would become part of a tag: %s', async (html) => {
		await expect(body(html)).rejects.toThrow(/^The mark (\[\[m\]\]|m) is in a tag of the template without quotes/);
		expect(mails()).toEqual([]);
	});

	it('leaves a mark that gets no value where marks are left', async () => {
		expect(await body('<a href=[[other]]>[[m]]</a>', { sendNevertheless: true })).toBe(`<a href=[[other]]>${VALUE}</a>`);
	});

	it('is none of the concern of a plain text', async () => {
		template({ title: 'x', text_body: 'See <a href=[[m]]>' });
		await send({ fillIn: rows(['m', "it's"]), isHtml: false });
		expect(mails()).toMatchObject([{ body: "See <a href=it's>" }]);
	});
});

it('takes a mark that begins like another for itself, and words where no brackets have them', async () => {
	template({ title: 'NAME2 of NAME and [[a.b]], not a+b', html_body: '' });
	await send({ fillIn: rows(['NAME', 'Ann'], ['NAME2', 'Order'], ['a.b', 'x']) }, { body: 'Text' });
	expect(mails()).toMatchObject([{ subject: 'Order of Ann and x, not a+b' }]);
});

it.each<[string, object, INodeParameters, RegExp]>([
	['a mark that is left', { fillIn: rows(['order', 1], ['●●', 'Monday']) }, {}, /^The mail would be sent with \{\{&nbsp;name \}\} of its template in it/],
	['marks without anything to fill in', {}, {}, /^The mail would be sent with \[\[order\]\] of its template in it/],
	['a mark that the template does not have', { fillIn: rows(['ordre', 1]) }, {}, /^The text from the template has no mark ordre/],
	['a mark of the title where a subject is given', { fillIn: rows(['order', 1]) }, { subject: 'Mine', body: 'Mine' }, /has no mark order/],
	['a mark where no template is chosen', { fillIn: rows(['order', 1]) }, { templateId: '__none__', subject: 'Mine', body: 'Mine' }, /has no mark order/],
	['a mark without a template', { fillIn: rows(['order', 1]) }, { templateId: '={{ "" }}', subject: 'Mine', body: 'Mine' }, /has no mark order/],
	['a value that an expression does not find', { fillIn: rows(['order', '={{ $json.mistyped }}']) }, {}, /^Fill In: The field "Value" has no value/],
	['a mark that is empty', { fillIn: rows([' ', 'x']) }, {}, /^Fill In: The field "Mark" has no value/],
	['two rows of one mark', { fillIn: rows(['order', 1], ['●●', 'Monday'], ['{{ order }}', 2]) }, {}, /^Fill In: The mark order has several rows/],
	['a value that was typed as an expression', { fillIn: rows(['order', '{{ $json.order }}']) }, {}, /^Fill In would be sent with \{\{ \$json.order \}\} in it/],
	['a subject that gets too long', { fillIn: rows(['name', 'x'], ['●●', 'x'], ['order', '件'.repeat(200)]) }, {}, /^The title of template 699 has 206 characters/],
])('refused before the mail: %s', async (_what, fields, change, message) => {
	template();
	await expect(send(fields, change)).rejects.toThrow(message);
	expect(mails()).toEqual([]);
});

it('leaves with marks where that is wanted', async () => {
	template();
	await send({ fillIn: rows(['order', 1]), sendNevertheless: true });
	expect(mails()).toMatchObject([{ subject: 'Order 1', body: '<p>Dear {{&nbsp;name }},</p><p>1 left on ●●.</p>' }]);
});

it('fills in a reply before anything else is read', async () => {
	template();
	const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, messages: [{ from: 'anna@mail.example' }] });
	const reply = { operation: 'reply', replyTicketId: byId(ticket_id) };
	await expect(send({}, reply)).rejects.toThrow('The mail would be sent with [[order]] of its template in it');
	expect(service.sent().map(({ path }) => path)).toEqual(['101/templates', '101/templates']);
	await send({ fillIn: ALL }, { ...reply, mailAccountId: 401 });
	expect(mails()).toMatchObject([{ subject: 'Order 48213', body: '<p>Dear Ann,</p><p>48213 left on Monday.</p>' }]);
});
