/** A text that is written or searched for is whole, or it is refused: also where an expression finds nothing, or was typed where nothing evaluates it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { pollerOf, runNode } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import { byId, INBOX } from '../resources/service';
import type { Simulator } from '../simulator';

let simulator: Simulator;
simulatorForEachTest((started) => (simulator = started), { seed: { tickets: 0 } });

type Of = (text: string) => INodeParameters;
const inBook = (operation: string, values: INodeParameters): INodeParameters => ({ resource: 'contact', operation, customerGroupId: byId(11), ...values });
const inInbox = (resource: string, operation: string, values: INodeParameters): INodeParameters => ({ resource, operation, messageBoxId: byId(INBOX), ...values });

/** What finds a record: the field and an operation with it. */
const NAMES: Array<[label: string, of: Of]> = [
	['Customer Code', (text) => inBook('upsert', { findBy: 'systemId1', systemId1: text, additionalFields: { note: 'x' } })],
	['Customer Code', (text) => inBook('delete', { findBy: 'systemId1', systemId1: text })],
	['Customer Code', (text) => inBook('create', { additionalFields: { systemId1: text } })],
	['E-Mail', (text) => inBook('upsert', { findBy: 'email', email: `${text}@mail.example`, additionalFields: { note: 'x' } })],
	['E-Mail Addresses', (text) => inBook('create', { emails: { values: [{ email: 'a@mail.example' }, { email: `${text}@mail.example` }] } })],
	['Name', (text) => inInbox('label', 'create', { name: text })],
	['Name', (text) => inInbox('classification', 'update', { caseCategoryId: 5001, updateFields: { name: text } })],
	['Label', (text) => inInbox('label', 'update', { labelId: text, updateFields: { color: 'red_01' } })],
	['Inbox', (text) => ({ ...inInbox('label', 'getAll', {}), messageBoxId: byId(text) })],
	['Labels', (text) => inInbox('ticket', 'getAll', { filters: { labelIds: text } })],
	['Labels', (text) => inInbox('ticket', 'update', { ticketId: byId(1201), labels: { values: { mode: 'add', labelIds: text } } })],
	['Assignee', (text) => inInbox('ticket', 'create', { subject: 'x', additionalFields: { assignee: text } })],
	['Ticket', (text) => ({ ...inInbox('ticket', 'get', {}), ticketId: byId(text) })],
	['To', (text) => inInbox('mail', 'send', { mailAccountId: account(), to: `${text}@mail.example`, subject: 'x', body: 'x' })],
	['BCC', (text) => inInbox('mail', 'reply', { replyTicketId: byId(1201), mailAccountId: account(), body: 'x', additionalFields: { bcc: `${text}@mail.example` } })],
	['Customer E-Mail', (text) => inInbox('handlingMemo', 'create', { memoTicketId: byId(1201), body: 'x', additionalFields: { customerEmail: `${text}@mail.example` } })],
	['Ticket IDs', (text) => inInbox('ticket', 'getAll', { filters: { ticketIds: text } })],
	['Title Contains', (text) => inInbox('ticket', 'getAll', { filters: { titleContains: text } })],
	['Automatic Answers Contain', (text) => ({ ...inInbox('ticket', 'get', { options: { addFigures: true, automaticAnswersContain: text } }), ticketId: byId(1201) })],
	['Category', (text) => inInbox('template', 'getAll', { filters: { templateCategoryName: text } })],
];
/** Any other text. */
const TEXTS: Array<[label: string, of: Of]> = [
	['Last Name', (text) => inBook('create', { lastName: text })],
	['Note', (text) => inBook('update', { findBy: 'systemId1', systemId1: 'C-001', updateFields: { note: text } })],
	['Phones', (text) => inBook('create', { tels: { values: [{ tel: text }] } })],
	['Body', (text) => inInbox('handlingMemo', 'create', { memoTicketId: byId(1201), body: text })],
	['Body', (text) => inInbox('ticket', 'create', { subject: 'x', body: text })],
	['Subject', (text) => inInbox('mail', 'send', { mailAccountId: account(), to: 'a@mail.example', subject: text, body: 'x' })],
	['Body', (text) => inInbox('mail', 'reply', { replyTicketId: byId(1201), mailAccountId: account(), body: text })],
	['Assign Comment', (text) => inInbox('ticket', 'update', { ticketId: byId(1201), assignee: 'user01', updateFields: { assignComment: text } })],
];

