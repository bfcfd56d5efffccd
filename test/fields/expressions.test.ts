/** One check of all texts with expressions: what it refuses in which kind of field, and that each field has its kind. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { pollerOf, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId, INBOX } from '../resources/service';

const simulator = simulatorOfEachTest({ seed: { tickets: 0 } });

type Of = (text: string) => INodeParameters;
const inBook = (operation: string, values: INodeParameters) => ({ resource: 'contact', operation, customerGroupId: byId(11), ...values });
const inInbox = (resource: string, operation: string, values: INodeParameters) => ({ resource, operation, messageBoxId: byId(INBOX), ...values });
const search = (filters: INodeParameters) => inInbox('ticket', 'getAll', { getAllTicketFilters: filters });
const memo = (values: INodeParameters) => inInbox('memo', 'create', { memoTicketId: byId(1201), memoBody: 'x', ...values });
const mail = (operation: string, values: INodeParameters) => {
	const own = operation === 'send' ? { to: 'a@mail.example', subject: 'x' } : { replyTicketId: byId(1201) };
	return inInbox('email', operation, { [operation === 'send' ? 'mailAccountId' : 'replyMailAccountId']: 401, body: 'x', ...own, ...values });
};
const contact = (operation: string, values: INodeParameters) => inBook(operation, { findBy: 'systemId1', systemId1: 'C-001', ...values });

/** What a text is: what names a record or is searched for, an address, a cell of a contact, a part of a mail, another text. */
type Kind = 'name' | 'address' | 'cell' | 'mail' | 'text';
const ALL: Kind[] = ['name', 'address', 'cell', 'mail', 'text'];
const NAMES: Kind[] = ['name', 'address'];
const STRICT: Kind[] = [...NAMES, 'cell', 'mail'];

/** Every field that has a kind; the first one of each kind stands for it in the tables. */
const FIELDS: Array<[kind: Kind, label: string, of: Of]> = [
	['name', 'Customer Code', (text) => contact('upsert', { systemId1: text, upsertContactFields: { note: 'x' } })],
	['name', 'Customer Code', (text) => contact('delete', { systemId1: text })],
	['name', 'Customer Code', (text) => inBook('create', { createContactFields: { systemId1: text } })],
	['name', 'Name', (text) => inInbox('label', 'create', { name: text })],
	['name', 'Name', (text) => inInbox('classification', 'update', { caseCategoryId: 5001, updateClassificationFields: { name: text } })],
	['name', 'Label', (text) => inInbox('label', 'update', { labelId: text, updateLabelFields: { color: 'red_01' } })],
	['name', 'Inbox', (text) => ({ ...inInbox('label', 'getAll', {}), messageBoxId: byId(text) })],
	['name', 'Ticket', (text) => ({ ...inInbox('ticket', 'get', {}), ticketId: byId(text) })],
	['name', 'Labels', (text) => inInbox('ticket', 'update', { ticketId: byId(1201), labels: { values: { mode: 'add', labelIds: text } } })],
	['name', 'Assignee', (text) => inInbox('ticket', 'create', { ticketSubject: 'x', createTicketFields: { assignee: text } })],
	['name', 'Ignore Replies Containing', (text) => ({ ...inInbox('ticket', 'get', { getTicketOptions: { includeMetrics: true, ignoreRepliesContaining: text } }), ticketId: byId(1201) })],
	['address', 'To', (text) => mail('send', { to: `${text}@mail.example` })],
	['address', 'BCC', (text) => mail('reply', { replyEmailFields: { bcc: `${text}@mail.example` } })],
	['address', 'Email', (text) => inBook('upsert', { findBy: 'email', email: `${text}@mail.example`, upsertContactFields: { note: 'x' } })],
	['address', 'Emails', (text) => inBook('create', { emails: { values: [{ email: 'a@mail.example' }, { email: `${text}@mail.example` }] } })],
	['address', 'Customer Email', (text) => memo({ createMemoFields: { customerEmail: `${text}@mail.example` } })],
	['name', 'Category', (text) => inInbox('template', 'getAll', { getAllTemplateFilters: { templateCategoryName: text } })],
	['name', 'Title Contains', (text) => search({ titleContains: text })],
	['name', 'Labels', (text) => search({ labelIds: text })],
	['name', 'Ticket IDs', (text) => search({ ticketIds: text })],
	['cell', 'Last Name', (text) => inBook('create', { lastName: text })],
	['cell', 'Custom Fields', (text) => inBook('create', { lastName: 'x', createContactFields: { customFields: { values: [{ number: 1, value: text }] } } })],
	['mail', 'Body', (text) => mail('send', { body: text })],
	['mail', 'Subject', (text) => mail('send', { subject: text })],
	['mail', 'Subject', (text) => mail('reply', { replyEmailFields: { subject: text } })],
	['mail', 'Body', (text) => mail('reply', { body: text })],
	['mail', 'Template Values', (text) => mail('send', { templateId: 601, body: '', sendEmailFields: { templateValues: { values: [{ name: 'order', value: text }] } } })],
	['text', 'Body', (text) => memo({ memoBody: text })],
	['text', 'Body', (text) => inInbox('ticket', 'create', { ticketSubject: 'x', ticketBody: text })],
	['text', 'Note', (text) => contact('update', { updateContactFields: { note: text } })],
	['text', 'Phones', (text) => inBook('create', { tels: { values: [{ tel: text }] } })],
	['text', 'Assignment Comment', (text) => inInbox('ticket', 'update', { ticketId: byId(1201), assignee: 'user01', updateTicketFields: { assignComment: text } })],
];
const fieldOf = (kind: Kind) => FIELDS.find(([one]) => one === kind)!;

