/** Two items of a run that answer one message are refused, before any item leaves. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode, type RunSettings } from '../../harness/engine';
import { execute } from '../../harness/execution';
import { byId, serviceFor } from '../service';

const service = serviceFor('email', 'reply');
const ticket = () => service.simulator.store.createTicket({ message_box_id: 101, messages: [{ from: 'anna@mail.example', title: 'Where?' }] });
const BASE = { replyMailAccountId: 401, body: '={{ $json.text ?? "Soon" }}' };
const toTicket: INodeParameters = { ...BASE, replyTicketId: byId('={{ $json.id }}') };
const toMessage: INodeParameters = { ...BASE, replyToMessage: 'byId', replyMessageId: '={{ $json.id }}' };
const run = async (parameters: INodeParameters, ids: Array<string | number>, settings: RunSettings = {}) =>
	(await service.run(parameters, { items: ids.map((id) => ({ json: { id } })), ...settings })).map(({ json }) => json);
const replies = () => service.sent().filter(({ path }) => path.endsWith('mails/reply'));
const ALLOWED = { replyEmailFields: { allowMultipleReplies: true } };

it.each<[string, (one: number, other: number) => [INodeParameters, Array<string | number>]]>([
	['a ticket', (one, other) => [toTicket, [one, other, one]]],
	['a ticket as text', (one, other) => [toTicket, [String(one), other, one]]],
	['a message', (one, other) => [toMessage, [one, other, one].map((id) => service.simulator.store.ticket(id).messages[0].message_id)]],
	['a ticket where one of two allows it', (one, other) => [{ ...toTicket, replyEmailFields: { allowMultipleReplies: `={{ $itemIndex === 0 }}` } }, [one, other, one]]],
])('of %s: nothing is sent, or with Continue nothing of these', async (_what, made) => {
	const [parameters, ids] = made(ticket().ticket_id, ticket().ticket_id);
	await expect(run(parameters, ids)).rejects.toMatchObject({ message: '2 items of the run answer the same message', description: expect.stringMatching(/Remove Duplicates.*Allow Multiple Replies/) });
	expect(replies()).toEqual([]);
	const out = await run(parameters, ids, { node: { onError: 'continueRegularOutput' } });
	const isAllowed = JSON.stringify(parameters).includes('allowMultipleReplies');
	expect(out.map(({ error }) => error !== undefined)).toEqual([!isAllowed, false, true]);
	expect(replies()).toHaveLength(isAllowed ? 2 : 1);
});

it('they are sent where that is meant, and so are replies to other messages, inboxes and in other runs', async () => {
	const [one, other] = [ticket(), ticket()].map(({ ticket_id }) => ticket_id);
	await run({ ...toTicket, ...ALLOWED }, [one, one]);
	await run(toTicket, [one, other]);
	await run(toTicket, [one]);
	expect(replies()).toHaveLength(5);
});

it('in two batches they are found before an item leaves', async () => {
	const { ticket_id } = ticket();
	const parameters = { ...toTicket, requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 1 } } } };
	const out = await run(parameters, [ticket_id, ticket_id], { node: { onError: 'continueRegularOutput' } });
	expect(out.map(({ error }) => error !== undefined)).toEqual([true, true]);
	expect(replies()).toEqual([]);
});

it('another try of the node is not a second item', async () => {
	const { ticket_id } = ticket();
	service.simulator.faults.add({ kind: 'status', status: 400, when: { operation: 'getTicket' } });
	const parameters = { resource: 'email', operation: 'reply', messageBoxId: byId(101), ...toTicket };
	const { items } = await execute(service.simulator, parameters, { items: [{ json: { id: ticket_id } }], node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } });
	expect(items).toMatchObject([{ json: { ticket_id } }]);
	expect(replies()).toHaveLength(1);
});

it('replies to tickets that were only rehearsed are about nothing known', async () => {
	const { baseUrl, token } = service.simulator;
	const parameters = { resource: 'email', operation: 'reply', messageBoxId: byId(101), ...toTicket };
	const out = await runNode({ baseUrl, token, credential: { dryRun: true } }, parameters, { items: [null, null].map((id) => ({ json: { id } })) });
	expect(out).toMatchObject([{ json: { dry_run: true } }, { json: { dry_run: true } }]);
});
