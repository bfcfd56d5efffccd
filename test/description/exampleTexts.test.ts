/** What the expressions of examples make of texts that people type: n8n evaluates them, and a memo shows the result. */
import type { IDataObject } from 'n8n-workflow';
import { readExample } from '../../scripts/demo/workflow';
import { runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId, INBOX } from '../resources/service';

const simulator = simulatorOfEachTest();

/** @returns the expression of a value that a Set node makes */
function expressionOf(file: string, node: string, value: string): string {
	const { parameters } = readExample(file).nodes.find(({ name }) => name === node)! as unknown as { parameters: { assignments: { assignments: Array<{ name: string; value: string }> } } };
	return parameters.assignments.assignments.find(({ name }) => name === value)!.value;
}

async function evaluated(expression: string, json: IDataObject): Promise<string> {
	const { ticket_id } = simulator.store.createTicket({ message_box_id: INBOX });
	const memo = { resource: 'memo', operation: 'create', messageBoxId: byId(INBOX), memoTicketId: byId(ticket_id), memoBody: expression.replace('={{', '=[{{').replace(/\}\}$/, '}}]') };
	await runNode(simulator, memo, { items: [{ json }] });
	return String(simulator.store.ticket(ticket_id).messages.at(-1)!.body).slice(1, -1);
}

it.each([
	['ご注文ＡＢ－１２３４５の件', 'AB-12345'],
	['ご注文ＡＢ−１２３４５の件', 'AB-12345'],
	['ＡＢー１２３４５は', 'AB-12345'],
	['Where is SO-1001?', 'SO-1001'],
	['ASO-12345x', ''],
])('the number of an order in %s is %s', async (title, number) => {
	expect(await evaluated(expressionOf('order-mail-to-memo', 'Find the order number', 'order'), { title, text: null })).toBe(number);
});

it.each([['Anna@Mail.example', 'Ordered with the address'], ['ben@mail.example', 'Attention'], [null, 'Attention']])('an order of anna@mail.example that %s asks about', async (from_email, says) => {
	const expression = expressionOf('order-mail-to-memo', 'Write what the shop says', 'memo').replace("$('Once for each ticket and order').item.json", '$json.mail');
	expect(await evaluated(expression, { statusCode: 200, body: { email: 'anna@mail.example' }, mail: { order: 'SO-1', from_email } })).toContain(says);
});

it.each([
	['a Friday afternoon', '2026-07-03T15:30:00', '2026-07-03T15:30:00'],
	['its evening', '2026-07-03T18:00:00', '2026-07-06T09:00:00'],
	['a Sunday', '2026-07-05T12:00:00', '2026-07-06T09:00:00'],
	['an early morning', '2026-07-06T03:00:00', '2026-07-06T09:00:00'],
	['the evening before a holiday', '2026-07-06T22:00:00', '2026-07-08T09:00:00'],
])('an answer of %s, %s, is sent later at %s', async (_when, written, leaves) => {
	const expression = expressionOf('send-later', 'Set when it leaves', 'leaves_at').replaceAll('$now', `DateTime.fromISO('${written}', { zone: 'Asia/Tokyo' })`);
	expect(await evaluated(expression, { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00', holidays: ['2026-07-07'] })).toBe(`${leaves}.000+09:00`);
});

it.each<[typed: string, sent: string | RegExp]>([
	['Thank you :bow:', 'Thank you 🙇'],
	['ありがとうございます:bow::pray:', 'ありがとうございます🙇🙏'],
	[':wave::skin-tone-3: Hello :+1::skin-tone-6:', '👋 Hello 👍'],
	['Open from 10:30:45, :100:', 'Open from 10:30:45, 💯'],
	['At 10:30:bow:', 'At 10:30🙇'],
	['<https://post.example:8080/a:b:c|here :bow:>', 'here 🙇 (https://post.example:8080/a:b:c)'],
	[':party_parrot:', /an emoji that the customer would read as its code/],
	[':bow: :ありがとう:', /an emoji/],
	['Well :flag-jp: done', /an emoji/],
	['<https://post.example|:shipit:>', /an emoji/],
	['<@U2> knows', /names people/],
])('of the answer %s in Slack the customer gets %s', async (typed, sent) => {
	const of = (node: string, value: string) => expressionOf('slack-answer-becomes-reply', node, value).replaceAll("$('Take what Slack says').first().json", '$json');
	const emoji = JSON.parse(/\{".*"\}/.exec(of('Take what Slack says', 'emoji'))![0]) as IDataObject;
	const json = { ticket_id: 1, prefix: '!reply', emoji, said: { event: { text: `!reply ${typed}` } } };
	const refused = await evaluated(of('Take the text', 'why_not'), json);
	if (typeof sent !== 'string') expect(refused).toMatch(sent);
	else expect([refused, await evaluated(of('Take the text', 'text'), json)]).toEqual(['', sent]);
});
