/** Where nobody reads a mail before it leaves: Skip Robots and Skip If Answered skip it, with the reason. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import type { TicketInput } from '../../simulator';
import { byId, INBOX } from '../service';

const simulator = simulatorOfEachTest();

const account = () => simulator.store.inbox(INBOX).mailAccounts[0].mail_account_id;
/** A mail account of the inbox; the simulator gives every inbox one of this name. */
const OWN = `support${INBOX}@tenant.example`;
const ASKED = { from: 'Anna <anna@mail.example>', title: 'Parcel', body: 'Where is it?' };
const ticket = (input: TicketInput = {}, message: object = {}, ...more: object[]) =>
	simulator.store.createTicket({ message_box_id: INBOX, title: 'Parcel', ...input, messages: [{ ...ASKED, ...message }, ...more] }).ticket_id;
const ROBOTS: INodeParameters = { skipRobots: true };
const reply = (id: number | string, switches: INodeParameters = ROBOTS, fields: INodeParameters = {}): INodeParameters => {
	const { skipRobots, ...added } = switches;
	return {
		resource: 'email', operation: 'reply', messageBoxId: byId(INBOX), replyTicketId: byId(id), replyMailAccountId: account(),
		body: 'We have it', ...(skipRobots !== undefined && { skipRobots }), replyEmailFields: { ...added, ...fields },
	};
};
const send = (to: string, { skipRobots = false, ...added }: INodeParameters = ROBOTS): INodeParameters => ({
	resource: 'email', operation: 'send', messageBoxId: byId(INBOX), mailAccountId: account(), to, subject: 'x', body: 'x',
	skipRobots, sendEmailFields: added,
});
const run = async (parameters: INodeParameters) => (await runNode(simulator, parameters)).map(({ json }) => json);
const left = () => simulator.requests.filter(({ path }) => path.includes('/mails') && !path.endsWith('mail_accounts'));

const SKIPPED: Array<[what: string, make: () => number, reason: RegExp]> = [
	['in Spam', () => ticket({ status_cd: 'spam' }), /in Spam$/],
	['in Trash', () => ticket({ status_cd: 'trash' }), /in Trash$/],
	['without need of action', () => ticket({ status_cd: 'unwanted' }), /in No Action Needed$/],
	['of a robot', () => ticket({}, { from: 'Shop <no-reply@shop.example>' }), /^no-reply@shop.example is the address of a robot/],
	['with a robot in Reply-To', () => ticket({}, { reply_to: 'bounces+1@shop.example' }), /robot/],
	['from an account of the inbox', () => ticket({}, { from: `Support <${OWN.toUpperCase()}>` }), /is a mail account of this inbox$/],
	['with an account of the inbox in Reply-To', () => ticket({}, { reply_to: OWN }), /is a mail account of this inbox$/],
	['with an account of the inbox and a tag', () => ticket({}, { from: OWN.replace('@', '+shop@') }), /is a mail account of this inbox$/],
	['with 40 addresses in Reply-To', () => ticket({}, { reply_to: Array.from({ length: 40 }, (_, at) => `a${at}@mail.example`).join(', ') }), /^The message would be answered to 40 addresses/],
	['of two senders', () => ticket({}, { from: 'Ann <a@mail.example>, b@mail.example' }), /^The message would be answered to 2 addresses/],
	['with an automatic reply', () => ticket({}, { title: 'Automatische Antwort' }), /automatic mail/],
	['without an address', () => ticket({}, { from: null }), /no e-mail address/],
];

const ANSWERED: INodeParameters = { skipIfAnswered: true };
const ANSWERS: Array<[what: string, state: string]> = [['that was answered', 'sent'], ['whose answer waits for approval', 'requested']];
const answered = (action_cd: string) => () => ticket({}, {}, { action_cd, from: 'support@ours.example', to: ASKED.from, body: 'Here' });

