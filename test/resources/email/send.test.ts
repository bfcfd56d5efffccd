import type { INodeParameters } from 'n8n-workflow';
import { withoutLists } from '../sent';
import { serviceFor } from '../service';

const service = serviceFor('email', 'send');
const account = () => service.simulator.store.inbox(101).mailAccounts[0].mail_account_id;
const templates = () => service.simulator.store.inbox(101).templates;
const mail = (): INodeParameters => ({
	mailAccountId: String(account()),
	to: 'anna@mail.example',
	subject: 'Your order',
	body: 'It is on its way.',
});
const texts = () => ({ mail_account_id: account(), to: 'anna@mail.example', subject: 'Your order', body: 'It is on its way.' });
/** All that a service may ask for. */
const plain = () => ({ ...texts(), is_html: false, status_cd: 'open' });

it('sends all that a service may ask for, in an open ticket, and returns the ids', async () => {
	const items = await service.run(mail());
	expect(withoutLists(service.sent())).toEqual([{ method: 'POST', path: '101/mails', query: {}, body: plain() }]);
	expect(items).toEqual([
		{ json: { message_id: expect.any(Number), ticket_id: expect.any(Number), message_box_id: 101 }, pairedItem: { item: 0 } },
	]);
});

describe('with a template', () => {
	const withTemplate = (change: INodeParameters = {}): INodeParameters => ({
		...mail(),
		subject: '',
		body: '',
		templateId: templates()[31].template_id,
		...change,
	});
	const bodies = () => service.sent().filter(({ path }) => path === '101/mails').map(({ body }) => body);

	it('takes subject and body from it and asks for the templates once', async () => {
		const { title, html_body } = templates()[31];
		await service.run(withTemplate());
		await service.run(withTemplate());
		expect(withoutLists(service.sent()).map(({ path }) => path)).toEqual(['101/templates', '101/templates', '101/mails', '101/mails']);
		expect(bodies()[1]).toEqual({ ...plain(), subject: title, body: html_body, is_html: true });
	});

	it('takes its plain text where HTML is off, and what is set goes first', async () => {
		await service.run(withTemplate({ subjectWithTemplate: 'Mine', sendEmailFields: { isHtml: false } }));
		expect(bodies()).toEqual([{ ...plain(), subject: 'Mine', body: templates()[31].text_body, is_html: false }]);
	});

	it('takes a template by expression, and none where the expression gives none', async () => {
		const { title, html_body } = templates()[31];
		await service.run(withTemplate({ templateId: `={{ ${String(templates()[31].template_id)} }}` }));
		await service.run(withTemplate({ templateId: '={{ "" }}', subjectWithTemplate: 'Mine', bodyWithTemplate: 'Text' }));
		expect(bodies()).toEqual([
			{ ...plain(), subject: title, body: html_body, is_html: true },
			{ ...plain(), subject: 'Mine', body: 'Text' },
		]);
		await expect(service.run(withTemplate({ templateId: '={{ "" }}' }))).rejects.toThrow(/^The field "Subject" has no value/);
	});

	it('refuses a title that is too long for a subject before the mail, and takes a subject in its place', async () => {
		const [long, fits] = templates();
		Object.assign(long, { title: '件'.repeat(201) });
		Object.assign(fits, { title: '件'.repeat(200) });
		await expect(service.run(withTemplate({ templateId: long.template_id }))).rejects.toThrow(`The title of template ${long.template_id} has 201 characters, a subject at most 200`);
		expect(bodies()).toEqual([]);
		await service.run(withTemplate({ templateId: long.template_id, subjectWithTemplate: 'Mine' }));
		await service.run(withTemplate({ templateId: fits.template_id }));
		expect(bodies()).toMatchObject([{ subject: 'Mine' }, { subject: fits.title }]);
	});

	it('takes its name, and says when the inbox has no such template', async () => {
		const [{ template_name, title }] = templates();
		await service.run(withTemplate({ templateId: `={{ ${JSON.stringify(template_name)} }}` }));
		expect(bodies()).toMatchObject([{ subject: title }]);
		await expect(service.run(withTemplate({ templateId: 999_999 }))).rejects.toThrow('There is no template with the ID 999999 in this inbox');
		await expect(service.run(withTemplate({ templateId: '={{ "Mistyped" }}' }))).rejects.toThrow('There is no template "Mistyped" in this inbox');
		expect(bodies()).toHaveLength(1);
	});
});

it.each<[string, INodeParameters, RegExp]>([
	...['<p><br></p>', '<div>&nbsp;</div>', '<!-- -->'].map((body): [string, INodeParameters, RegExp] => [`an empty ${body}`, { body, sendEmailFields: { isHtml: true } }, /^The field "Body" has no value/]),
	['a reason with another status', { sendEmailFields: { pendingReasonId: 202 }, newStatusCd: '={{ "open" }}' }, /needs the status/],
])('refused before a request: %s', async (_what, change, message) => {
	await expect(service.run({ ...mail(), ...change })).rejects.toThrow(message);
	expect(service.sent()).toEqual([]);
});