const MADE = 'Infinity: TypeError: boom for PT18154.018S';
const ITEM: IDataObject = {
	code: '7', empty: '', blank: ' ', nothing: null, none: [], holes: [null, ''], zero: 0, date: 'soon', object: { a: 1 },
	word: 'undefined-1', null: 'null', rate: 'NaNo', answer: 'It is null, undefined or NaN', rows: [{ text: 'null' }, { text: undefined }],
	made: MADE, lost: 'C-\ufffd\ufffd', a: 'a@mail.example', b: 'b@mail.example', people: [{ name: '', email: 'a@mail.example' }],
};
const run = async (parameters: INodeParameters) => await runNode(simulator, parameters, { items: [{ json: ITEM }] });
/** @returns the refusal with its description; '' for a text that this check lets pass */
const refusal = async (parameters: INodeParameters): Promise<string> => {
	simulator.clearRequests();
	const { message, description } = await run(parameters).then(() => ({ message: '', description: '' }), (error) => error);
	if (!/ would be (?:sent|searched for) with /.test(message)) return '';
	expect(simulator.requests).toEqual([]);
	return `${message} | ${description}`;
};

type Refused = [text: string, kinds: Kind[], said: RegExp];
const eachOf = (texts: string[], kinds: Kind[], said: RegExp) => texts.map((text): Refused => [text, kinds, said]);

