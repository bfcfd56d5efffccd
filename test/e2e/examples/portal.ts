import type { Trials } from './stage';
import { calling } from './webhook';

export const portal: Trials = {
	'opens one ticket for each case, from the account of its brand, and replies in it, for whom has the secret': async (stage, { simulator }) => {
		const inboxes: Record<string, number> = {};
		const brands = [];
		for (const brand of ['Aurora', 'Borealis']) {
			const inboxId = (inboxes[brand] = await stage.newInbox(brand));
			const { mail_account_id } = await stage.make({ do: 'addMailAccount', inboxId, name: brand, email: `${brand.toLowerCase()}@tenant.example` });
			brands.push({ brand, message_box_id: inboxId, mail_account_id: mail_account_id! });
		}
		await calling(stage, await stage.fill(undefined, { 'Find the brand': await stage.table(brands) }), async (call) => {
			const mail = async (brand: string, number: string, text: string) =>
				await call({ case: number, brand, email: 'anna@mail.example', subject: `Repair ${number}`, text });
			await mail('Aurora', 'R-1', 'We have received it.');
			await mail('Borealis', 'R-2', 'We have received that.');
			await mail('Aurora', 'R-1', 'It is repaired.');
			await mail('Aurora', 'R-1', 'It is on its way.');
		});
		const tickets = (await simulator.ticketsAfter(0)).filter(({ title }) => /^Repair R-/.test(title));
		expect(tickets.map(({ message_box_id, title, status_cd, messages }) => [message_box_id, title, status_cd, messages.map(({ body }) => body)])).toEqual([
			[inboxes.Aurora, 'Repair R-1', 'unwanted', ['We have received it.', 'It is repaired.', 'It is on its way.']],
			[inboxes.Borealis, 'Repair R-2', 'unwanted', ['We have received that.']],
		]);
		expect(tickets.map(({ messages: [first] }) => (first as { from?: string }).from)).toEqual(['aurora@tenant.example', 'borealis@tenant.example']);
	},
};
