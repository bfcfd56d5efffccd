import { addressOf } from '../../../scripts/demo/example';
import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import { SENT_BACK } from '../../resources/contact/book';
import { observe } from '../observe';
import { sendForm } from './mailedForm';
import type { Trials } from './stage';

export const form: Trials = {
	'makes a contact and a ticket of a form that was sent, and updates the contact the next time': async (stage, { simulator }) => {
		const inbox = await stage.newInbox('Forms');
		const observation = await observe(simulator);
		const workflow = await stage.fill(inbox);
		const link = workflow.nodes.map((node) => addressOf(stage.n8nUrl, node)).find(Boolean)!;
		await stage.publish(workflow, async (id) => {
			const send = async (count: number, answers: string[]) => {
				await sendForm(link, answers);
				const [execution] = await stage.ended(id, count);
				expect(failureText(execution!)).toBeUndefined();
				return execution!;
			};
			const first = await send(1, ['grace@form.example', 'Hopper', 'Grace', '03-5550-0199', 'A moth is in the relay.']);
			expect(outputJson(first, 'Create or update the contact')).toMatchObject([{ success: true, created: true }]);
			const [{ ticket_id } = {}] = outputJson(first, 'Create the ticket');
			expect(await stage.ticket(ticket_id as number)).toMatchObject({
				message_box_id: inbox,
				title: 'Form: Grace Hopper',
				status_cd: 'open',
				messages: [{ body: 'A moth is in the relay.', method_cd: 'record', from: 'grace@form.example' }],
			});
			const second = await send(2, ['grace@form.example', 'Hopper', 'Grace Brewster', '', 'It is dead now.']);
			expect(outputJson(second, 'Create or update the contact')).toMatchObject([{ success: true, created: false }]);
		});
		const written = (await observation.requests()).filter(({ path, status }) => path.includes('/customers/') && status === 204);
		const grace = { last_name: 'Hopper', first_name: 'Grace', emails: [{ email: 'grace@form.example' }], tels: [{ tel: '03-5550-0199' }] };
		expect(written.map(({ body }) => body)).toEqual([grace, { ...SENT_BACK, ...grace, first_name: 'Grace Brewster' }]);
	},
};
