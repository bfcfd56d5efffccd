import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, fromList } from '../../../scripts/demo/workflow';
import type { WorkflowDefinition } from '../../../scripts/n8n-host/api';
import { failureText, outputJson, type Execution } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import type { KeptTicket } from '../../../scripts/simulator-process';
import { SENT_BACK } from '../../resources/contact/book';
import { observe } from '../observe';
import type { Stage, Trials } from './trial';

const FORM = 'When the form is sent';
const ADDRESS_BOOK = 11;
const RUN_MS = 30_000;

/** n8n puts the form below the webhook's id. */
function webhookId(): string {
	const content = readFileSync(join(EXAMPLES, 'form-to-contact-and-memo.json'), 'utf8');
	const { nodes } = JSON.parse(content) as WorkflowDefinition;
	return String(nodes.find(({ name }) => name === FORM)?.webhookId);
}

/** Sends the form as a browser does: the answers in the order of the fields. */
async function send({ world }: Stage, answers: string[]): Promise<void> {
	const body = new FormData();
	for (const [place, answer] of answers.entries()) body.append(`field-${place}`, answer);
	const response = await fetch(`${world.n8nUrl}/form/${webhookId()}`, { method: 'POST', body });
	if (!response.ok) throw new Error(`The form was refused: ${response.status} ${await response.text()}`);
}

async function ended({ world }: Stage, id: string, count: number): Promise<Execution> {
	const all = async () => {
		const executions = await world.api.executions(id);
		return executions.length >= count ? executions : undefined;
	};
	return (await waitFor('the form to be handled', all, { timeoutMs: RUN_MS }))[0]!;
}

export const form: Trials = {
	'makes a contact and a ticket of a form that was sent, and updates the contact the next time': async (stage) => {
		const { world } = stage;
		const inbox = await stage.newInbox('Forms');
		const observation = await observe(stage.simulator);
		const id = await stage.import({
			parameters: {
				'Create or update the contact': { customerGroupId: fromList(ADDRESS_BOOK, 'Customers') },
				'Create the ticket': { messageBoxId: fromList(inbox, 'Forms') },
			},
		});
		await world.api.activate(id);
		try {
			await send(stage, ['grace@form.example', 'Hopper', 'Grace', '03-5550-0199', 'A moth is in the relay.']);
			const first = await ended(stage, id, 1);
			expect(failureText(first)).toBeUndefined();
			expect(outputJson(first, 'Create or update the contact')).toMatchObject([{ success: true, created: true }]);
			const [{ ticket_id } = {}] = outputJson(first, 'Create the ticket');
			const ticket = await stage.make<KeptTicket>({ do: 'getTicket', ticketId: ticket_id });
			expect(ticket).toMatchObject({
				message_box_id: inbox,
				title: 'Form: Grace Hopper',
				status_cd: 'open',
				messages: [{ body: 'A moth is in the relay.', method_cd: 'record', from: 'grace@form.example' }],
			});

			await send(stage, ['grace@form.example', 'Hopper', 'Grace Brewster', '', 'It is dead now.']);
			const second = await ended(stage, id, 2);
			expect(failureText(second)).toBeUndefined();
			expect(outputJson(second, 'Create or update the contact')).toMatchObject([{ success: true, created: false }]);
			const written = (await observation.requests()).filter(({ path, status }) => path.includes('/customers/') && status === 204);
			expect(written.map(({ body }) => body)).toEqual([
				{
					last_name: 'Hopper',
					first_name: 'Grace',
					emails: [{ email: 'grace@form.example' }],
					tels: [{ tel: '03-5550-0199' }],
				},
				{ ...SENT_BACK, last_name: 'Hopper', first_name: 'Grace Brewster', emails: [{ email: 'grace@form.example' }], tels: [{ tel: '03-5550-0199' }] },
			]);
		} finally {
			await world.api.deactivate(id);
		}
	},
};
