/**
 * n8n's Retry of a failed execution, in one table: the four kinds of write, by what happened to one of them, where it is run again,
 * what varies with the time, and who else wrote alike. Nothing is doubled, and nothing is swallowed.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { inScope, sampled } from '../harness/scope';
import { simulatorOfEachTest } from '../harness/simulator';
import { letPass, skippingNow, skipTimeouts } from '../harness/skippedWaits';
import { knowsBegin, retry, run, type Steps } from '../harness/workflowRun';
import { byId, INBOX } from '../resources/service';
import type { Fault, MessageInput, RecordedRequest } from '../simulator';
import { isInTicket, OWN, sending, SENDING, type SendingName } from './sending';

skipTimeouts();
let processes = 0;
const simulator = simulatorOfEachTest({ seed: { tickets: 0 } });

const NOT_DONE: Record<string, Fault> = {
	refused: { kind: 'status', status: 400 },
	'fails in the service': { kind: 'status', status: 500 },
	'meets maintenance': { kind: 'status', status: 503 },
	'stops at a gateway': { kind: 'gateway' },
	'is cut off before it arrives': { kind: 'resetBefore' },
	'has no answer': { kind: 'noAnswer' },
	'meets a login page': { kind: 'html' },
	'meets another program': { kind: 'foreignBody' },
	'is sent elsewhere': { kind: 'redirect' },
};
const DONE: Record<string, Fault> = {
	'loses its answer': { kind: 'resetAfter' },
	'is done without an answer': { kind: 'noAnswerAfter' },
	'is answered with half a text': { kind: 'cutJson' },
	'is answered with nothing': { kind: 'emptyBody' },
	'is answered in another shape': { kind: 'wrongShape' },
	'has half an answer': { kind: 'breakOff' },
	'has an answer that stops': { kind: 'stall' },
};

/** What happens to the second write of the run. `isBlind`: nothing can be looked up then, else the third one is refused. */
const FAULTS: Record<string, { fault: Fault; isDone: boolean; isBlind?: boolean }> = {
	...Object.fromEntries(Object.entries(NOT_DONE).map(([name, fault]) => [name, { fault, isDone: false }])),
	...Object.fromEntries(Object.entries(DONE).map(([name, fault]) => [name, { fault, isDone: true }])),
	...Object.fromEntries(Object.entries(DONE).map(([name, fault]) => [`${name}, unseen`, { fault, isDone: true, isBlind: true }])),
};
/** Those by which all that can be beside them is shown, but in a nightly run. */
const MAIN = ['refused', 'is cut off before it arrives', 'loses its answer', 'loses its answer, unseen'];

/** Where a value varies: in the first try it is another one than in the Retry. */
const VARIES = "{{ $now.toMillis() + '-' + $execution.id }}";
const PLACES = ['nowhere', 'subject', 'text', 'CC'] as const;

/** Who else writes alike. */
const OTHERS = ['nobody', 'a node before', 'rounds of a loop', 'another execution', 'an execution of the same millisecond', 'a colleague', 'the user, who corrects it'] as const;

interface Row {
	kind: SendingName;
	fault: string;
	process: 'this process' | 'another';
	varies: (typeof PLACES)[number];
	other: (typeof OTHERS)[number];
}

const isMail = (kind: SendingName) => kind.startsWith('Email');

const ROWS = SENDING.flatMap((kind) =>
	Object.keys(FAULTS).flatMap((fault) =>
		(['this process', 'another'] as const).flatMap((process) =>
			PLACES.filter((varies) => varies !== 'CC' || isMail(kind)).flatMap((varies) => OTHERS.map((other): Row => ({ kind, fault, process, varies, other }))),
		),
	),
).filter(({ fault, varies, other }) => inScope({ sample: false, whole: false, nightly: true }) || MAIN.includes(fault) || (varies === 'nowhere' && other === 'nobody'));

const NAMES = ['ann', 'ben', 'cleo'];
/** One message that is to be there, in words: who gets it, and its text without what varies. */
const wanted = (person: string, text = 'It has left.') => `${person}@mail.example: ${text}`;
const withoutTime = (text: string) => text.replace(/\s*\d{13}-[\w-]+/, '').trim();