const account = () => simulator.store.inbox(INBOX).mailAccounts[0].mail_account_id;
const ITEM: IDataObject = { code: '7', empty: '', blank: ' ', nothing: null, word: 'undefined-1', other: 'null', rate: 'NaNo', object: { a: 1 }, list: ['C', null], none: [], holes: [null, ''], rows: [{ no: '' }, { no: '8' }], case: '' };
const run = async (parameters: INodeParameters) => await runNode(simulator, parameters, { items: [{ json: ITEM }] });
const refusal = async (parameters: INodeParameters) => {
	const message = await run(parameters).then(() => 'It was taken', ({ message: said }: Error) => said);
	expect(simulator.requests).toEqual([]);
	return message;
};

/** What finds nothing in any text. */
const NOTHING = [
	'C-{{ $json.mistyped }}', '{{ $json.code }}{{ $json.mistyped }}', 'C-{{ $json.mistyped.deeper }}', 'C-{{ $json.word * 2 }}',
	"{{ 'C-' + $json.mistyped }}", "{{ 'C' + $json.mistyped }}", '{{ String($json.mistyped) }}', '{{ `C-${$json.mistyped}` }}', "{{ 'C-' + Number($json.word) }}",
	'C-{{ $json.object }}', "{{ 'C-' + $json.object }}", "C-{{ new Date('x') }}", "{{ 'undefined' }}",
];
/** What finds nothing in a name: null, an empty part. */
const NOTHING_IN_NAMES = [
	'C-{{ $json.nothing }}', 'C-{{ $json.empty }}', 'C-{{ $json.blank }}', "C-{{ $json.mistyped ?? '' }}",
	"{{ 'C-' + $json.nothing }}", '{{ String($json.nothing) }}', "{{ 'C-' + $json.empty }}", '{{ `C-${$json.empty}` }}', "{{ ['C', $json.nothing].join('-') }}", "{{ 'C-' + $json['empty'].trim() }}", "{{ $json.code + '-' + $json.blank }}",
	'C-{{ $json.none }}', 'C-{{ $json.holes }}', "{{ 'C-' + $json.none }}", "{{ 'C-' + $json.holes.join('') }}", "{{ 'C-' + $json.code.replace('7', '') }}", "{{ 'C-' + ($json.code.match(/[?|+]/) ?? '') }}", "{{ 'C-' + Object.values($json.none)[0] }}",
	"{{ 'C-' /* don't */ + ($json.empty ?? '') }}", "{{ 'C-' + ($json.object?.b ?? '') }}", "{{ 'C-' + $json.list?.[1] }}", "{{ 'C-' + ($json.nothing ?? '') }}", "{{ 'C?-' + $json.empty }}", "{{ ('|' + $json.empty).slice(1) + 'C' }}", "{{ $json['code'] + $json['em' + 'pty'] }}", '{{ `C-${$json.empty || ""}` }}',
	"{{ 'C-'.concat($json?.empty) }}", "{{ 'C-x'.replace('x', $json.empty) }}", "{{ ($json.empty ?? '') + '-C' }}",
	"{{ String($json.nothing ?? '').padStart(6, '0') }}", "{{ (() => { const no = $json.nothing || ''; return 'C-' + no; })() }}", '{{ (() => { const { code, empty } = $json; return `${code}-${empty}`; })() }}', "{{ $json.rows.map((row) => 'C-' + row.no)[0] }}",
	"{{ 'C-%s'.replace('%s', $json.nothing ?? '') }}", "{{ $json.code ? 'C-' + ($json.empty ? $json.empty : '') : 'x' }}", "{{ 'C-' + ($json.empty && $json.empty.trim()) }}", "{{ /x/.test($json.code) ? 'x' : 'C-' + $json.empty }}", "{{ (() => { let text = 'C-'; text += $json.empty; return text; })() }}",
	"{{ $json.code + '-' + ($json.code ? $json.empty : $json.code) }}", "{{ (() => { return $json.code + '-' + $json.empty })() }}", "{{ (function () { const { code, empty } = $json; return code + '-' + empty; })() }}", "{{ [$json].map((one) => { return one.code + one.empty; })[0] }}",
	"{{ 'C-' + $json.empty; }}", '{{ `C-${$json.empty}`; }}', "{{ (() => { return 'C-' + $json.empty; })(); }}", "{{ 'C-' + $json.case }}", "{{ $json.case + '-' + $json.code }}", "{{ (() => { const c = 'C-' + $json.empty\n const d = c.trim()\n return d })() }}", "{{ (() => { let s = ''\n s += 'C-'\n s += $json.empty\n return s })() }}",
	"{{ (() => { if (!$json.code) throw 'no ' + $json.code; return 'C-' + $json.empty })() }}", "{{ 1e+5 > 2 ? 'C-' + $json.empty : 'x' }}", "{{ 'C-' + ($json.code === '7' ? $json.empty : $json.code) }}", "C-{{ $json.code === '7' ? $json.empty : 'x' }}", "C-{{ $json.code === '7' && $json.empty }}", "{{ 'C-' + (typeof $json.empty === 'string' ? $json.empty : '') }}",
	"{{ 'C-' + ($json.empty == null ? 'NONE' : $json.empty) }}", '{{ `C-${$json.code === "7" ? $json.empty : "x"}` }}', "{{ 'C-' + $json.empty?.padStart(4, '0') }}", "{{ ($json.mistyped || '').toString().padStart(6, '0') }}", "{{ [$json.code, $json.empty].map((one) => one.trim()).join('-') }}", "{{ Object.values({ a: $json.code, b: $json.empty }).join('-') }}",
	"{{ (() => { var c = $json.empty; let d = c; return 'C-' + d; })() }}", "{{ (() => { const parts = [$json.code, $json.empty]; return parts.join('-'); })() }}", "{{ $json.code.concat('-', $json.empty) }}", "{{ 'C-{x}-{y}'.replace('{x}', $json.code).replace('{y}', $json.empty) }}", "{{ 'C-' + $if($json.empty, $json.empty, '') }}", "{{ $json.rows.map((row) => row.no).join('-') }}", "{{ ['C', $json.nothing ?? ''].join('-') }}", "{{ 'C-' + $ifEmpty($json.empty, '') }}", "{{ $json.code ? 'C-' + $json.empty : 'D' }}", "{{ ('C-' + ($json.empty || '')).toLowerCase() }}",
	"{{ $if($json.code, 'C-' + $json.empty, 'D') }}", "{{ 'C-' + $jmespath($json, 'list[9]') }}", "{{ 'C-{x}'.replace('{x}', () => $json.empty) }}", "{{ '7,'.split(',').map((one) => 'C-' + one.trim())[1] }}", "{{ 'C-' + ('000' + $json.empty).slice(-3) }}", "{{ 'C-' + encodeURIComponent($json.empty) }}",
];
/** What a name may be made of: parts that all have a text. */
const WHOLE = [
	"{{ 'C-' + ($json.empty ? $json.empty : 'x') }}", "{{ $json.nothing || 'C-' + $json.code }}", "{{ $json.empty ? 'A' : 'B' }}", "{{ $json.code?.trim() ?? 'none' }}", "{{ '' + $json.code }}", "{{ +$json.code + 1 }}",
	"{{ 'C-' + $json.code /* it's ) + */ }}", "{{ 'https://c.example/' + $json.code // its ?\n }}", "{{ $json.code + ')' + (']' + $json.word) }}",
	"{{ $json.empty ? 'C-' + $json.empty : 'D-' + $json.code }}", '{{ $json.code ? `C-${$json.code}` : `D-${$json.empty}` }}', "{{ $if($json.empty, 'C-' + $json.empty, 'D-' + $json.code) }}", "{{ $ifEmpty($json.code, 'C-' + $json.empty) }}", "{{ $json.code || 'C-' + $json.empty }}", "{{ !$json.empty ? $json.code : $json.empty + '-x' }}",
	"{{ ['7', '8'].reduce((all, one) => all + one + 'x', '') }}", "{{ (() => { let s = ''; for (const one of ['7', '8']) s = s + one; return s; })() }}", "{{ (() => { let s = 'C'; s += $json.empty ? '-' + $json.empty : ''; s += $json.empty || 'NONE'; s += $json.mistyped ?? 'x'; return s })() }}",
	"{{ 'C-' + $json.code.toString().padStart(4, '0') }}", "{{ (1 + 1).toString().padStart(2, '0') + $json.code.valueOf() }}",
	"{{ $json.code.concat($json.empty ? '-' + $json.empty : '') }}", "{{ $json.code.replace('-', '').toUpperCase() + '-' + [$json.code].join('') }}", "{{ $json.code\n + '-' + // the last part\n $json.word }}",
	"{{ $json.code + ($json.empty ? '-' + $json.empty : '') }}", '{{ `${$json.code}${$json.empty ? `-${$json.empty}` : ""}` }}', "{{ $json.code + ($json.empty && '-' + $json.empty) }}", "{{ $json.code }}{{ $json.empty ? '-' + $json.empty : '' }}", "{{ ($json.vip ? 'V-' : '') + $json.code }}", "{{ $json.code + $if($json.empty, '-' + $json.empty, '') }}",
	"{{ [$json.code, $json.empty].filter(Boolean).join('-') }}", "{{ ['C', $json.empty || 'NONE', $json.code].join('-') }}", "{{ [...new Set($input.all().map((item) => item.json.code))].join(',') }}", "{{ [$json.code, ...($json.mistyped || [])].join('') }}", "{{ [$json.code].concat($json.mistyped || []).join('') }}",
	"{{ ['7', '8'].find((one) => /\\)$|^\\d+$|[+/]/.test(one)) ?? $json.code }}", '{{ `${$json.empty ? `:)` : ""}${$json.code}` }}', "{{ $json.code.replace($json.empty, 'x') }}", "{{ (() => { const c = $json.code; return $json.word + '-' + c; })() }}", "{{ $json.rows.filter((row) => row.no !== $json.empty)[0]?.no ?? 'x' }}", "{{ $json.code + ($json.rate < 3 ? 'x' : 'y') }}", "{{ 7 - -1 + $json.code }}",
	"{{ $json.code.replace(/\\s+/g, '') + 'C' }}", "{{ 'C-' + $json.code.padStart(4, '0') + $json.word.split('+')[0] }}", '{{ `C-${$json.code}-${ $json.word }` }}', "{{ [$json.code, 'C'].join('-') }}", "{{ ['a', 'b'].map((one) => one + $json.code)[0] }}", "{{ $json.empty === '' ? $json.code : $json.word }}",
	"{{ ($json.empty + ' ' + $json.code).trim() }}", "{{ [$json.code, $json.empty ? '-' + $json.empty : ''].join('') }}", "{{ { a: 'A' + $json.empty, b: 'B' }[$json.code ? 'b' : 'a'] }}", "{{ $json.rows.filter((row) => (row.no + '').length > 0)[0].no }}", "{{ ('000' + $json.code).slice(-3) }}",
];