it.each([
	...SKIPPED.map((one) => [...one, ROBOTS, ANSWERED] as const),
	...ANSWERS.map(([what, state]) => [what, answered(state), /answered already$/, ANSWERED, ROBOTS] as const),
])('skips a ticket %s, and says why; with the other switch alone it is sent', async (_what, make, reason, on, other) => {
	const id = make();
	const skipped = { skipped: true, reason: expect.stringMatching(reason), message_box_id: INBOX, ticket_id: id };
	expect(await run(reply(id, on))).toEqual([expect.objectContaining(skipped)]);
	expect(left()).toEqual([]);
	await run(reply(id, other, { to: 'x@mail.example' }));
	expect(left()).toHaveLength(1);
});

it('answers a web form with the customer in Reply-To, and a ticket that a mail of ours began', async () => {
	await run(reply(ticket({}, { from: 'no-reply@shop.example', reply_to: 'ben@mail.example' })));
	await run(reply(ticket({}, { from: `Web Form <${OWN}>`, to: OWN, reply_to: 'Carl <carl@mail.example>' })));
	const begun = simulator.store.createTicket({ message_box_id: INBOX, messages: [
		{ action_cd: 'sent', from: 'support@ours.example', to: 'eve@mail.example', created_at: '2026-01-01T00:00:00Z' },
		{ ...ASKED, from: 'eve@mail.example', created_at: '2026-01-02T00:00:00Z' },
	] }).ticket_id;
	await run(reply(begun));
	expect(left()).toMatchObject([{ body: { to: 'ben@mail.example' } }, { body: { to: 'carl@mail.example' } }, { body: { to: 'eve@mail.example' } }]);
});

it('Send writes to one address, and to no account of the inbox, and reads their list once', async () => {
	const reasons = [];
	for (const to of [OWN, OWN.replace('@', '+x@'), 'a@mail.example, b@mail.example']) reasons.push(...(await run(send(to))).map(({ reason }) => reason));
	const [copied] = await run(send('a@mail.example', { ...ROBOTS, bcc: `Us <${OWN}>` }));
	expect([...reasons, copied.reason]).toEqual([
		`${OWN} is a mail account of this inbox`, `${OWN.replace('@', '+x@')} is a mail account of this inbox`, 'The mail would go to 2 addresses, an automatic one goes to one', `${OWN} is a mail account of this inbox`,
	]);
	expect(left()).toEqual([]);
	expect(simulator.requests.filter(({ path }) => path.endsWith('mail_accounts'))).toHaveLength(1);
});

it('Skip If Answered answers an address once in 24 hours, in one run and in several, by Reply and by Send', async () => {
	const ids = [ticket(), ticket(), ticket()];
	const items = ids.slice(0, 2).map((id) => ({ json: { id } }));
	const out = await runNode(simulator, reply('={{ $json.id }}', ANSWERED), { items });
	expect(out.map(({ json }) => json.skipped)).toEqual([undefined, true]);
	const reason = 'This n8n process answered anna@mail.example within 24 hours';
	expect(await run(reply(ids[2], ANSWERED))).toMatchObject([{ skipped: true, reason }]);
	const [skipped] = await run(send('ANNA@mail.example', ANSWERED));
	expect(skipped).toMatchObject({ skipped: true, message_box_id: INBOX, to: 'ANNA@mail.example' });
	expect(skipped).not.toHaveProperty('ticket_id');
	await run(send('ben@mail.example', ANSWERED));
	expect(left()).toHaveLength(2);
	// A survey is no answer: it is sent after one, and an answer after it.
	await run(send('ben@mail.example', ROBOTS));
	await run(send('carl@mail.example', ROBOTS));
	await run(send('carl@mail.example', ANSWERED));
	expect(left()).toHaveLength(5);
});

it('Skip Robots sends no mail to a robot, Skip If Answered alone does', async () => {
	expect(await run(send('postmaster@mail.example'))).toMatchObject([{ skipped: true, reason: expect.stringContaining('robot') }]);
	await run(send('postmaster@mail.example', ANSWERED));
	expect(left()).toHaveLength(1);
});

it('a mail that was refused does not count', async () => {
	simulator.faults.add({ kind: 'status', status: 400, when: { method: 'POST' } });
	await expect(run(send('ben@mail.example', ANSWERED))).rejects.toThrow();
	await run(send('ben@mail.example', ANSWERED));
	expect(left()).toHaveLength(2);
});