it.each(sampled(ROWS, ({ kind, fault, process, varies, other }) => [kind + process + other, kind + varies, fault + process]))(
	'$kind, the second $fault, retried in $process, varies: $varies, beside: $other',
	async ({ kind, fault, process, varies, other }) => {
		const tickets = Object.fromEntries(NAMES.map((name) => [name, simulator.store.createTicket({ message_box_id: INBOX, title: 'Order', messages: [{ title: 'Order', from: `${name}@mail.example` }] }).ticket_id]));
		const isOneTicket = other === 'rounds of a loop';
		const items = (isOneTicket ? ['ann'] : NAMES).map((name) => ({ json: { name, ticket: tickets[name] } as IDataObject }));
		const parameters = (text = 'It has left.', domain = 'mail.example') => parametersOf(kind, varies, text, domain);
		const rounds = isOneTicket ? 3 : undefined;
		const before = other === 'a node before' ? [{ name: 'Before', parameters: parameters() }] : [];
		const steps = (corrected = ''): Steps => ({ nodes: [...before, { name: 'Node', parameters: parameters(undefined, `${corrected}mail.example`) }], items, rounds });
		const elsewhere = () => {
			const token = `process-${++processes}`;
			simulator.tokens.add(token);
			return { baseUrl: simulator.baseUrl, token };
		};

		/** The ledger: what each of these people meant to be sent. */
		const ledger = rounds === undefined ? [...before, {}].flatMap(() => NAMES.map((name) => wanted(name))) : Array<string>(rounds).fill(wanted('ann'));
		const establishedAt = skippingNow();
		const isKnown = process === 'this process' && knowsBegin;
		// Elsewhere nothing distinguishes messages that are equal in every word.
		const theirs = isKnown ? 'It has left.' : 'It is late.';
		const writeMeanwhile = async () => {
			if (other === 'a colleague') for (const name of NAMES) ledger.push(writtenByHand(kind, name, tickets[name]));
			if (other !== 'another execution' && other !== 'an execution of the same millisecond') return;
			const isSame = other !== 'another execution';
			await run(isKnown ? simulator : elsewhere(), { nodes: [{ name: 'Node', parameters: parameters(isSame ? 'It is late.' : theirs) }], items }, isSame ? establishedAt : skippingNow());
			ledger.push(...NAMES.map((name) => wanted(name, isSame ? 'It is late.' : theirs)));
		};

		const { fault: what, isDone, isBlind } = FAULTS[fault];
		const second = before.length * NAMES.length + 2;
		let isSeen = true;
		simulator.faults.add({ ...what, when: { ...OWN, nth: second } });
		simulator.interludes.add('before', { ...OWN, nth: second }, () => (isSeen = isBlind !== true));
		simulator.faults.add({ kind: 'status', status: 400, when: { ...OWN, nth: second + 1 } });
		const isLookUp = ({ method, path }: RecordedRequest) => method === 'GET' || path.endsWith('/search');
		simulator.faults.add({ kind: 'status', status: 400, when: { predicate: (request) => !isSeen && isLookUp(request), times: 'always' } });
		const failed = await run(simulator, steps(), establishedAt);
		expect(failed.error).toBeDefined();
		simulator.faults.clear();
		letPass(5_000);
		await writeMeanwhile();
		letPass(5_000);

		const corrected = other === 'the user, who corrects it' ? 'new.' : '';
		const done = isDone ? 2 : 1;
		if (corrected !== '') ledger.splice(0, NAMES.length, ...NAMES.slice(0, done).map((name) => wanted(name)), ...NAMES.map((name) => wanted(name).replace('@', '@new.')));
		const retried = await retry(process === 'another' ? elsewhere() : simulator, failed, steps(corrected));
		expect(retried.error).toBeUndefined();
		expect(sentMessages(kind).sort()).toEqual(ledger.sort());
		const ids = retried.json('Node').map(({ message_id }) => message_id);
		expect(new Set(ids).size).toBe(items.length);
		if (rounds === undefined) expect(ids.map((id) => withoutTime(simulator.store.message(id as number).body))).toEqual(NAMES.map(() => 'It has left.'));
	},
);