const FIRST = 3;

/** @returns each way for a record, a mailbox and a text, and the first ones for any other field: they have the same check */
const waysFor = (of: Of, all: readonly string[]): readonly string[] =>
	[NAMES[0], TEXTS[0], NAMES.find(([label]) => label === 'To')!].some(([, whole]) => whole === of) ? all : all.slice(0, FIRST);

describe.each([...NAMES, ...TEXTS])('%s', (label, of) => {
	it('takes no expression that finds nothing', async () => {
		for (const expression of waysFor(of, NOTHING)) expect([expression, await refusal(of(`=${expression}`))]).toEqual([expression, expect.stringMatching(new RegExp(`^${label} would be (sent|searched for) with `))]);
	});

	it('takes no expression that was typed where nothing evaluates it', async () => {
		for (const typed of waysFor(of, ['{{ $json.code }}', 'C-{{$json.code}}', '=C-｛｛ $json.code ｝｝-{{ $json.code }}', '｛｛ $json.code ｝｝', '{｛ $json.code }}'])) {
			expect([typed, await refusal(of(typed))]).toEqual([typed, expect.stringMatching(new RegExp(`^${label} would be (sent|searched for) with .*, word for word$`))]);
		}
	});

	it('takes such a word where it is the value itself, and braces that a value has', async () => {
		for (const expression of waysFor(of, ['C-{{ $json.word }}', "{{ 'C' + $json.word }}", "{{ $json.rate + $json.code }}", "{{ 'undefinedness-' + $json.code }}", '{ {{ $json.code }} }'])) {
			await run(of(`=${expression}`)).catch(({ message }: Error) => expect([expression, message]).not.toEqual([expression, expect.stringContaining(' would be ')]));
		}
	});
});

