import type { IDataObject } from 'n8n-workflow';
import { POLL_TIMES } from '../../scripts/demo/setUp';
import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';
import { byId, chain, start, START, supportInbox, supportInboxTrigger } from './workflows';
import { enterWorld, type World } from './world';

const [TRIGGER, PAST] = ['New message', 'The past'];
const INBOX = 103;

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

it('an event shows the other ticket of its sender, and a repaired workflow gets the same items again', async () => {
	const since = new Date(Date.now() - 60_000).toISOString();
	const write = async (title: string) => {
		const messages = [{ from: 'Ann <ann@customer.example>', to: 'support@tenant.example', body: title }];
		return ((await world.simulator.act({ do: 'createTicket', message_box_id: INBOX, title, messages })) as { ticket_id: number }).ticket_id;
	};
	const parameters = { pollTimes: POLL_TIMES, messageBoxIds: [INBOX], events: ['newMessage'], options: { includeOtherTickets: true } };
	const id = await world.api.createWorkflow(chain('Watch the sender', supportInboxTrigger(TRIGGER, parameters, world.credentials)));
	const emitted = async () => (await world.api.executions(id)).reverse().flatMap((one) => outputJson(one, TRIGGER));
	await world.api.activate(id);
	const ids: number[] = [];
	try {
		for (const title of ['First of Ann', 'Second of Ann']) {
			ids.push(await write(title));
			await waitFor(title, async () => (await emitted()).length >= ids.length);
		}
	} finally {
		await world.api.deactivate(id);
	}
	const [first, second] = await emitted();
	expect(second.other_tickets).toMatchObject([{ ticket_id: ids[0], message_box_id: INBOX }]);
	const search: IDataObject = { resource: 'ticket', operation: 'getAll', messageBoxId: byId(INBOX), returnAll: true };
	const again = { getAllTicketFilters: { ticketIds: ids.join(), messageDate: { since: { since } } }, getAllTicketOptions: { result: 'triggerItems', triggerEvent: 'newMessage' } };
	const past = await world.api.createWorkflow(chain('The past again', start(), supportInbox(PAST, { ...search, ...again }, world.credentials)));
	const execution = await world.api.runWorkflow(past, START);
	expect(failureText(execution)).toBeUndefined();
	const { other_tickets: _first, ...firstAlone } = first;
	const { other_tickets: _second, ...secondAlone } = second;
	expect(outputJson(execution, PAST)).toEqual([firstAlone, secondAlone]);
});