it.each([['alone', 0], ['beside another one that began in the same millisecond', 1]])('an execution is known by when it began: retried %s, %i of its sent mails is read', async (_what, count) => {
	const node = { name: 'Node', parameters: parametersOf('Email: Send', 'nowhere', 'It has left.', 'mail.example') };
	const stepsFor = (...names: string[]): Steps => ({ nodes: [node], items: names.map((name) => ({ json: { name } })) });
	const establishedAt = skippingNow();
	simulator.faults.add({ kind: 'status', status: 400, when: { ...OWN, nth: 2 } });
	const failed = await run(simulator, stepsFor('ann', 'ben'), establishedAt);
	await run(simulator, stepsFor('cleo'), establishedAt + 1 - count);
	simulator.clearRequests();
	await retry(simulator, failed, stepsFor('ann', 'ben'));
	expect(simulator.requests.filter(({ method, path }) => method === 'GET' && /\/tickets\/\d+$/.test(path))).toHaveLength(knowsBegin ? count : 1);
	expect(sentMessages('Email: Send').sort()).toEqual(NAMES.map((name) => wanted(name)));
});

it.each(['Email: Send', 'Email: Reply'] as const)('with Deduplicate %s is looked at where this process sent it: with a send error it is sent again, a rejected one is refused', async (name) => {
	const { ticket_id: ticket } = simulator.store.createTicket({ message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] });
	const once = async () => await runNode(simulator, sending(name, simulator, { deduplicateDays: 3 }), { items: [{ json: { ticket } }] });
	const [{ json: sent }] = await once();
	simulator.store.message(sent.message_id as number).action_cd = 'rejected';
	await expect(once()).rejects.toThrow(`message ${String(sent.message_id)} in ticket ${String(sent.ticket_id)} has the state rejected`);
	simulator.store.message(sent.message_id as number).action_cd = 'send_error';
	const again = [await once(), await once()];
	expect(again.map(([{ json }]) => json.deduplicated)).toEqual([undefined, true]);
	expect(sentMessages(name)).toHaveLength(1);
});

/** @param domain of whom it goes to, or whom it is about */
function parametersOf(kind: SendingName, varies: Row['varies'], text: string, domain: string): INodeParameters {
	const at = (place: Row['varies']) => (varies === place ? ` ${VARIES}` : '');
	const person = `={{ $('Start').item.json.name }}@${domain}`;
	const additionalFields = {
		...(isInTicket(kind) && { subject: `=Order${at('subject')}` }),
		...(varies === 'CC' && { cc: `=log+${VARIES}@mail.example, ceo@mail.example` }),
		...(kind === 'Email: Reply' && { to: person }),
		...(kind === 'Memo: Create' && { customerEmail: person }),
	};
	return {
		...sending(kind, simulator, additionalFields, `=${text}${at('text')}`),
		...(kind === 'Email: Send' && { to: person }),
		...(kind === 'Ticket: Create' && { customerEmail: person }),
		...(kind === 'Email: Send' && { subject: `=Order${at('subject')}` }),
		...(kind === 'Ticket: Create' && { ticketSubject: `=Order${at('subject')}` }),
		...(kind === 'Email: Reply' && { replyTicketId: ticketOf() }),
		...(kind === 'Memo: Create' && { memoTicketId: ticketOf() }),
	};
}

const ticketOf = () => byId("={{ $('Start').item.json.ticket }}" as never);

/** A colleague writes to the same person under the same subject. @returns that in the words of the ledger */
function writtenByHand(kind: SendingName, name: string, ticket: number): string {
	const [{ email: from }] = simulator.store.inbox(INBOX).mailAccounts;
	const person = `${name}@mail.example`;
	const message: MessageInput = { title: 'Order', body: 'We look into it.', action_cd: 'sent', ...(isMail(kind) ? { method_cd: 'mail', from, to: person } : { method_cd: 'record', from: person }) };
	if (isInTicket(kind)) simulator.store.addMessage(ticket, message);
	else simulator.store.createTicket({ message_box_id: INBOX, title: 'Order', messages: [message] });
	return wanted(name, 'We look into it.');
}

/** @returns what is there, in the words of the ledger */
function sentMessages(kind: SendingName): string[] {
	const messages = [...simulator.store.messages.values()].filter(({ method_cd, action_cd }) => (isMail(kind) ? method_cd === 'mail' && action_cd === 'sent' : method_cd === 'record'));
	return messages.map(({ to, from, body }) => `${String(isMail(kind) ? to : from)}: ${withoutTime(body)}`);
}
