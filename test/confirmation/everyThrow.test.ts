/** Whatever is thrown once a write has left, until it is known whether it was done: it is not sent again. */
import type { INodeExecutionData, INodeParameters, NodeApiError } from 'n8n-workflow';
import { BOOK, MARK } from '../faults/entries';
import { effectOf, ownRequest, ROWS, semanticsOf, type AnyFault } from '../faults/run';
import { runNode } from '../harness/engine';
import { execute } from '../harness/execution';
import { inScope, sampled } from '../harness/scope';
import { skippingNow, skipWaits } from '../harness/skippedWaits';
import { letThrow, watch, watched } from '../harness/thrower';
import { byId, INBOX } from '../resources/service';
import { startSimulator, type RequestMatch, type Simulator } from '../simulator';

skipWaits();

/** Whether every function throws, or only those that are awaited. */
const isWhole = inScope({ sample: false, whole: true, nightly: true });

// What marks an error as of unknown outcome is the guarantee itself.
beforeAll(() => letThrow(['transport', 'resources', 'output'], ['stillUnknown'], isWhole));

/**
 * An operation that creates or sends.
 * - `own`: its write.
 * - `effect`: how often it was done.
 * - `again`: whether it may run again from its start, because it looks for the record first.
 */
interface Case {
	name: string;
	parameters: (simulator: Simulator) => INodeParameters;
	own: RequestMatch;
	effect: (simulator: Simulator) => number;
	again?: boolean;
}

function ofTable(name: string): Case {
	const { resource, operation, entry } = ROWS.find((row) => row.name === name)!;
	return {
		name,
		parameters: (simulator) => ({ resource, operation: operation.value, ...entry.parameters(simulator) }),
		own: ownRequest(operation),
		effect: (simulator) => effectOf(simulator, operation)!,
	};
}

const OF_TABLE = ROWS.filter(({ operation }) => semanticsOf(operation) === 'nonIdempotent').map(({ name }) => ofTable(name));
const TICKET = 1201;
const COMMENTED: Case = {
	name: 'ticket.update with a comment',
	parameters: ({ store }) => {
		store.createTicket({ id: TICKET, message_box_id: INBOX });
		const change = { assignee: 'user02', updateTicketFields: { assignComment: MARK }, return: 'updatedTicket' };
		return { resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(TICKET), ...change };
	},
	own: { method: 'PUT' },
	effect: ({ store }) => store.ticket(TICKET).messages.flatMap(({ comments }) => comments).filter(({ comment }) => comment === MARK).length,
};
const CREATED: Case = {
	name: 'contact.upsert of a new contact',
	parameters: () => ({ resource: 'contact', operation: 'upsert', customerGroupId: byId(BOOK), findBy: 'systemId1', systemId1: MARK }),
	own: { method: 'POST' },
	effect: ({ store }) => (store.addressBooks.get(BOOK)!.contacts.withCode(MARK) === undefined ? 0 : 1),
	again: true,
};
/** What is created by name is remembered unless it is looked for before (with Use Existing). */
const NAMED = ['label', 'classification'].flatMap((resource) =>
	['create', 'error'].map((ifExists): Case => ({
		...ofTable(`${resource}.create`),
		name: `${resource}.create, ${ifExists}`,
		parameters: () => ({ resource, operation: 'create', messageBoxId: byId(INBOX), name: MARK, [resource === 'label' ? 'createLabelFields' : 'createClassificationFields']: { ifExists } }),
	})),
);
/** Mails that take something from a ticket, or from a template, before they leave. */
const MAILS: Case[] = [
	{
		...ofTable('email.reply'),
		name: 'email.reply to a ticket, automatic',
		parameters: ({ store }) => {
			store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'a@example.com', to: store.inbox(INBOX).mailAccounts[0].email }] });
			return { resource: 'email', operation: 'reply', messageBoxId: byId(INBOX), replyTicketId: byId(TICKET), body: MARK, skipRobots: true };
		},
	},
	{
		...ofTable('email.send'),
		name: 'email.send with the title of a template, automatic',
		parameters: ({ store }) => {
			const { mailAccounts, templates } = store.inbox(INBOX);
			const mail = { mailAccountId: mailAccounts[0].mail_account_id, to: 'a@example.com', templateId: templates[0].template_id, bodyWithTemplate: MARK };
			return { resource: 'email', operation: 'send', messageBoxId: byId(INBOX), ...mail, skipRobots: true, sendEmailFields: { skipTextChecks: true } };
		},
	},
];
const CASES = sampled([...OF_TABLE, COMMENTED, CREATED, ...NAMED, ...MAILS], ({ name, again }) => [name.split('.')[0], again]);

