import { POLL_TIMES } from '../../scripts/demo/setUp';
import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';
import { chain, supportInboxTrigger } from './workflows';
import { enterWorld, type World } from './world';

const TRIGGER = 'New ticket';
const INBOX = 103;

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

async function importTrigger(parameters: Record<string, unknown>): Promise<string> {
	return await world.api.createWorkflow(chain('Watch', supportInboxTrigger(TRIGGER, { pollTimes: POLL_TIMES, ...parameters }, world.credentials)));
}

it('the trigger fires for new tickets, the oldest first, and not for those that were there', async () => {
	const create = async (title: string, created_at = Date.now()) => await world.simulator.act({ do: 'createTicket', message_box_id: INBOX, title, created_at });
	const { ticket_id } = await create('Was there', Date.now() - 60_000) as { ticket_id: number };
	const id = await importTrigger({ messageBoxIds: [INBOX], options: { debugTicketId: ticket_id } });
	const emitted = async () => (await world.api.executions(id)).reverse().flatMap((one) => outputJson(one, TRIGGER));
	let explained: unknown;
	await world.api.activate(id);
	try {
		for (const title of ['First < & >', 'Second']) await create(title);
		await waitFor('both tickets', async () => (await emitted()).length >= 2);
		explained = outputJson(await world.api.runWorkflow(id, TRIGGER), TRIGGER);
	} finally {
		// Its polls would be among the requests that other tests count.
		await world.api.deactivate(id);
	}
	// The polls of the published workflow ignore the option. A test event knows what they know.
	expect(explained).toMatchObject([{ ticket_id, state_source: 'memory', events: [{ event: 'ticketCreated', result: 'skipped', reason: expect.stringContaining('before the start') }] }]);
	expect((await emitted()).filter(({ event }) => event !== undefined).map(({ event, title }) => [event, title])).toEqual([['ticketCreated', 'First < & >'], ['ticketCreated', 'Second']]);
	expect((await world.api.executions(id)).flatMap((one) => failureText(one) ?? [])).toEqual([]);
});

it('the activation fails with a clear message when the inbox does not exist', async () => {
	const id = await importTrigger({ messageBoxIds: [999] });
	await expect(world.api.activate(id)).rejects.toThrow(/inbox|not found|exist/i);
});
