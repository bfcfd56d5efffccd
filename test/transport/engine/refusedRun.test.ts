/** A node that writes and stops on error: with one bad item nothing is sent, and behind one that the service refuses nothing more. */
import { setTimeout } from 'node:timers/promises';
import { version as core } from 'n8n-core/package.json';
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { execute } from '../../harness/execution';
import { byId, INBOX, serviceFor } from '../../resources/service';

const service = serviceFor('email', 'send');
const rows = (...addresses: string[]) => addresses.map((to) => ({ json: { to } }));
const mail = (): INodeParameters => ({
	mailAccountId: String(service.simulator.store.inbox(101).mailAccounts[0].mail_account_id),
	to: '={{ $json.to }}',
	subject: 'Your order',
	body: 'It is on its way.',
});
const sentTo = () => service.simulator.requests.filter(({ path, status }) => path.endsWith('/mails') && Number(status) < 300).map(({ body }) => (body as { to: string }).to);
const batchesOf = (batchSize: number, batchInterval: number) => ({ batching: { batch: { batchSize, batchInterval } } });

/** @returns the rejections during `run` that nobody has handled */
async function unhandledIn(run: () => Promise<void>): Promise<unknown[]> {
	const found: unknown[] = [];
	const listeners = process.listeners('unhandledRejection');
	process.removeAllListeners('unhandledRejection').on('unhandledRejection', (reason) => found.push(reason));
	await run().finally(() => {
		process.removeAllListeners('unhandledRejection');
		for (const listener of listeners) process.on('unhandledRejection', listener);
	});
	return found;
}

it.each([0, 1, 2])('item %i is refused: nothing is sent, and the error is its own', async (bad) => {
	const items = rows('anna@mail.example', 'ben@mail.example', 'cleo@mail.example');
	items[bad].json.to = 'at home';
	const error = (await service.run(mail(), { items }).catch((thrown: unknown) => thrown)) as Error & { context: { itemIndex: number } };
	expect(error.message).toContain('To: "at home" is not an e-mail address');
	expect(error.context.itemIndex).toBe(bad);
	expect(sentTo()).toEqual([]);
});

it('also where n8n has the credential of the refused item last', async () => {
	let asked = 0;
	const beforeCredential = async () => await setTimeout(20 * asked++);
	await expect(service.run(mail(), { items: rows('anna@mail.example', 'ben@mail.example', 'at home'), beforeCredential })).rejects.toThrow('at home');
	expect(sentTo()).toEqual([]);
});

it.each([0, 1, 2])('item %i names an account that the inbox does not have: nothing is sent', async (bad) => {
	const items = rows('anna@mail.example', 'ben@mail.example', 'cleo@mail.example');
	const [known] = service.simulator.store.inbox(101).mailAccounts;
	const accounts = items.map((item, index) => ({ json: { ...item.json, account: ['Returns', known.name, known.mail_account_id][(index - bad + 3) % 3] } }));
	await expect(service.run({ ...mail(), mailAccountId: '={{ $json.account }}' }, { items: accounts })).rejects.toThrow('There is no mail account "Returns"');
	expect(sentTo()).toEqual([]);
});

it.each([0, 1, 2])('the names that item %i needs cannot be read: nothing is sent', async (bad) => {
	const items = rows('anna@mail.example', 'ben@mail.example', 'cleo@mail.example').map(({ json }, place) => ({ json: { ...json, inbox: place === bad ? 999 : INBOX } }));
	const [{ name }] = service.simulator.store.inbox(INBOX).mailAccounts;
	await expect(service.run({ ...mail(), messageBoxId: byId('={{ $json.inbox }}'), mailAccountId: name }, { items })).rejects.toThrow('Not found: Inbox 999');
	expect(sentTo()).toEqual([]);
});