/** The text, the kinds of fields that refuse it, and what they say. */
const REFUSED: Refused[] = [
	// Typed where nothing evaluates it.
	['{{ $json.code }}', ALL, /\{\{ \$json.code \}\} in it, word for word \| Switch the field to Expression/],
	['C-{{$json.code}}', ALL, /\{\{\$json.code\}\} in it, word for word/],
	['{｛ $json.code }}', ALL, /in it, word for word/],
	['=C-｛｛ $json.code ｝｝-{{ $json.code }}', ALL, /word for word \| Write it with the braces \{ and \}/],
	// Nothing is there.
	['=C-{{ $json.mistyped }}', ALL, /nothing in place of \{\{ \$json.mistyped \}\} \| The expression returns undefined: check the names in it/],
	['=C-{{ $json.mistyped?.name }}', ALL, /nothing in place of/],
	['=C-{{ $json.date * 2 }}', ALL, /nothing in place of .* returns NaN/],
	['=C-{{ $json.nothing }}', [...NAMES, 'mail'], /nothing in place of .* returns null/],
	...eachOf([
		'=C-{{ $json.empty }}', '=C-{{ $json.blank }}', "=C-{{ $json.mistyped ?? '' }}", '=C-{{ $json.none }}', '=C-{{ $json.holes }}',
		"={{ $json.code }}{{ $json.empty && '-' + $json.empty }}", "=C-{{ $json.code === '7' ? $json.empty : 'x' }}",
	], NAMES, /nothing in place of .*Leave items without a value out/),
	// A word that JavaScript makes.
	["={{ 'C-' + $json.mistyped }}", ALL, /undefined in it: "C-undefined.* \| An expression puts a missing value into the text/],
	...eachOf([
		"={{ 'C' + $json.mistyped }}", '={{ `C-${$json.mistyped}` }}', '={{ String($json.mistyped) }}', "={{ 'undefined' }}",
		"={{ 'Dear NAME,'.replace('NAME', $json.mistyped) }}", "={{ ['C', $json.mistyped].map((one) => one + '').join(' ') }}",
		"={{ $if($json.code, $json.code + $json.mistyped, '') }}",
	], ALL, /undefined in it/),
	...eachOf([
		"={{ 'C-' + Number($json.word) }}", '=C-{{ Number($json.mistyped).toLocaleString() }}', '=C-{{ ($json.date * 2).toFixed(2) }}',
	], ALL, /NaN in it/),
	...eachOf([
		"={{ 'C-' + $json.nothing }}", '={{ `C-${$json.nothing}` }}', '={{ String($json.nothing) }}', "={{ 'null' }}",
		"={{ 'Dear NAME,'.replaceAll('NAME', $json.nothing) }}",
	], STRICT, /null in it/),
	['=C-{{ $json.object }}', ALL, /\[object Object\] in it: .* \| An expression returns an object: take a single value out of it/],
	...eachOf(["={{ 'C-' + $json.object }}", '=C-{{ [$json.object, $json.object] }}'], ALL, /\[object Object\] in it/),
	['=C-{{ DateTime.fromISO($json.date) }}', ALL, /Invalid DateTime in it: .* \| An expression makes a date from a value that is not a date/],
	...eachOf(["=C-{{ new Date('x') }}", "=C-{{ DateTime.fromISO($json.date).toFormat('d MMM') }}"], ALL, /Invalid Date(?:Time)? in it/),
	...eachOf([
		'=C-{{ $json.code.trim }}', '=C-{{ $now.toISODate }}', "={{ 'C-' + $json.code.trim }}",
	], ALL, /the code of a function in place of .*Add \(\) behind the name/),
	// What a customer must not read.
	['=C-{{ 1 / $json.zero }}', ['mail'], /Infinity in it: .*check the numbers/],
	["={{ (-1 / $json.zero) + ' Euro' }}", ['mail'], /-Infinity in it: "-Infinity Euro/],
	["=C-{{ new TypeError('boom') }}", ['mail'], /TypeError: +in it: .*TypeError: boom.*returns an error/],
	["={{ 'Dear ' + new Error($json.code) }}", ['mail'], /Error: +in it: "Dear Error: 7/],
	['=Within {{ DateTime.fromMillis(18154018).diff(DateTime.fromMillis(0)) }}', ['mail'], /PT18154\.018S in it: .*returns a duration/],
	["={{ `Within ${DateTime.fromMillis(432000000).diff(DateTime.fromMillis(0), 'days')}` }}", ['mail'], /P5D in it/],
	['=Until {{ $now }}', ['mail'], /Programs write times so/],
	['=On {{ new Date(0) }}', ['mail'], /[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d 19\d\d \d\d:00:00 GMT[+-]\d{4} \([^)]+\) in it: .*toFormat/],
	["={{ 'On ' + new Date(0) + '.' }}", ['mail'], /[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d 19\d\d /],
	// Characters that a program could not read.
	...eachOf([
		'C-\ufffd', '=C-{{ $json.lost }}', '={{ $json.lost }}', '={{ "ï¿½ï¿½001" }}',
	], STRICT, /with (?:\ufffd|ï¿½) in it: .*the encoding in which it was saved/),
];

it.each(REFUSED)('%s is refused in: %s', async (text, kinds, said) => {
	for (const kind of ALL) {
		const message = await refusal(fieldOf(kind)[2](text));
		if (!kinds.includes(kind)) expect([kind, message]).toEqual([kind, '']);
		else {
			expect([kind, message]).toEqual([kind, expect.stringMatching(said)]);
			expect([kind, message.includes('Skip Text Checks')]).toEqual([kind, kind === 'mail']);
		}
	}
});

/** Of these each kind refuses others. */
const PROBES = [
	'{{ $json.code }}', '=C-{{ $json.mistyped }}', '=C-{{ $json.nothing }}', '=C-{{ $json.empty }}', "={{ 'C-' + $json.nothing }}", '=C-{{ 1 / $json.zero }}',
];

it.each(FIELDS)('as %s: %s', async (kind, label, of) => {
	for (const text of PROBES) {
		const [, kinds] = REFUSED.find(([one]) => one === text)!;
		expect([text, await refusal(of(text))]).toEqual([text, kinds.includes(kind) ? expect.stringMatching(`^${label} would be ${'getAllTicketFilters' in of(text) || 'getAllTemplateFilters' in of(text) ? 'searched for' : 'sent'} with `) : '']);
	}
});

/** The text, what is sent for it, and the kinds of fields that take it, where a code or an address has another form. */
const TAKEN: Array<[text: string, sent: string, kinds?: Kind[]]> = [
	// A word that a value has, also where an expression changes it, or that the expression has.
	['=C-{{ $json.word }}', 'C-undefined-1'],
	["={{ 'C' + $json.word }}", 'Cundefined-1'],
	['=C-{{ $json.null }}', 'C-null'],
	['={{ $json.rate + $json.code }}', 'NaNo7'],
	["={{ 'undefinedness-' + $json.code }}", 'undefinedness-7'],
	['={ {{ $json.code }} }', '{ 7 }'],
	['={{ $json.answer }}', ITEM.answer as string],
	["={{ $json.answer.replace('It', 'That') }}", 'That is null, undefined or NaN'],
	["={{ 'So: ' + $json['answer'].trim() }}", 'So: It is null, undefined or NaN'],
	['={{ $input.first().json.answer?.toString() }}', ITEM.answer as string],
	["={{ $json.rows.map(({ text }) => text ?? '').join('') + '!' }}", 'null!'],
	["={{ $json.zero ? $('Not Run').first().json.answer : 'as ' + $json.answer }}", 'as It is null, undefined or NaN'],
	["={{ 'You wrote: ' + $json.made.trim() }}", `You wrote: ${MADE}`],
	["={{ 'Infinity pool, Error: ' + $json.zero + ', PT5M' }}", 'Infinity pool, Error: 0, PT5M'],
	['={{ "Please" + " Pack " + $json.zero + " P5 PTA Infinityx XInfinity APT5M error: PD" }}', 'Please Pack 0 P5 PTA Infinityx XInfinity APT5M error: PD'],
	[`=${MADE} {{ $json.zero }}`, `${MADE} 0`],
	["={{ DateTime.fromMillis(0).toFormat('d MMMM yyyy') }} {{ DateTime.fromMillis(5000).diff(DateTime.fromMillis(0)).as('seconds') }}", '1 January 1970 5'],
	// What an expression chooses, and an empty part of one, as docs/concepts.md says.
	["={{ $json.code + ($json.empty ? '-' + $json.empty : '') }}", '7'],
	["={{ $json.nothing || 'C-' + $json.code }}", 'C-7'],
	["={{ 'K' + $json.empty }}", 'K'],
	["={{ ($json.vip ? 'V-' : '') + $json.code }}", '7'],
	["=Dear {{ $json.empty }}{{ $json.blank }}, {{ $json.zero }} of {{ $json.mistyped ?? 'some' }} [object] invalid date", 'Dear  , 0 of some [object] invalid date', ['cell', 'mail', 'text']],
	['=x {{ $json.nothing }}', 'x ', ['cell', 'text']],
];

it.each(TAKEN)('%s is sent as %j', async (text, sent, kinds = ALL) => {
	for (const kind of kinds) {
		const [, , of] = fieldOf(kind);
		expect([kind, await refusal(of(text))]).toEqual([kind, '']);
		const left = simulator.requests.map(({ path, body }) => `${path} ${JSON.stringify(body)}`);
		const written = JSON.stringify(sent.trim()).slice(1, -1);
		if (kind !== 'address') expect([kind, left]).toEqual([kind, expect.arrayContaining([expect.stringContaining(written)])]);
	}
});

describe('the recipients of a mail', () => {
	it.each([
		['the name of a recipient may be empty', '={{ $json.empty }} {{ $json.nothing }} <{{ $json.a }}>', 'a@mail.example'],
		['also where the address was typed', '={{ $json.empty }} <a@mail.example>', 'a@mail.example'],
		['in a template', '={{ `${$json.empty} <${$json.a}>, ${$json.code} <${$json.b}>` }}', '<b@mail.example>'],
		['of many recipients', '={{ $json.people.map((one) => `${one.name} <${one.email}>`).join(", ") }}', 'a@mail.example'],
		['a second recipient may be left out', "={{ $json.a + ($json.empty ? ',' + $json.empty : '') }}", 'a@mail.example'],
		['a list of them may have none', '={{ [$json.a, $json.nothing] }}', 'a@mail.example'],
	])('%s', async (_what, to, recipients) => {
		await run(mail('send', { to, sendEmailFields: { cc: '={{ $json.nothing }}' } }));
		const { body } = simulator.requests.at(-1)!;
		expect(body).toMatchObject({ to: expect.stringContaining(recipients) });
		expect(body).not.toHaveProperty('cc');
	});

	it.each(['=info{{ $json.empty }}@mail.example, Anna <{{ $json.a }}>', '={{ $json.a }},{{ $json.empty }}', '={{ $json.empty }}, Anna <{{ $json.a }}>'])('an address has no empty part: %s', async (to) => {
		expect(await refusal(mail('send', { to }))).toMatch(/^To would be sent with nothing in place of \{\{ \$json.empty \}\}/);
	});

	it('are nobody else where To is an empty list', async () => {
		await expect(run(mail('reply', { replyEmailFields: { to: '={{ $json.holes }}' } }))).rejects.toThrow('The list holds no address');
	});

	it('have whole addresses also where the mail is sent nevertheless', async () => {
		const to = '=info{{ $json.nothing }}@mail.example';
		const said = await refusal(mail('send', { to, body: '{{ typed }}', sendEmailFields: { skipTextChecks: true } }));
		expect(said).toMatch(/^To would be sent with nothing in place of/);
	});
});

it.each([
	['filters.labelIds', '=Return/{{ $vars.mistyped }}', 'Labels would be searched for with nothing in place of {{ $vars.mistyped }}'],
	['filters.labelIds', '=Return/{{ "" }}', 'Labels would be searched for with nothing in place of {{ "" }}'],
	['filters.labelIds', '{{ $vars.label }}', 'Labels would be searched for with {{ $vars.label }} in it, word for word'],
	['filters.assignee', "={{ 'user' + $vars.mistyped }}", 'Assignee would be searched for with undefined in it'],
	['messageBoxIds', '=Support{{ "" }}', 'Inboxes would be searched for with nothing in place of {{ "" }}'],
])('the trigger refuses it as well: %s %s', async (path, value, message) => {
	const [collection, name] = path.split('.');
	const given = { [collection]: name === undefined ? value : { [name]: value } };
	await expect(pollerOf(simulator, { messageBoxIds: [INBOX], events: ['ticketCreated'], ...given }).poll()).rejects.toThrow(message);
	expect(simulator.requests).toEqual([]);
});
beforeEach(() => void simulator.store.createTicket({ id: 1201, message_box_id: INBOX, messages: [{ from: 'anna@mail.example' }] }));
