/** A run with more items than Fail Above sends nothing. */
import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../nodes/SupportInbox/resources';
import { MARK } from '../faults/entries';
import { ROWS, semanticsOf } from '../faults/run';
import { callTool, runNode, type RunSettings } from '../harness/engine';
import { execute } from '../harness/execution';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId, emptyItems, INBOX } from './service';

const simulator = simulatorOfEachTest({ seed: { tickets: 3 } });

const WRITING = ROWS.filter(({ operation }) => semanticsOf(operation) !== 'safe');
const collectionOf = (fields: Array<{ name: string; type: string }>) => fields.find(({ name, type }) => type === 'collection' && !name.endsWith('Filters'))!.name;

it('every operation that writes has it, and none that reads', () => {
	const all = resources.flatMap(({ operations }) => operations);
	const having = all.filter(({ fields }) => JSON.stringify(fields).includes('"failAbove"'));
	expect(having).toEqual(all.filter((operation) => semanticsOf(operation) !== 'safe'));
});

it.each(WRITING)('$name: two items where one is allowed', async ({ resource, operation, entry }) => {
	const parameters = entry.parameters(simulator) as Record<string, INodeParameters>;
	const name = collectionOf(operation.fields);
	const run = async (settings: RunSettings, failAbove = 1) =>
		await runNode(simulator, { resource, operation: operation.value, ...parameters, [name]: { ...parameters[name], failAbove } }, settings);
	const refusal = `The run has 2 items, and Fail Above is 1`;
	await expect(run({ items: emptyItems(2) })).rejects.toMatchObject({ message: refusal, description: expect.stringMatching(/Nothing was sent.*Retry of the execution/) });
	const failed = await run({ items: emptyItems(2), node: { onError: 'continueRegularOutput' } });
	expect(failed.map(({ json }) => json.error)).toEqual(Array(2).fill(expect.stringContaining(refusal)));
	expect(simulator.requests).toEqual([]);
	expect(await run({ items: emptyItems(1) }, 2)).toHaveLength(1);
});

const MAIL = { resource: 'email', operation: 'send', messageBoxId: byId(INBOX), mailAccountId: 401, to: 'a@example.com', subject: 'Hello', body: MARK };
const REPLY = { resource: 'email', operation: 'reply', messageBoxId: byId(INBOX), replyTicketId: byId('={{ $itemIndex + 1 }}'), body: MARK };
const DELETE = { resource: 'contact', operation: 'delete', customerGroupId: byId(11), findBy: 'email', email: 'a@example.com' };

it.each([['a mail', MAIL], ['a reply', REPLY], ['a delete', DELETE]])('%s: 101 items are too many where nobody has said so', async (_what, parameters) => {
	await expect(runNode(simulator, parameters, { items: emptyItems(101) })).rejects.toThrow('The run has 101 items, and Fail Above is 100');
	expect(simulator.requests).toEqual([]);
});

describe('recipients of mails count too', () => {
	const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@example.com`).join(', ');

	it.each<[string, INodeParameters, number, RegExp]>([
		['in one mail', { ...MAIL, to: people(60), sendEmailFields: { cc: people(30), bcc: people(20) } }, 1, /^The run has 110 recipients, and Fail Above is 100$/],
		['in two mails together', { ...MAIL, subject: '=Mail {{ $itemIndex }}', to: people(60) }, 2, /^The run has 120 recipients, and Fail Above is 100$/],
		['in a reply', { ...REPLY, replyEmailFields: { to: people(3), failAbove: 2 } }, 1, /^The run has 3 recipients, and Fail Above is 2$/],
	])('%s', async (_what, parameters, count, refusal) => {
		await expect(runNode(simulator, parameters, { items: emptyItems(count) })).rejects.toThrow(refusal);
		const failed = await runNode(simulator, parameters, { items: emptyItems(count), node: { onError: 'continueRegularOutput' } });
		expect(failed.map(({ json }) => json.error)).toEqual(Array(count).fill(expect.stringMatching(/recipients, and Fail Above is/)));
		expect(simulator.requests.filter(({ path }) => path.includes('/mails'))).toEqual([]);
	});

	it('in a call of an agent', async () => {
		const [{ json }] = await callTool(simulator, { ...MAIL, to: people(2_000) }, emptyItems(1));
		expect(json.error).toMatch(/The run has 2000 recipients, and Fail Above is 100/);
		expect(simulator.requests).toEqual([]);
	});

	it('those that only the ticket shows, where the mail departs', async () => {
		const { ticket_id } = simulator.store.createTicket({ message_box_id: INBOX, messages: [{ from: 'anna@mail.example', to: `support${INBOX}@tenant.example`, cc: people(4) }] });
		const reply = { ...REPLY, replyTicketId: byId(ticket_id), replyEmailFields: { replyAll: true, failAbove: 4 } };
		await expect(runNode(simulator, reply)).rejects.toThrow('The reply has 5 recipients, and Fail Above is 4');
		expect(await runNode(simulator, { ...reply, replyEmailFields: { replyAll: true, failAbove: 5 } })).toHaveLength(1);
	});
});

it('more leave where they are meant, and nobody limits an update', async () => {
	expect(await runNode(simulator, { ...MAIL, sendEmailFields: { allowEqualItems: true, failAbove: 101 } }, { items: emptyItems(101) })).toHaveLength(101);
	const [{ ticket_id }] = simulator.store.tickets.values();
	const update = { resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(ticket_id), updateTicketFields: { colorCd: 'pink' } };
	expect(await runNode(simulator, update, { items: emptyItems(120) })).toHaveLength(120);
});

it('a call of an agent is one item, however many came to the agent; so is a run with Execute Once', async () => {
	expect(await callTool(simulator, MAIL, emptyItems(101))).toEqual([expect.objectContaining({ json: expect.objectContaining({ ticket_id: expect.any(Number) }) })]);
	expect(await execute(simulator, MAIL, { items: emptyItems(101), node: { executeOnce: true } })).toMatchObject({ items: [{ json: { ticket_id: expect.any(Number) } }] });
});

it.each([0, '', '={{ $json.nothing }}', 'many'])('%p is no limit, and refused', async (failAbove) => {
	await expect(runNode(simulator, { ...MAIL, sendEmailFields: { failAbove } })).rejects.toThrow(/^Fail Above: /);
	expect(simulator.requests).toEqual([]);
});
