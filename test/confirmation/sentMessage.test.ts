/** Which message counts as what this node has sent: after a lost answer, in n8n's Retry of an execution, and with Deduplicate. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { sampled } from '../harness/scope';
import { simulatorOfEachTest } from '../harness/simulator';
import { skippingNow } from '../harness/skippedWaits';
import { INBOX } from '../resources/service';
import type { MessageInput } from '../simulator';
import { isInTicket, OWN, sending, TICKET, writesTo, type SendingName } from './sending';

const simulator = simulatorOfEachTest({ seed: { tickets: 0 } });

type Outcome = 'found' | 'not found' | 'unclear';
/** What is in the service instead of what was sent, what it counts as, and what after a lost answer, where that differs. */
type Row = [which: string, message: MessageInput, outcome: Outcome, afterLost?: Outcome];

const BODY = 'It left.\nBye';
const MORE: Row[] = [
	['one whose text goes on', { body: 'It left.\nBye and more' }, 'not found'],
	['one whose text goes on in a line of its own', { body: 'It left.\nBye\n-- \nSupport' }, 'not found'],
	['one whose subject goes on', { title: 'Hello and more' }, 'not found'],
	['a draft', { action_cd: 'draft' }, 'not found'],
	['one with other line breaks and blanks', { body: ' It  left.\r\nBye\r\n' }, 'found'],
];
const MAIL: Row[] = [
	...MORE,
	['one to an address that contains ours', { to: 'joann@mail.example' }, 'not found'],
	['one to an address that ours begins', { to: 'ann@mail.example.jp' }, 'not found'],
	['one to more people', { to: 'ann@mail.example, ben@mail.example' }, 'not found'],
	['one to nobody', { to: null }, 'not found'],
	['one from another account', { from: 'other101@tenant.example' }, 'not found'],
	['one from nobody who is shown', { from: null }, 'unclear'],
	['one with a copy', { cc: 'ben@mail.example' }, 'not found'],
	['a received one', { action_cd: 'received' }, 'not found'],
	['one in an unknown state', { action_cd: 'new_state' as never }, 'not found'],
	...(['sent', 'sending', 'scheduled', 'requested', 'approved'] as const).map((action_cd): Row => [`one in the state ${action_cd}`, { action_cd }, 'found']),
	['one that could not be sent', { action_cd: 'send_error' }, 'not found', 'unclear'],
	['one that was rejected', { action_cd: 'rejected' }, 'unclear'],
	['one whose text has ours within it', { body: 'We wrote:\nIt left.\nBye' }, 'not found'],
	['one with a name beside its address, and other letters', { to: '"Lee, Ann" <Ann@mail.example>' }, 'found'],
];
/** The document does not show in which state a memo is. */
const MEMO: Row[] = [...MORE, ['a mail', { method_cd: 'mail' }, 'not found'], ['one', {}, 'found'], ['one in the state received', { action_cd: 'received' }, 'found']];

/** The document does not say what a memo shows of the customer that it was sent with. */
const OF_CALLER: Row[] = [
	['one of the caller, in another form', { from: '０３ (1111) 1111' }, 'found'],
	['one of another caller', { from: '03-2222-2222' }, 'not found'],
	['one of a customer, for a caller', { from: 'ann@mail.example' }, 'not found'],
	['one of somebody without a number', { from: 'Ann' }, 'unclear'],
	['one of nobody who is shown, for a caller', { from: null }, 'unclear'],
];
const OF_CUSTOMER: Row[] = [
	['one of the customer, with a name', { from: 'Ann <Ann@mail.example>' }, 'found'],
	['one of another customer', { from: 'ben@mail.example' }, 'not found'],
	['one of a caller, for a customer', { from: '03-1111-1111' }, 'not found'],
	['one of nobody who is shown, for a customer', { from: null }, 'unclear'],
];
const CALLER = { additionalFields: { customerTel: '03-1111-1111' } };
const CUSTOMER = { customerEmail: 'ann@mail.example' };