describe('an expression of a later item throws in the engine, which ends without the items before it', () => {
	const to = "={{ $json.to === 'nobody' ? $('Nowhere').item.json.to : $json.to }}";
	/** The requests that leave after the end. */
	const later = async () => await setTimeout(300);

	it.each([1, 2])('item %i: nothing is sent, then or later', async (bad) => {
		const items = rows('anna@mail.example', 'ben@mail.example', 'cleo@mail.example');
		items[bad].json.to = 'nobody';
		await expect(service.run({ ...mail(), to }, { items })).rejects.toThrow();
		await later();
		expect(sentTo()).toEqual([]);
	});

	it('in a later batch: nothing is sent, then or later, and no rejection is left to nobody', async () => {
		const items = rows('anna@mail.example', 'ben@mail.example', 'cleo@mail.example', 'nobody');
		const rejections = await unhandledIn(async () => {
			await expect(service.run({ ...mail(), to, requestOptions: batchesOf(2, 10) }, { items })).rejects.toThrow();
			await setTimeout(2_500);
		});
		expect([sentTo(), rejections]).toEqual([[], []]);
	});

	it('in a later batch, with Retry On Fail: each item is sent once, by the try that begins with all', async () => {
		const items = rows('anna@mail.example', 'ben@mail.example', 'cleo@mail.example', 'dora@mail.example', 'eva@mail.example');
		// The first try ends at the last item, when the others have come.
		let asked = 0;
		Object.defineProperty(items[4].json, 'to', { enumerable: true, get: () => (asked++ === 0 ? 'nobody' : 'eva@mail.example') });
		const parameters = { resource: 'email', operation: 'send', messageBoxId: byId(INBOX), ...mail(), to, requestOptions: batchesOf(2, 10) };
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const rejections = await unhandledIn(async () => {
			const { error } = await execute(service.simulator, parameters, { items, node });
			expect(error).toBeUndefined();
			await setTimeout(2_500);
		});
		expect([sentTo(), rejections]).toEqual([['anna@mail.example', 'ben@mail.example', 'cleo@mail.example', 'dora@mail.example', 'eva@mail.example'], []]);
	});

	it('in a later batch, with Retry On Fail: the reads of the first try that have not left never do', async () => {
		const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101 });
		let asked = 0;
		let begin = () => {};
		const secondTry = new Promise<void>((go) => (begin = go));
		const items = Array.from({ length: 10 }, () => ({ json: { id: ticket_id } }));
		const ofLast = () => {
			if (asked++ === 0) return undefined;
			begin();
			return ticket_id;
		};
		Object.defineProperty(items[9].json, 'id', { enumerable: true, get: ofLast });
		service.simulator.interludes.add('after', { method: 'GET', times: 'always' }, async () => await secondTry);
		const id = "={{ $json.id ?? $('Nowhere').item.json.id }}";
		const parameters = { resource: 'ticket', operation: 'get', messageBoxId: byId(INBOX), ticketId: byId(id), includeNames: false, requestOptions: batchesOf(9, 10) };
		const { error } = await execute(service.simulator, parameters, { items, node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } });
		expect([error, asked > 1]).toEqual([undefined, true]);
		// Four of the first try may have left when the second begins.
		expect(service.simulator.requests.length).toBeLessThanOrEqual(4 + 10);
	});

	it('with Batching and Continue On Fail the others are sent', async () => {
		const items = rows('anna@mail.example', 'ben@mail.example', 'nobody', 'dora@mail.example');
		const run = service.run({ ...mail(), to, requestOptions: batchesOf(2, 10) }, { items, node: { continueOnFail: true } });
		const ended = await run.then((sent) => sent.length, ({ message }: Error) => message);
		// The oldest n8n goes on where a request fails, and ends the node where an expression does: the others never come.
		const isOldest = core === '1.100.0';
		if (isOldest) await setTimeout(2_500);
		expect([ended, sentTo()]).toEqual(isOldest ? ["Referenced node doesn't exist", ['anna@mail.example', 'ben@mail.example']] : [4, ['anna@mail.example', 'ben@mail.example', 'dora@mail.example']]);
	});
});

describe('the service refuses the second item', () => {
	const items = rows('anna@mail.example', 'ben@mail.example', 'cleo@mail.example', 'dora@mail.example');
	const refuse = () => service.simulator.faults.add({ kind: 'status', status: 400, when: { path: /mails$/, nth: 2 } });
	const posts = () => service.simulator.requests.filter(({ path }) => path.endsWith('/mails')).length;

	it('the items behind it are not sent', async () => {
		refuse();
		const error = (await service.run(mail(), { items }).catch((thrown: unknown) => thrown)) as Error & { context: { itemIndex: number } };
		expect([error.context.itemIndex, posts(), sentTo()]).toEqual([1, 2, ['anna@mail.example']]);
	});

	it('with Continue On Fail they are sent', async () => {
		refuse();
		await service.run(mail(), { items, node: { continueOnFail: true } });
		expect(sentTo()).toEqual(['anna@mail.example', 'cleo@mail.example', 'dora@mail.example']);
	});
});