describe.each(NAMES)('%s names a record', (label, of) => {
	it('takes no null and no empty part', async () => {
		for (const expression of waysFor(of, NOTHING_IN_NAMES)) expect([expression, await refusal(of(`=${expression}`))]).toEqual([expression, expect.stringMatching(new RegExp(`^${label} would be (sent|searched for) with `))]);
	});

	it('takes what an expression chooses, and makes of whole parts', async () => {
		for (const expression of WHOLE.slice(0, FIRST)) {
			await run(of(`=${expression}`)).catch(({ message }: Error) => expect([expression, message]).not.toEqual([expression, expect.stringContaining(' would be ')]));
		}
	});
});

it('what an expression makes of whole parts is sent', async () => {
	for (const expression of WHOLE) {
		const [{ json }] = await run(NAMES[0][1](`=${expression}`));
		expect([expression, json]).toEqual([expression, expect.objectContaining({ success: true, system_id1: expect.stringMatching(/\S/) })]);
	}
});

it.each(TEXTS.filter(([label]) => !['Subject', 'Body'].includes(label)))('%s takes null and an empty part', async (_label, of) => {
	simulator.store.createTicket({ id: 1201, message_box_id: INBOX });
	await run(of('=x {{ $json.nothing }}{{ $json.empty }}'));
	expect(simulator.requests.length).toBeGreaterThan(0);
});