const TABLE: Array<[SendingName, fields: INodeParameters, Row[]]> = [
	['Email: Send', {}, MAIL],
	['Email: Send', { additionalFields: { cc: 'ben@mail.example' } }, [['one with its copies', { cc: 'Ben <ben@mail.example>' }, 'found']]],
	['Email: Reply', { additionalFields: { to: 'ann@mail.example', subject: 'Hello' } }, MAIL],
	['Memo: Create', { additionalFields: { subject: 'Hello' } }, [...MEMO, ['one in its ticket, whomever it shows', { from: 'ann@mail.example' }, 'found']]],
	['Memo: Create', { additionalFields: { subject: 'Hello', ...CALLER.additionalFields } }, OF_CALLER],
	['Ticket: Create', {}, [...MEMO, ['one of somebody, where no customer is named', { from: 'ben@mail.example' }, 'unclear']]],
	['Ticket: Create', CUSTOMER, OF_CUSTOMER],
	['Ticket: Create', CALLER, OF_CALLER],
	['Ticket: Create', { ...CUSTOMER, ...CALLER }, [['one of the customer whose phone is shown', { from: '03-1111-1111' }, 'found']]],
];

const WAYS = ['after a lost answer', 'in a retry', 'with Deduplicate'] as const;
const all = TABLE.flatMap(([operation, fields, rows]) =>
	rows.flatMap(([which, message, outcome, afterLost = outcome]) =>
		WAYS.map((way) => ({ operation, fields, which, message, way, outcome: way === 'after a lost answer' ? afterLost : outcome })),
	),
);

it.each(sampled(all, ({ operation, which, way, outcome }) => [operation + which, operation + way + outcome]))('$operation, $way: $which is $outcome', async ({ operation, fields, message, way, outcome }) => {
	const [{ email: from }] = simulator.store.inbox(INBOX).mailAccounts;
	const isMail = operation.startsWith('Email');
	const other: MessageInput = { ...(isMail ? { from, to: 'ann@mail.example', method_cd: 'mail' } : { method_cd: 'record' }), title: 'Hello', body: BODY, action_cd: 'sent', ...message };
	simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] });
	const appear = () => {
		if (isInTicket(operation)) simulator.store.addMessage(TICKET, other);
		else simulator.store.createTicket({ message_box_id: INBOX, title: 'Hello', messages: [other] });
	};
	const { additionalFields, ...others } = fields as { additionalFields?: INodeParameters };
	const parameters = { ...sending(operation, simulator, { ...additionalFields, ...(way === 'with Deduplicate' && { deduplicateDays: 3 }) }, BODY), ...others };
	const establishedAt = skippingNow();
	// Else it appears in the moment in which the own one does not arrive.
	if (way !== 'after a lost answer') appear();
	else {
		simulator.faults.add({ kind: 'resetBefore', when: OWN });
		simulator.interludes.add('before', OWN, appear);
	}
	const settings = { items: [{ json: { subject: 'Hello' } }], ...(way === 'in a retry' && { mode: 'retry' as const, establishedAt }) };
	const end = await runNode(simulator, parameters, settings).then(
		([{ json }]) => ({ said: '', isFound: json.deduplicated === true || way === 'after a lost answer' }),
		({ message: said, description }: Error & { description: string }) => ({ said: `${said} ${description}`, isFound: false }),
	);
	expect(end).toEqual({ isFound: outcome === 'found', said: expect.stringMatching(wordsOf(way, outcome)) });
	expect(writesTo(simulator)).toHaveLength(way === 'after a lost answer' || outcome === 'not found' ? 1 : 0);
});

/** @returns what is said where it fails: what was not found is sent, unless that may have been done just now */
function wordsOf(way: (typeof WAYS)[number], outcome: Outcome): RegExp {
	if (outcome === 'found') return /^$/;
	const doubt = /message \d+ in ticket \d+ is like it, but (does not show whose it is|has the state (send_error|rejected))/;
	if (way === 'after a lost answer') return outcome === 'unclear' ? doubt : /there is no such message/;
	return outcome === 'unclear' ? new RegExp(`sent before is unclear: ${doubt.source} So it was not sent`) : /^$/;
}

it('an equal mail that this process has sent a moment ago is not taken for it', async () => {
	const parameters = sending('Email: Send', simulator);
	await runNode(simulator, parameters);
	simulator.faults.add({ kind: 'resetBefore', when: OWN });
	await expect(runNode(simulator, parameters)).rejects.toMatchObject({ description: expect.stringContaining('there is no such message') });
});