interface End {
	items?: INodeExecutionData[];
	error?: NodeApiError;
}

/** Each with a token of its own: what a process knows of one service is not known of the next at the same port. */
let tokens = 0;

/** Runs it as Retry On Fail does, again in the same execution where it failed; the call at `place` throws the first time. */
async function runTwice({ parameters, own, effect }: Case, fault: AnyFault | undefined, place: number) {
	const token = `token-${++tokens}`;
	const simulator = await startSimulator({ token, clock: skippingNow, seed: { tickets: 3 }, rateLimit: { limit: 10_000 } });
	const given = parameters(simulator);
	simulator.interludes.add('before', own, () => watch(place));
	if (fault !== undefined) simulator.faults.add({ ...fault, when: own });
	const run = async (): Promise<End> =>
		await runNode(simulator, given, { executionId: token, node: { retryOnFail: true } }).then((items) => ({ items }), (error: NodeApiError) => ({ error }));
	const first = await run();
	const seen = watched();
	const last = first.error === undefined ? first : await run();
	watched();
	const sent = simulator.requests.filter(({ method, path }) => method === own.method && (own.path as RegExp | undefined)?.test(path) !== false).length;
	await simulator.stop();
	return { first, last, seen, sent, effect: effect(simulator) };
}

const ANSWERS: Array<[string, AnyFault | undefined]> = [
	['answered', undefined],
	['whose answer is lost', { kind: 'resetAfter' }],
];

describe.each(ANSWERS)('a write %s', (_what, fault) => {
	it.each(CASES)('$name is done once, whatever throws', async (one) => {
		const { seen } = await runTwice(one, fault, -1);
		// The first call of a function stands for those between it and the last one.
		const places = [...seen.keys()].filter((place) => seen.indexOf(seen[place]) === place || seen.lastIndexOf(seen[place]) === place);
		expect(places.length).toBeGreaterThan(0);
		for (const place of places) {
			const { first, last, sent, effect } = await runTwice(one, fault, place);
			const said = last.items !== undefined || /may have done it nevertheless/.test(last.error?.description ?? '');
			expect({ thrower: seen[place], sent, effect, said }).toEqual({ thrower: seen[place], sent: 1, effect: 1, said: true });
			// Until then nobody knows; afterwards it is known in any case, and remembered.
			const isKnown = seen.slice(0, place + 1).some((name) => /^(WriteLog\.recordItem$|ItemQueues\.)/.test(name)) || one.again;
			if (first.error !== undefined && !isKnown) expect([seen[place], first.error.description]).toEqual([seen[place], expect.stringContaining('may have done it nevertheless')]);
		}
	});
});

it('an update with a comment is not sent again because the ticket cannot be read after it', async () => {
	const simulator = await startSimulator({ clock: skippingNow, seed: { tickets: 3 } });
	const parameters = COMMENTED.parameters(simulator);
	simulator.interludes.add('after', COMMENTED.own, () => simulator.faults.add({ kind: 'status', status: 400, when: { times: 2 } }));
	const { error } = await execute(simulator, parameters, { node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } });
	expect(error).toBeUndefined();
	expect(simulator.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
	await simulator.stop();
});
