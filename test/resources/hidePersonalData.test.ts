import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PersonalData } from '../../nodes/SupportInbox/output/personalData/personalData';
import { callTool, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { sent } from './sent';
import { byId } from './service';

const simulator = simulatorOfEachTest();

const TICKET = 1201;
const ACCOUNT = 'support101@tenant.example';
/** What no model may read of this ticket. */
const KNOWN = ['Hanako', 'Sato', 'hanako', 'boss@firm.example', '山田', '太郎', '090-1234-5678', '4111 1111 1111 1111', '道玄坂', '150-0043'];
const BODY = 'Hi, Hanako Sato here (090-1234-5678), card 4111 1111 1111 1111.\n〒150-0043 東京都渋谷区道玄坂1-2-3\n山田様にもお伝えください。 Order 250-1234567-1234567';

beforeEach(() => {
	simulator.store.createTicket({
		id: TICKET, message_box_id: 101, title: 'Order of Hanako Sato', assignee: 'user01',
		messages: [
			{
				from: '=?UTF-8?Q?Sato=2C_Hanako?= <hanako@mail.example>', reply_to: 'h.private@mail.example', to: ACCOUNT, cc: '山田 太郎 <boss@firm.example>', title: 'Order of Hanako Sato', body: BODY,
				attachments: [{ file_name: 'invoice of Sato.pdf' }],
			},
			{ from: '"Sato, Hanako" <hanako@mail.example>', reply_to: 'h.private@mail.example', to: ACCOUNT, title: 'x', body: '<p>It is &#104;anako&#64;mail.example, <b>Han</b>ako</p>', is_html: true },
		],
	});
	simulator.store.addComment(simulator.store.ticket(TICKET).messages[0].message_id, { comment: 'Call Hanako: 090-1234-5678' });
});

const run = async (parameters: INodeParameters, settings = {}) => (await runNode(simulator, { messageBoxId: byId(101), ...parameters }, settings)).map(({ json }) => json);
const GET = { resource: 'ticket', operation: 'get', ticketId: byId(TICKET), getTicketOptions: { hidePersonalData: true } };
const get = async (parameters: INodeParameters = {}) => (await run({ ...GET, ...parameters }))[0];
const reply = (fields: INodeParameters, more: INodeParameters = {}) => ({ resource: 'email', operation: 'reply', replyTicketId: byId(TICKET), skipRobots: false, ...more, replyEmailFields: fields });
const failure = async (parameters: INodeParameters) => JSON.stringify(await run(parameters, { node: { onError: 'continueRegularOutput' } }));
const shown = (output: unknown) => KNOWN.filter((known) => JSON.stringify(output).includes(known));
const mails = () => sent(simulator).filter(({ method, path }) => method === 'POST' && path.includes('mails'));

/** The tokens of the newest message's sender, as a model has read them. */
async function tokens() {
	const [message] = (await get()).messages as Array<{ from: string; from_name: string; from_email: string; reply_to_email: string; body: string; cc: string }>;
	return { name: message.from_name, email: message.from_email, copied: message.cc, phone: /\[\[PHONE_\w+\]\]/.exec(message.body)![0], place: /\[\[ADDRESS_\w+\]\]/.exec(message.body)![0] };
}

it.each<[string, INodeParameters]>([
	['simplified', {}],
	['raw', { simplify: false }],
	['raw as it is, where HTML becomes text', { simplify: false, getTicketOptions: { hidePersonalData: true, bodyFormat: 'original' } }],
	['without quoted text, cut within a value', { getTicketOptions: { hidePersonalData: true, bodyFormat: 'withoutQuotedText', maxBodyLength: 33 } }],
	['one message', { getTicketOptions: { hidePersonalData: true, maxMessages: 1 } }],
])('hides it in every field: %s', async (_form, parameters) => {
	const ticket = await get(parameters);
	expect(shown(ticket)).toEqual([]);
	expect(ticket).toMatchObject({ title: expect.stringMatching(/^Order of \[\[NAME_[\da-f]{10}\]\] \[\[NAME_[\da-f]{10}\]\]$/), assignee: 'user01', ticket_id: TICKET });
});

it('keeps what is not personal, and one value has one token everywhere', async () => {
	const ticket = await get();
	const [first, second] = ticket.messages as Array<Record<string, string>>;
	expect(first.body).toContain('Order 250-1234567-1234567');
	expect(first.from).toBe(`${first.from_name} <${first.from_email}>`);
	expect([second.from_email, second.from_name]).toEqual([first.from_email, first.from_name]);
	expect(second.body).toContain(first.from_email);
	const [found] = await run({ resource: 'ticket', operation: 'getAll', getAllTicketFilters: { ticketIds: String(TICKET) }, getAllTicketOptions: { hidePersonalData: true, includeMessages: true } });
	expect(found).toEqual(ticket);
});

it('as the tool of an agent too, whatever its Output', async () => {
	const items = await callTool(simulator, { messageBoxId: byId(101), ...GET, output: 'raw' }, [{ json: {} }]);
	expect(JSON.stringify(items)).toContain('[[EMAIL_');
	expect(shown(items)).toEqual([]);
});

it('Get Many without messages has no headers: addresses in titles are hidden, names stay', async () => {
	simulator.store.createTicket({ id: 1202, message_box_id: 101, title: 'Hanako, hanako@mail.example', messages: [{}] });
	const [found] = await run({ resource: 'ticket', operation: 'getAll', includeNames: false, getAllTicketFilters: { ticketIds: '1202' }, getAllTicketOptions: { hidePersonalData: true } });
	expect(found.title).toMatch(/^Hanako, \[\[EMAIL_[\da-f]{10}\]\]$/);
	expect(sent(simulator)).toHaveLength(1);
});

it.each(['transcript', 'conversations'])('hides it in a chat, with the names of its speakers: %s', async (output) => {
	const { messages: [{ message_id }] } = simulator.store.createTicket({ id: 1203, message_box_id: 101, messages: [{ method_cd: 'webchat', conversations: [{ speaker_name: 'Hanako Sato', note: 'Hanako here, 090-1234-5678' }, { speaker_name: 'Ben', note: 'Hello Hanako' }] }] });
	const items = await run({ resource: 'chatTranscript', operation: 'get', ticketId: byId(1203), messageId: message_id, channel: 'webchat', getChatTranscriptOptions: { hidePersonalData: true, output } });
	expect(JSON.stringify(items)).toMatch(/Hello \[\[NAME_/);
	expect(shown(items)).toEqual([]);
});

it('puts the values of this ticket back into a reply, and shows tokens again', async () => {
	const { name, email, copied, phone, place } = await tokens();
	const text = `Dear ${name}, is ${phone.toLowerCase()} right? ${place}`;
	const items = await run(reply({ subject: `For ${name}`, to: email, cc: copied }, { body: text }));
	expect(mails()).toMatchObject([{ body: {
		to: 'hanako@mail.example', cc: 'boss@firm.example', subject: 'For Sato, Hanako',
		body: 'Dear Sato, Hanako, is 090-1234-5678 right? 〒150-0043 東京都渋谷区道玄坂1-2-3',
	} }]);
	expect(items).toMatchObject([{ to: email, subject: `For ${name}` }]);
	expect(shown(items)).toEqual([]);
});

it('puts them into HTML as text, also in the marks of a template; the dry run shows tokens', async () => {
	simulator.store.inbox(101).templates.find(({ template_id }) => template_id === 602)!.html_body = '<p>[[who]]</p>';
	simulator.store.addMessage(TICKET, { from: '"Tom & <Co>" <tom@mail.example>', to: ACCOUNT, body: 'x' });
	const { messages } = await get();
	const { from_name: name } = (messages as IDataObject[]).at(-1)!;
	const parameters = (more: INodeParameters) => reply({ templateValues: { values: [{ name: 'who', value: String(name) }] }, ...more }, { templateId: 602, bodyWithTemplate: '' });
	const [rehearsed] = await run(parameters({ dryRun: true }));
	expect(rehearsed).toMatchObject({ dry_run: true, body: { body: `<p>${String(name)}</p>` } });
	expect(JSON.stringify(rehearsed)).not.toMatch(/tom|Co/);
	await run(parameters({}));
	expect(mails()).toMatchObject([{ body: { body: '<p>Tom &#38; &#60;Co&#62;</p>' } }]);
});

it('with its switch hides the output of a reply without tokens', async () => {
	const items = await run(reply({ hidePersonalData: true }, { body: 'It is on its way.' }));
	expect(mails()).toMatchObject([{ body: { to: 'h.private@mail.example', subject: 'Re: x' } }]);
	expect(items).toMatchObject([{ to: expect.stringMatching(/^\[\[EMAIL_[\da-f]{10}\]\]$/) }]);
});

it('hides the reason why a reply is skipped', async () => {
	simulator.store.addMessage(TICKET, { from: 'Hanako <no-reply@hanako.example>', to: ACCOUNT, body: 'x' });
	const items = await run(reply({ hidePersonalData: true }, { body: 'It is on its way.', skipRobots: true }));
	expect(items).toMatchObject([{ skipped: true, reason: expect.stringMatching(/\[\[EMAIL_[\da-f]{10}\]\]/) }]);
	expect(shown(items)).toEqual([]);
});

it('puts them back into a memo', async () => {
	const { name, email, phone } = await tokens();
	const items = await run({ resource: 'memo', operation: 'create', memoTicketId: byId(TICKET), memoBody: `Call ${name}`, createMemoFields: { customerEmail: email, customerTel: phone } });
	expect(sent(simulator).at(-1)!.body).toMatchObject({ body: 'Call Sato, Hanako', customer_email: 'hanako@mail.example', customer_tel: '090-1234-5678', subject: 'Order of Hanako Sato' });
	expect(shown(items)).toEqual([]);
});

describe('refuses a token that the ticket does not hold', () => {
	const OTHER = '[[EMAIL_0123456789]]';

	it.each<[string, INodeParameters, string]>([
		['in the text, also with Skip Text Checks', reply({ skipTextChecks: true }, { body: `Dear ${OTHER}` }), OTHER],
		['in the subject', reply({ subject: OTHER }, { body: 'x' }), OTHER],
		['in an address', reply({ to: OTHER }, { body: 'x' }), OTHER],
		['without its brackets', reply({}, { body: 'Dear NAME_0123456789' }), '[[NAME_0123456789]]'],
		['with any other digits', reply({ skipTextChecks: true }, { body: 'Dear [[NAME_9]]' }), '[[NAME_9]]'],
		['in a memo', { resource: 'memo', operation: 'create', memoTicketId: byId(TICKET), memoBody: OTHER }, OTHER],
		['in a new mail', { resource: 'email', operation: 'send', to: 'a@mail.example', subject: 'x', body: OTHER, mailAccountId: 401, newStatusCd: 'open' }, OTHER],
		['in a new ticket', { resource: 'ticket', operation: 'create', ticketSubject: OTHER, newStatusCd: 'open' }, OTHER],
	])('%s', async (_where, parameters, token) => {
		const items = await failure(parameters);
		expect(items).toContain(token);
		expect(items).toMatch(/is no token|stands for/);
		expect(shown(items)).toEqual([]);
		expect(sent(simulator).filter(({ method, path }) => method === 'POST' && /mails|records/.test(path))).toEqual([]);
	});

	it('after a new access token', async () => {
		const { email } = await tokens();
		const hashOf = () => '0123456789ab';
		expect(new PersonalData({ connection: { hashOf } } as never, []).text('hanako@mail.example')).not.toBe(email);
	});
});

it('shows tokens in what other checks and the service say', async () => {
	const { name, email } = await tokens();
	const ofCheck = await failure(reply({}, { body: `Dear ${name}, [object Object]` }));
	expect(ofCheck).toContain(`Dear ${name}`);
	simulator.faults.add({ kind: 'status', when: { path: /mails\/reply$/ }, status: 400, body: { message: 'No mail goes to hanako@mail.example' } });
	const ofService = await failure(reply({ to: email }, { body: `Dear ${name}` }));
	expect(ofService).toContain(`No mail goes to ${email}`);
	expect(shown([ofCheck, ofService])).toEqual([]);
});

it('refuses two values of a ticket with one token', () => {
	const owner = { context: { getNode: () => ({ name: 'Get' }) }, connection: { hashOf: () => '0123456789ab' } } as never;
	expect(() => new PersonalData(owner, []).text('a@mail.example and b@mail.example')).toThrow('Two values of this ticket have the same token');
});
