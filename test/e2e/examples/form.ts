import { addressOf } from '../../../scripts/demo/example';
import { ADDRESS_BOOK_ID } from '../../../scripts/demo/setUp';
import type { Example } from '../../../scripts/demo/workflow';
import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import { SENT_BACK } from '../../resources/contact/book';
import { observe } from '../observe';
import { sendForm } from './mailedForm';
import type { Stage, Trials } from './stage';

function linkOf(stage: Stage, workflow: Example): string {
	return workflow.nodes.map((node) => addressOf(stage.n8nUrl, node)).find(Boolean)!;
}

export const form: Trials = {
	'shows nothing of what is stored to a stranger who enters the address of somebody else, also when it fails': async (stage) => {
		const inbox = await stage.newInbox('A stranger');
		const stored = { last_name: 'Lovelace', first_name: 'Ada', emails: [{ email: 'ada@form.example' }], tels: ['03-5550-0101', '03-5550-0102', '03-5550-0103'].map((tel) => ({ tel })) };
		await stage.make({ do: 'addContact', addressBookId: ADDRESS_BOOK_ID, ...stored });
		const workflow = await stage.fill(inbox);
		const link = linkOf(stage, workflow);
		const work = async (id: string) => {
			const send = async (count: number, tel: string) => {
				const said = await sendForm(link, ['ada@form.example', 'No', 'Body', tel, 'Who is it?']);
				return [said, failureText((await stage.ended(id, count))[0]!)] as const;
			};
			// n8n answers before the workflow does anything. What the page then shows it has had from the beginning.
			expect(await (await fetch(link)).text()).toContain('Thank you. We have noted your request.');
			expect(await send(1, '')).toEqual(['{"status":200}', undefined]);
			// A fourth phone is refused.
			expect(await send(2, '03-5550-0104')).toEqual(['{"status":200}', expect.stringContaining('at most 3')]);
		};
		await stage.publish(workflow, work, 1);
	},

	'makes a contact and a ticket of a form that was sent, and updates the contact the next time': async (stage, { simulator }) => {
		const inbox = await stage.newInbox('Forms');
		const observation = await observe(simulator);
		const workflow = await stage.fill(inbox);
		const link = linkOf(stage, workflow);
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
