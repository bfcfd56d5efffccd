/** What was never meant for a customer does not leave: `{{ ... }}` in a field that was not switched to Expression. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import type { Simulator } from '../simulator';
import { byId, INBOX } from './service';

let simulator: Simulator;
simulatorForEachTest((started) => (simulator = started));

const own = { messageBoxId: byId(INBOX) };
const account = () => simulator.store.inbox(INBOX).mailAccounts[0].mail_account_id;
const TICKET = 1201;
const TYPED = 'Dear {{ $json.name }},';

const TEXTS: Array<[string, string, (text: string) => INodeParameters]> = [
	['Mail: Send', 'Subject', (text) => ({ resource: 'mail', operation: 'send', ...own, mailAccountId: account(), to: 'a@mail.example', subject: text, body: 'x' })],
	['Mail: Send', 'Body', (text) => ({ resource: 'mail', operation: 'send', ...own, mailAccountId: account(), to: 'a@mail.example', subject: 'x', body: text })],
	['Mail: Reply', 'Body', (text) => ({ resource: 'mail', operation: 'reply', ...own, replyTicketId: byId(TICKET), mailAccountId: account(), body: text })],
	['Mail: Reply', 'Subject', (text) => ({ resource: 'mail', operation: 'reply', ...own, replyTicketId: byId(TICKET), mailAccountId: account(), body: 'x', additionalFields: { subject: text } })],
	['Ticket: Create', 'Subject', (text) => ({ resource: 'ticket', operation: 'create', ...own, subject: text })],
	['Ticket: Create', 'Body', (text) => ({ resource: 'ticket', operation: 'create', ...own, subject: 'x', body: text })],
	['Handling Memo: Create', 'Body', (text) => ({ resource: 'handlingMemo', operation: 'create', ...own, memoTicketId: byId(TICKET), body: text })],
	['Handling Memo: Create', 'Subject', (text) => ({ resource: 'handlingMemo', operation: 'create', ...own, memoTicketId: byId(TICKET), body: 'x', additionalFields: { subject: text } })],
];

describe.each(TEXTS)('%s, %s', (_operation, label, parametersOf) => {
	it('is refused before a request where it was typed, with the place', async () => {
		await expect(runNode(simulator, parametersOf(TYPED))).rejects.toThrow(`${label} would be sent with {{ $json.name }} in it`);
		expect(simulator.requests).toEqual([]);
	});

	it("leaves with a customer's own words, and with what an expression gives", async () => {
		simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'anna@mail.example' }] });
		const items = [{ json: { name: '{{ not ours }}' } }];
		await runNode(simulator, parametersOf(`=${TYPED}`), { items });
		expect(JSON.stringify(simulator.requests.at(-1)!.body)).toContain('Dear {{ not ours }},');
	});
});
