/** What a customer should not read does not leave: the final subject, text and recipients are looked at once more. */
import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/SupportInbox/resources';
import { type RunSettings, runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { withoutLists } from '../sent';
import { byId, INBOX } from '../service';

const simulator = simulatorOfEachTest();

const TICKET = 1201;
const account = () => simulator.store.inbox(INBOX).mailAccounts[0].mail_account_id;
const ticket = (body = 'Where is it?', title = 'Parcel') =>
	simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, title, messages: [{ from: 'anna@mail.example', title, body }] });
const mail = (operation: string) => (change: INodeParameters = {}, additionalFields: INodeParameters = {}): INodeParameters => ({
	resource: 'email', operation, messageBoxId: byId(INBOX), [operation === 'send' ? 'mailAccountId' : 'replyMailAccountId']: account(), body: 'x',
	...(operation === 'send' ? { to: 'anna@mail.example', subject: 'x' } : { replyTicketId: byId(TICKET) }),
	...change, [`${operation}EmailFields`]: additionalFields,
});
const send = mail('send');
const reply = mail('reply');
/** A reply that needs nothing of its ticket. */
const complete = (change: INodeParameters = {}) => {
	const answered = simulator.store.ticket(TICKET)!.messages[0].message_id;
	return reply({ replyToMessage: 'byId', replyMessageId: answered, ...change }, { to: 'anna@mail.example', subject: 'x', statusCd: 'open' });
};
const template = (texts: object) => {
	const { templates } = simulator.store.inbox(INBOX);
	templates.unshift({ ...templates[0], template_id: 699, title: 'x', html_body: '', text_body: 'x', ...texts });
};
const ITEM = { customer: { name: 'Ann' }, nothing: null, date: 'soon', words: '[object Object], \ufffd and Invalid Date' };
const run = async (parameters: INodeParameters, settings: RunSettings = {}) => await runNode(simulator, parameters, { items: [{ json: ITEM }], ...settings });
const left = () => simulator.requests.filter(({ path }) => path.includes('/mails')).map(({ body }) => body as { body: string });
const refusal = async (parameters: INodeParameters, settings: RunSettings = {}) => {
	const { message, description } = await run(parameters, settings).then(() => ({ message: 'It was sent', description: '' }), (error) => error);
	expect(left()).toEqual([]);
	return `${message} | ${description}`;
};

describe.each([['Email: Send', send], ['Email: Reply', reply]] as const)('%s', (_name, parametersOf) => {
	it.each([
		['begins with a tag', '\n <p>Dear customer', '<p>'],
		['ends a paragraph', 'Dear customer</P>', '</P>'],
		['has a link', 'Click <a href="https://shop.example/1">here</a>.', '</a>'],
	])('refuses a plain text that %s', async (_what, body, tag) => {
		const said = await refusal(parametersOf({ body }));
		expect(said).toContain('Body would be sent as plain text with HTML in it');
		expect(said).toContain(tag);
		expect(said).toContain('Switch on Is HTML');
		await refusal(parametersOf({ body }, { isHtml: false }));
		ticket();
		await run(parametersOf({ body }, { isHtml: true }));
		expect(left()).toHaveLength(1);
	});

	it.each(['<anna@mail.example> wrote', '<order> is 1 < 2', 'write <b>', '<brand> new'])('sends a plain text that only looks like it: %s', async (body) => {
		ticket();
		await run(parametersOf({ body }));
		expect(left()).toMatchObject([{ body, is_html: false }]);
	});

	it.each([
		['a mark', { text_body: 'Dear [object Object],' }, 'Body would be sent with [object Object] in it'],
		['what a program could not read', { text_body: 'Dear S\ufffdnchez,' }, 'Body would be sent with \ufffd in it'],
		['a mark in its title', { title: 'On Invalid DateTime' }, 'Subject would be sent with Invalid DateTime in it'],
		['HTML in its plain text', { text_body: '<p>Dear</p>' }, 'Body would be sent as plain text'],
	])('refuses what a template adds, here %s, before its item leaves', async (_what, texts, expected) => {
		ticket();
		template(texts);
		const isReply = parametersOf === reply;
		expect(await refusal(parametersOf({ templateId: 699, body: '', ...(!isReply && { subject: '' }) }))).toContain(isReply && 'title' in texts ? '' : expected);
	});

	it('sends all of it where the switch says so', async () => {
		ticket();
		const body = '=<p>{{ $json.customer }} {{ $json.nmae }} {{ new Date("x") }}</p>';
		await run(parametersOf({ body }, { skipTextChecks: true }));
		await run(parametersOf({ body: '{{ typed }}' }, { skipTextChecks: true }));
		template({ text_body: '[object Object] {{ left }}' });
		await run(parametersOf({ templateId: 699, body: '' }, { skipTextChecks: true }));
		expect(left()).toMatchObject([{ body: '<p>[object Object]  Invalid Date</p>' }, { body: '{{ typed }}' }, { body: '[object Object] {{ left }}' }]);
	});

	it('refuses braces that a tool call brought, not those of a customer that the workflow quotes', async () => {
		const asTool = { node: { type: 'supportInboxTool' }, items: [{ json: { quoted: 'it says {{ order }}', $fromAI: 'Dear {{ customer }}' } }] };
		const [{ json }] = await run(parametersOf({ body: '={{ $json.$fromAI }}' }), asTool);
		expect(json.error).toContain('Body would be sent with {{ customer }} in it');
		expect(json.error).toContain('Call the tool again');
		expect(left()).toEqual([]);
		ticket();
		await run(parametersOf({ body: '={{ $json.quoted }}' }), asTool);
		expect(left()).toHaveLength(1);
	});
});

