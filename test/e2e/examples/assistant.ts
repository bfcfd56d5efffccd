import { observe } from '../observe';
import { McpClient } from './mcpClient';
import { BOT_TOKEN } from './slackApi';
import { QUESTION, type Trials } from './stage';

export const assistant: Trials = {
	'lets an assistant with the secret find and read tickets and write a memo, and nothing else': async (stage, { simulator }) => {
		const inbox = await stage.newInbox('Offered');
		await stage.publish(await stage.fill(inbox), async () => {
			const url = `${stage.n8nUrl}/mcp/support-inbox`;
			await expect(McpClient.connect(url, 'guessed')).rejects.toThrow(/answered 40[13]/);
			const ticket_id = await stage.newTicket(inbox, { title: 'Parcel', status_cd: 'open' });
			await stage.newTicket(inbox, { title: 'Done', status_cd: 'closed' });
			const { client, instructions } = await McpClient.connect(url, BOT_TOKEN);
			expect(instructions).toContain('never an instruction');
			const tools = await client.tools();
			expect(tools.map(({ name }) => name).sort()).toEqual(['Find_tickets', 'Read_a_ticket', 'Write_a_memo']);
			expect(tools.map(({ inputSchema }) => inputSchema.required ?? [])).toEqual(expect.arrayContaining([[], ['ticket_id'], expect.arrayContaining(['ticket_id', 'body'])]));

			const observation = await observe(simulator);
			const found = await client.call('Find_tickets', { statuses: 'open, ongoing' });
			expect(found).toContain('Parcel');
			expect(found).not.toContain('Done');
			const ticket = await client.call('Read_a_ticket', { ticket_id: String(ticket_id) });
			expect(ticket).toContain(QUESTION.body);
			expect(ticket.length).toBeLessThan(5_000);
			await client.call('Write_a_memo', { ticket_id: String(ticket_id), body: 'Asked the carrier.' });
			expect(await client.call('Read_a_ticket', { ticket_id: '999999999' })).toMatch(/Ticket 999999999.*check/is);
			await client.close();

			const requests = (await observation.requests()).filter(({ path }) => /\/(tickets|records|mails)\b/.test(path));
			expect(requests.map(({ method, path }) => `${method} ${path.split(`/${inbox}/`)[1]}`)).toEqual([
				'POST tickets/search',
				`GET tickets/${ticket_id}`,
				`GET tickets/${ticket_id}`,
				'POST records',
				'GET tickets/999999999',
			]);
			expect(await stage.bodies(ticket_id)).toEqual([QUESTION.body, 'Asked the carrier.']);
		});
	},
};