it.each([
	['the name of a recipient may be empty', '={{ $json.empty }} {{ $json.nothing }} <{{ $json.a }}>', 'a@mail.example'],
	['in a template', '={{ `${$json.empty} <${$json.a}>, ${$json.code} <${$json.b}>` }}', '<b@mail.example>'],
	['between plus signs', "={{ $json.empty + ' <' + $json.a + '>' }}", 'a@mail.example'],
	['of many recipients', '={{ $json.people.map((one) => `${one.name} <${one.email}>`).join(", ") }}', 'a@mail.example'],
	['a second recipient may be left out', "={{ $json.a + ($json.empty ? ',' + $json.empty : '') }}", 'a@mail.example'],
	['a list of them may have none', '={{ [$json.a, $json.nothing] }}', 'a@mail.example'],
])('%s', async (_what, to, recipients) => {
	const items = [{ json: { ...ITEM, a: 'a@mail.example', b: 'b@mail.example', people: [{ name: '', email: 'a@mail.example' }] } }];
	await runNode(simulator, inInbox('mail', 'send', { mailAccountId: account(), to, subject: 'x', body: 'x', additionalFields: { cc: '={{ $json.nothing }}' } }), { items });
	expect(simulator.requests.at(-1)!.body).toMatchObject({ to: expect.stringContaining(recipients.trim()) });
	expect(simulator.requests.at(-1)!.body).not.toHaveProperty('cc');
});

