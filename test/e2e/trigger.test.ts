import { fromList, loadExample } from '../../scripts/demo/workflow';
import { startReceiver, type Receiver } from '../../scripts/demo/receiver';
import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { waitFor } from '../../scripts/n8n-host/net';
import { chain, supportInboxTrigger } from './workflows';
import { enterWorld, type World } from './world';

/** A poll each minute, and time for what follows it. */
const POLL_MS = 90_000;
const TRIGGER = 'New ticket';
const INBOX = 103;

let world: World;
let receiver: Receiver;

beforeAll(async () => {
	world = await enterWorld();
	receiver = await startReceiver();
});

afterAll(async () => {
	await receiver.stop();
});

async function importExample(): Promise<string> {
	const label = await world.simulator.act<{ id: number }>({ do: 'addLabel', inboxId: INBOX, name: 'Reported' });
	const workflow = loadExample('new-ticket-to-slack', {
		credentials: world.credentials,
		parameters: {
			[TRIGGER]: { messageBoxIds: [INBOX] },
			'Label it': {
				messageBoxId: fromList(INBOX, 'Returns'),
				labels: { values: { mode: 'add', labelIds: [label.id] } },
			},
			'Message to Slack': { url: receiver.url },
		},
	});
	return await world.api.createWorkflow(workflow);
}

describe('the trigger in the example "New ticket to Slack"', () => {
	it('shows a real ticket when a test event is fetched', async () => {
		const execution = await world.api.runWorkflow(await importExample(), TRIGGER);
		expect(failureText(execution)).toBeUndefined();
		const [ticket] = outputJson(execution, TRIGGER);
		expect(ticket).toMatchObject({ event: 'ticketCreated', message_box_id: INBOX, ticket_id: expect.any(Number) });
		expect(receiver.messages.at(-1)?.text).toContain(`#${String(ticket?.ticket_id)}`);
	});

	it('fires for new tickets, the oldest first, and not for those that were there', async () => {
		const id = await importExample();
		const before = receiver.messages.length;
		const titles = ['First < & >', 'Second'];
		await world.api.activate(id);
		try {
			for (const title of titles) await world.simulator.act({ do: 'createTicket', message_box_id: INBOX, title });
			const arrived = () => receiver.messages.length >= before + titles.length;
			await waitFor('both messages', arrived, { timeoutMs: POLL_MS });
		} finally {
			// Its polls would be among the requests that other tests count.
			await world.api.deactivate(id);
		}
		const texts = receiver.messages.slice(before).map(({ text }) => text.split('\n')[1]);
		expect(texts).toEqual(['First &lt; &amp; &gt;', 'Second']);
		const executions = await world.api.executions(id);
		const triggered = executions.flatMap((one) => outputJson(one, TRIGGER));
		expect(triggered.map(({ title }) => title)).toEqual(titles);
	});

	it('fails the activation with a clear message when the inbox does not exist', async () => {
		const trigger = supportInboxTrigger(TRIGGER, { messageBoxIds: [999] }, world.credentials);
		const id = await world.api.createWorkflow(chain('Nowhere', trigger));
		await expect(world.api.activate(id)).rejects.toThrow(/inbox|not found|exist/i);
	});
});

it('gives a customer who waits for an answer, once, and not one who got it', async () => {
	const parameters = { messageBoxIds: [INBOX], events: ['ticketUnanswered'], unansweredFor: 5, unansweredUnit: 'minutes' };
	const id = await world.api.createWorkflow(chain('Unanswered', supportInboxTrigger(TRIGGER, parameters, world.credentials)));
	await world.api.activate(id);
	const given = async () => (await world.api.executions(id)).flatMap((one) => outputJson(one, TRIGGER));
	try {
		const asked = Date.now() - 600_000;
		const create = async (answers: object[]) => {
			const messages = [{ sent_at: asked, action_cd: 'received' }, ...answers, { action_cd: 'draft' }];
			return await world.simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: INBOX, status_cd: 'open', messages });
		};
		await create([{ sent_at: asked + 60_000, action_cd: 'sent' }]);
		const waiting = await create([]);
		await waitFor('the ticket', async () => (await given()).length > 0, { timeoutMs: POLL_MS });
		// One more poll.
		await new Promise((resolve) => setTimeout(resolve, 65_000));
		expect(await given()).toEqual([expect.objectContaining({ event: 'ticketUnanswered', ticket_id: waiting.ticket_id, waiting_since: expect.any(String) })]);
	} finally {
		await world.api.deactivate(id);
	}
});
