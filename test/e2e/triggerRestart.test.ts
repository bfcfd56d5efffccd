import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { POLL_TIMES } from '../../scripts/demo/setUp';
import type { N8nApi } from '../../scripts/n8n-host/api';
import type { N8nServer } from '../../scripts/n8n-host/server';
import type { SimulatorProcess } from '../../scripts/simulator-process';
import { emittedBy, expectEmitted } from './emitted';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { chain, supportInboxTrigger } from './workflows';

const TRIGGER = 'Something happened';
const RENAMED = 'Something came';
const INBOX = 103;

interface TicketAct {
	ticket_id: number;
}

let own: OwnN8n;
let simulator: SimulatorProcess;
let n8n: N8nServer;
let api: N8nApi;
let workflowId: string;

beforeAll(async () => {
	own = await startOwnN8n();
	({ simulator, n8n, api } = own);
	const events = ['ticketCreated', 'newMessage', 'ticketFieldChanged'];
	const parameters = { pollTimes: POLL_TIMES, messageBoxIds: [INBOX], events, options: { includeMessages: false } };
	const trigger = supportInboxTrigger(TRIGGER, parameters, own.credentials);
	workflowId = await api.createWorkflow(chain('Watch everything', trigger));
});

afterAll(async () => {
	await own?.stop();
});

/** A customer writes for the first time. @returns the ticket's id */
async function createTicket(body: string): Promise<number> {
	const input = { message_box_id: INBOX, title: body, messages: [{ body }] };
	return (await simulator.act<TicketAct>({ do: 'createTicket', ...input })).ticket_id;
}

/** @returns what a new ticket is emitted as */
function firstWords(ticketId: number, body: string): string[] {
	return [`ticketCreated ${ticketId}`, `newMessage ${ticketId} ${body}`];
}

function inWords({ event, ticket_id, text, changes }: IDataObject): string {
	const about = { ticketCreated: '', newMessage: text, ticketFieldChanged: JSON.stringify(changes) }[String(event)];
	return [event, ticket_id, about].filter(Boolean).join(' ');
}

async function expectAll(all: string[], trigger = TRIGGER): Promise<void> {
	await expectEmitted(all, async () => (await emittedBy(api, trigger, workflowId)).map(inWords));
}

describe('the trigger through a hard kill of n8n', () => {
	const all: string[] = [];
	let old: number;
	let fresh: number;

	it('emits what happens after its activation, and nothing of what was there', async () => {
		old = await createTicket('Was there before');
		// The service's times are whole seconds.
		await delay(2_000);
		await api.activate(workflowId);
		fresh = await createTicket('Came first');
		all.push(...firstWords(fresh, 'Came first'), `newMessage ${fresh} Hello`);
		await simulator.act({ do: 'addMessage', ticketId: fresh, body: 'Hello' });
		await expectAll(all);
	});

	it('emits after the restart what happened while n8n was dead: a ticket, a message and a silent change', async () => {
		await n8n.kill();
		const meanwhile = await createTicket('Came while n8n was dead');
		await simulator.act({ do: 'addMessage', ticketId: old, body: 'Any news?' });
		await simulator.act({ do: 'editTicket', ticketId: fresh, status_cd: 'closed' });
		all.push(
			...firstWords(meanwhile, 'Came while n8n was dead'),
			`newMessage ${old} Any news?`,
			`ticketFieldChanged ${fresh} ${JSON.stringify({ status_cd: { from: 'open', to: 'closed', from_name: 'Open', to_name: 'Closed' } })}`,
		);
		await n8n.restart();
		await api.logIn();
		await expectAll(all);
	});

	it('goes on where it stopped when it is deactivated and activated again', async () => {
		await api.deactivate(workflowId);
		const later = await createTicket('Came while it was off');
		all.push(...firstWords(later, 'Came while it was off'));
		await api.activate(workflowId);
		await expectAll(all);
	});

	it('emits nothing twice when it polls again', async () => {
		await api.deactivate(workflowId);
		await api.activate(workflowId);
		await expectAll(all);
	});

	it('begins anew when it is renamed, and reports what comes then', async () => {
		await api.deactivate(workflowId);
		await createTicket('Came while it was renamed');
		await delay(2_000);
		await api.renameNode(workflowId, TRIGGER, RENAMED);
		await api.activate(workflowId);
		const next = await createTicket('Came after it was renamed');
		await expectAll(firstWords(next, 'Came after it was renamed'), RENAMED);
		expect((await simulator.state()).violations).toEqual([]);
	});
});
