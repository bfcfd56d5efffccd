import { fromList } from '../../../scripts/demo/workflow';
import type { KeptTicket } from '../../../scripts/simulator-process';
import { calling } from './webhook';
import type { Trials } from './trial';

export const portal: Trials = {
	'opens one ticket for each case, from the account of its brand, and replies in it': async (stage) => {
		const { world, make, newInbox } = stage;
		const brands = await world.api.createDataTable('Brands', [
			{ name: 'brand', type: 'string' },
			{ name: 'message_box_id', type: 'number' },
			{ name: 'mail_account_id', type: 'number' },
		]);
		const cases = await world.api.createDataTable('Cases', [
			{ name: 'case', type: 'string' },
			{ name: 'message_id', type: 'number' },
			{ name: 'ticket_id', type: 'number' },
		]);
		const inboxes: Record<string, number> = {};
		for (const brand of ['Aurora', 'Borealis']) {
			const inbox = await newInbox(brand);
			const { mail_account_id } = await make({ do: 'addMailAccount', inboxId: inbox, name: brand, email: `${brand.toLowerCase()}@tenant.example` });
			await world.api.addDataTableRow(brands, { brand, message_box_id: inbox, mail_account_id: mail_account_id! });
			inboxes[brand] = inbox;
		}
		const table = (value: string) => ({ dataTableId: { ...fromList(0, ''), value } });
		const parameters = { 'Find the brand': table(brands), 'Find the first mail': table(cases), 'Remember the first mail': table(cases) };
		await calling(stage, 'portal-mails', { parameters }, async (call) => {
			const mail = async (brand: string, number: string, text: string) =>
				await call({ case: number, brand, email: 'anna@mail.example', subject: `Repair ${number}`, text });
			await mail('Aurora', 'R-1', 'We have received it.');
			await mail('Borealis', 'R-2', 'We have received that.');
			await mail('Aurora', 'R-1', 'It is repaired.');
			await mail('Aurora', 'R-1', 'It is on its way.');
			const tickets = (await stage.simulator.ticketsAfter(0)).filter(({ title }) => /^Repair R-/.test(title));
			expect(tickets.map(({ message_box_id, title, status_cd }) => ({ message_box_id, title, status_cd }))).toEqual([
				{ message_box_id: inboxes.Aurora, title: 'Repair R-1', status_cd: 'unwanted' },
				{ message_box_id: inboxes.Borealis, title: 'Repair R-2', status_cd: 'unwanted' },
			]);
			const bodies = async (ticketId: number) => (await make<KeptTicket>({ do: 'getTicket', ticketId })).messages.map(({ body }) => body);
			expect(await bodies(tickets[0]!.ticket_id)).toEqual(['We have received it.', 'It is repaired.', 'It is on its way.']);
			expect(await bodies(tickets[1]!.ticket_id)).toEqual(['We have received that.']);
		});
	},

	'takes no call without the secret': async (stage) => {
		const dataTableId = await stage.world.api.createDataTable('Empty', [{ name: 'brand', type: 'string' }]);
		const parameters = Object.fromEntries(['Find the brand', 'Find the first mail', 'Remember the first mail'].map((name) => [name, { dataTableId: { __rl: true, mode: 'list', value: dataTableId } }]));
		await calling(stage, 'portal-mails', { parameters }, async (_call, refused) => {
			expect(await refused()).toBe(403);
		});
	},
};
