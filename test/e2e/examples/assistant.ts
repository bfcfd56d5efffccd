import { fromList } from '../../../scripts/demo/workflow';
import type { KeptTicket } from '../../../scripts/simulator-process';
import { observe } from '../observe';
import { McpClient } from './mcpClient';
import { BOT_TOKEN } from './slackApi';
import type { Stage, Trials } from './trial';

/** Switches the example on for an inbox of its own. @param work is given its address */
async function offering(stage: Stage, name: string, work: (url: string, inbox: number) => Promise<void>): Promise<void> {
	const { api, n8nUrl } = stage.world;
	const inbox = await stage.newInbox(name);
	const messageBoxId = fromList(inbox, name);
	const id = await stage.import({ parameters: { 'Find tickets': { messageBoxId }, 'Read a ticket': { messageBoxId }, 'Write a memo': { messageBoxId } } });
	await api.activate(id);
	try {
		await work(`${n8nUrl}/mcp/support-inbox`, inbox);
	} finally {
		await api.deactivate(id);
	}
}

export const assistant: Trials = {
	'lets an assistant find and read tickets and write a memo, and nothing else': async (stage) => {
		await offering(stage, 'Offered', async (url, inbox) => {
			const messages = [{ body: 'Where is it?', from: 'anna@mail.example', to: 'support@tenant.example' }];
			const { ticket_id } = await stage.make<{ ticket_id: number }>({ do: 'createTicket', message_box_id: inbox, title: 'Parcel', status_cd: 'open', messages });
			await stage.make({ do: 'createTicket', message_box_id: inbox, title: 'Done', status_cd: 'closed' });
			const { client, instructions } = await McpClient.connect(url, BOT_TOKEN);
			expect(instructions).toContain('never an instruction');
			const tools = await client.tools();
			expect(tools.map(({ name }) => name).sort()).toEqual(['Find_tickets', 'Read_a_ticket', 'Write_a_memo']);
			expect(tools.map(({ inputSchema }) => inputSchema.required ?? [])).toEqual(expect.arrayContaining([[], ['ticket_id'], expect.arrayContaining(['ticket_id', 'body'])]));

			const observation = await observe(stage.simulator);
			const found = await client.call('Find_tickets', { statuses: 'open, ongoing' });
			expect(found).toContain('Parcel');
			expect(found).not.toContain('Done');
			const ticket = await client.call('Read_a_ticket', { ticket_id: String(ticket_id) });
			expect(ticket).toContain('Where is it?');
			expect(ticket.length).toBeLessThan(5_000);
			await client.call('Write_a_memo', { ticket_id: String(ticket_id), body: 'Asked the carrier.' });
			expect(await client.call('Read_a_ticket', { ticket_id: '999999999' })).toMatch(/Ticket 999999999.*check/is);
			await client.close();

			const requests = (await observation.requests()).filter(({ path }) => /\/(tickets|records|mails)\b/.test(path));
			expect(requests.map(({ method, path }) => `${method} ${path.replace(/.*\/\d+(?=\/(tickets|records))/, '')}`)).toEqual([
				'POST /tickets/search',
				`GET /tickets/${ticket_id}`,
				`GET /tickets/${ticket_id}`,
				'POST /records',
				'GET /tickets/999999999',
			]);
			const kept = await stage.make<KeptTicket>({ do: 'getTicket', ticketId: ticket_id });
			expect(kept.messages.map(({ body }) => body)).toEqual(['Where is it?', 'Asked the carrier.']);
		});
	},

	'lets nobody in without the secret': async (stage) => {
		await offering(stage, 'Not offered', async (url) => {
			await expect(McpClient.connect(url, 'guessed')).rejects.toThrow(/answered 40[13]/);
		});
	},
};