describe("a mark in a customer's words", () => {
	const WORDS = 'Your page says [object Object] since {{ order }} and Invalid Date, undefined \ufffd';

	it('blocks nothing where it is in a message of the ticket', async () => {
		ticket(WORDS);
		const quoting = { body: '=You wrote: {{ $json.words }}' };
		await run(reply(quoting));
		await run(complete(quoting));
		template({ text_body: 'About [object Object]:' });
		await run(reply({ templateId: 699, body: '' }));
		await run(complete({ templateId: 699, body: '' }));
		expect(left()).toHaveLength(4);
		const asTool = { node: { type: 'supportInboxTool' }, items: [{ json: { $fromAI: 'You wrote {{ order }}' } }] };
		expect(await run(reply({ body: '={{ $json.$fromAI }}' }), asTool)).toMatchObject([{ json: { message_id: expect.any(Number) } }]);
	});

	it.each(['2026-11-28T05:35:19Z', '2026-12-01T00:00:00.000Z', '2026-12-01T00:00:00+09:00', 'Sat Nov 28 2026 05:35:19 GMT+0000 (Coordinated Universal Time)'])('a time as programs write it: %s', async (time) => {
		const items = [{ json: { time } }];
		ticket('Since when?');
		simulator.store.ticket(TICKET)!.messages[0].created_at = Date.parse(time);
		for (const given of [reply({ body: '=Since {{ $json.time }}' }), send({ subject: `Since ${time}` })]) expect(await refusal(given, { items })).toMatch(/^(?:Body|Subject) would be sent with .*Programs write times so/);
		simulator.store.ticket(TICKET)!.messages[0].body = `My log: ${time} error`;
		await run(reply({ body: '=Since {{ $json.time }}' }), { items });
		expect(left()).toHaveLength(1);
	});

	it('is in its title as well, which begins the subject of the reply', async () => {
		ticket('x', 'What is [object Object]?');
		await run(reply());
		expect(left()).toMatchObject([{ subject: 'Re: What is [object Object]?' }]);
	});

	it('does not count where it is in a memo, which may be the draft of this reply', async () => {
		ticket();
		simulator.store.addMessage(TICKET, { method_cd: 'record', title: 'Draft', body: WORDS });
		expect(await refusal(reply({ body: '=You wrote: {{ $json.words }}' }))).toContain('with [object Object] in it');
	});

	it('is not enough for another mark, or for an expression without a value', async () => {
		ticket(WORDS);
		expect(await refusal(reply({ body: '=On {{ DateTime.fromISO($json.date) }}' }))).toContain('Invalid DateTime');
		expect(await refusal(reply({ body: '=Dear {{ $json.nmae }},' }))).toContain('nothing in place of');
		expect(await refusal(reply({ body: "={{ 'You wrote ' + $json.nmae }}" }))).toContain('with undefined in it');
	});

	it('is not a part of another word', async () => {
		ticket('Please annullieren and nullify it, Invalid Dates and undefinedness', 'null_value');
		expect(await refusal(reply({ body: "={{ 'Dear ' + $json.nothing }}" }))).toContain('with null in it: "Dear null"');
		expect(await refusal(reply({ body: "={{ 'nullify undefinedness ' + $json.nmae }}" }))).toContain('with undefined in it: "nullify undefinedness undefined"');
		expect(await refusal(reply({ body: '=On {{ new Date($json.date) }}' }))).toContain('with Invalid Date in it');
	});

	it('costs a request only where a mark was found', async () => {
		ticket(WORDS);
		await run(complete({ body: 'Thank you' }));
		expect(withoutLists(simulator.requests)).toHaveLength(1);
	});
});

it('a mail is written by these operations only, and the tests above are of both', () => {
	const writing = resources.flatMap(({ value, operations }) => operations.filter(({ path, method }) => path.includes('/mails') && method !== 'GET').map((one) => `${value}.${one.value}`));
	expect(writing).toEqual(['email.reply', 'email.send']);
});