it.each([['={{ $json.people.map((one) => `info${one.name}@mail.example`) }}'], ['=info{{ $json.empty }}@mail.example, Anna <{{ $json.a }}>']])('an address has no empty part: %s', async (to) => {
	const items = [{ json: { ...ITEM, a: 'a@mail.example', people: [{ name: '' }] } }];
	await expect(runNode(simulator, inInbox('mail', 'send', { mailAccountId: account(), to, subject: 'x', body: 'x' }), { items })).rejects.toThrow('To would be sent with nothing in place of');
});

it('a reply goes to nobody else where its To is an empty list', async () => {
	simulator.store.createTicket({ id: 1201, message_box_id: INBOX, messages: [{ from: 'anna@mail.example' }] });
	await expect(run(inInbox('mail', 'reply', { replyTicketId: byId(1201), mailAccountId: account(), body: 'x', additionalFields: { to: '={{ $json.holes }}' } }))).rejects.toThrow('The list holds no address');
});

it('three rows without a code leave no contact, and delete none', async () => {
	const of = NAMES[0][1];
	await expect(runNode(simulator, of('=C-{{ $json.code }}'), { items: [{ json: {} }, { json: {} }, { json: {} }] })).rejects.toThrow('nothing in place of {{ $json.code }}');
	expect(simulator.requests).toEqual([]);
});

it('a code has no name beside an address', async () => {
	expect(await refusal(NAMES[0][1]("={{ 'C-' + $json.empty + ' <' + $json.code + '>' }}"))).toBe('Customer Code would be sent with nothing in place of $json.empty');
});

it('a code of more parts than are looked at is refused', async () => {
	const parts = Array.from({ length: 101 }, (_, place) => `$json['${place}']`);
	expect(await refusal(NAMES[0][1](`={{ 'C-' + [${parts.join(', ')}].filter(Boolean).length }}`))).toBe('Customer Code would be sent with more than 100 parts');
});

it('a mail that is sent nevertheless has whole addresses', async () => {
	const mail = inInbox('mail', 'send', { mailAccountId: account(), to: '=info{{ $json.nothing }}@mail.example', subject: 'x', body: '{{ typed }}', additionalFields: { sendNevertheless: true } });
	expect(await refusal(mail)).toBe('To would be sent with nothing in place of {{ $json.nothing }}');
});

it("a customer's own braces leave, and what an expression gives", async () => {
	simulator.store.createTicket({ id: 1201, message_box_id: INBOX, messages: [{ from: 'anna@mail.example' }] });
	for (const [label, of] of TEXTS.filter(([name]) => ['Subject', 'Body'].includes(name))) {
		await runNode(simulator, of('=Dear {{ $json.name }},'), { items: [{ json: { name: '{{ not ours }}' } }] });
		expect([label, JSON.stringify(simulator.requests.at(-1)!.body)]).toEqual([label, expect.stringContaining('Dear {{ not ours }},')]);
	}
});

it.each([
	['filters.labelIds', '=Return/{{ $vars.mistyped }}', 'Labels would be searched for with nothing in place of {{ $vars.mistyped }}'],
	['filters.labelIds', '{{ $vars.label }}', 'Labels would be searched for with {{ $vars.label }} in it, word for word'],
	['filters.assignee', "={{ 'user' + $vars.mistyped }}", 'Assignee would be searched for with undefined in it'],
	['messageBoxIds', '=Support{{ "" }}', 'Inboxes would be searched for with nothing in place of {{ "" }}'],
])('the trigger refuses it as well: %s %s', async (path, value, message) => {
	const parameters: INodeParameters = { messageBoxIds: [INBOX], events: ['ticketCreated'] };
	const [collection, name] = path.split('.');
	await expect(pollerOf(simulator, { ...parameters, [collection]: name === undefined ? value : { [name]: value } }).poll()).rejects.toThrow(message);
	expect(simulator.requests).toEqual([]);
});