it('with Batching, nothing is sent where an item of any batch is refused', async () => {
	const items = rows('anna@mail.example', 'ben@mail.example', 'at home', 'dora@mail.example', 'eva@mail.example', 'fred@mail.example');
	// n8n looks at a failed item at the end of all batches.
	const rejections = await unhandledIn(async () => await expect(service.run({ ...mail(), requestOptions: batchesOf(2, 40) }, { items })).rejects.toThrow('at home'));
	expect([sentTo(), rejections]).toEqual([[], []]);
});

it('Batching and Execute Once send what they are to send', async () => {
	const items = rows('anna@mail.example', 'ben@mail.example', 'cleo@mail.example');
	await service.run({ ...mail(), requestOptions: batchesOf(2, 50) }, { items });
	expect(sentTo()).toEqual(['anna@mail.example', 'ben@mail.example', 'cleo@mail.example']);
	const { error } = await execute(service.simulator, { resource: 'email', operation: 'send', messageBoxId: byId(INBOX), ...mail() }, { items, node: { executeOnce: true } });
	expect([error, sentTo().length]).toEqual([undefined, 4]);
});

it('a call of a tool is a run of its own, beside another one that is refused', async () => {
	const call = async (to: string) => await service.run({ ...mail(), to }, { executionId: 'agent', node: { type: 'supportInboxTool', onError: 'stopWorkflow' } });
	const [refused, done] = await Promise.allSettled([call('at home'), call('anna@mail.example')]);
	expect([refused.status, done.status, sentTo()]).toEqual(['rejected', 'fulfilled', ['anna@mail.example']]);
});

it('with Continue On Fail the others are sent', async () => {
	const items = rows('anna@mail.example', 'at home', 'cleo@mail.example');
	await service.run(mail(), { items, node: { continueOnFail: true } });
	expect(sentTo()).toEqual(['anna@mail.example', 'cleo@mail.example']);
});

const inbox = { messageBoxId: byId(INBOX) };
const book = { customerGroupId: byId(11) };
const texts = { to: 'anna@mail.example', body: 'It is on its way.' };
const account = () => mail().mailAccountId;

const CASES: Array<[string, string, () => INodeParameters]> = [
	['A pending reason needs', 'Ticket: Update', () => ({ resource: 'ticket', operation: 'update', ...inbox, ticketId: byId(1201), statusCd: '={{ $json.bad ? "closed" : "ongoing" }}', updateTicketFields: { pendingReasonId: 202 } })],
	['A pending reason needs', 'Email: Reply', () => ({ resource: 'email', operation: 'reply', ...inbox, replyTicketId: byId('={{ 1201 + $itemIndex }}'), ...texts, replyEmailFields: { statusCd: '={{ $json.bad ? "closed" : "ongoing" }}', pendingReasonId: 202 } })],
	['There is nothing to update', 'Ticket: Update', () => ({ resource: 'ticket', operation: 'update', ...inbox, ticketId: byId(1201), statusCd: '={{ $json.bad ? "__keep__" : "closed" }}' })],
	['An assign comment needs', 'Ticket: Update', () => ({ resource: 'ticket', operation: 'update', ...inbox, ticketId: byId(1201), assignee: '={{ $json.bad ? "__none__" : "user01" }}', updateTicketFields: { assignComment: 'Please' } })],
	['"Subject" has no value', 'Email: Send', () => ({ resource: 'email', operation: 'send', ...inbox, ...texts, mailAccountId: account(), subject: '={{ $json.bad ? "" : "Your order " + $itemIndex }}' })],
	['The contact has no values', 'Contact: Create', () => ({ resource: 'contact', operation: 'create', ...book, lastName: '={{ $json.bad ? "" : "Sato" }}' })],
	['has a value and is also under Clear Fields', 'Contact: Create or Update', () => ({ resource: 'contact', operation: 'upsert', ...book, findBy: 'email', email: 'anna@mail.example', lastName: 'Sato', upsertContactFields: { clearFields: '={{ $json.bad ? ["lastName"] : ["tels"] }}' } })],
];

it.each(CASES)('fields of the last item contradict each other, nothing is sent: %s (%s)', async (message, _operation, parametersOf) => {
	const { simulator } = service;
	for (const id of [1201, 1202, 1203]) simulator.store.createTicket({ id, message_box_id: INBOX, messages: [{ from: 'anna@mail.example' }] });
	const items = [{ json: {} }, { json: {} }, { json: { bad: true } }];
	const error = (await runNode(simulator, parametersOf(), { items }).catch((thrown: unknown) => thrown)) as Error & { context: { itemIndex: number } };
	expect(error.message).toContain(message);
	expect(error.context.itemIndex).toBe(2);
	expect(simulator.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search'))).toEqual([]);
});
