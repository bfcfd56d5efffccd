import { fromList } from '../../../scripts/demo/workflow';
import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import type { Trials } from './trial';

export const reply: Trials = {
	'prepares the answer from the template, and it waits for approval': async (stage) => {
		const inbox = await stage.newInbox('Replies');
		await stage.make({ do: 'addTemplate', inboxId: inbox, template_name: 'Other', text_body: 'Not this one.' });
		const template = { template_name: 'Late', title: 'Your parcel', text_body: 'It is on its way.' };
		const { template_id } = await stage.make<{ template_id: number }>({ do: 'addTemplate', inboxId: inbox, ...template });
		const account = { name: 'Support', email: 'support@tenant.example' };
		const { mail_account_id } = await stage.make({ do: 'addMailAccount', inboxId: inbox, ...account });
		const messages = [{ body: 'Where is it?', from: 'anna.miller@mail.example' }];
		const { ticket_id } = await stage.make({ do: 'createTicket', message_box_id: inbox, title: 'My parcel', messages });

		const messageBoxId = fromList(inbox, 'Replies');
		const execution = await stage.run('When a mail arrives', {
			parameters: {
				'When a mail arrives': { messageBoxIds: [inbox] },
				'Require approval for the ticket': { messageBoxId },
				'Reply with the template': { messageBoxId, mailAccountId: mail_account_id, templateId: template_id },
			},
		});
		expect(failureText(execution)).toBeUndefined();
		expect(outputJson(execution, 'Reply with the template')).toMatchObject([{ ticket_id }]);
		expect(await stage.simulator.ticket(ticket_id!)).toMatchObject({
			approvalRequired: true,
			messages: [
				{ body: 'Where is it?' },
				{
					title: 'Your parcel',
					body: 'It is on its way.',
					from: 'support@tenant.example',
					to: 'anna.miller@mail.example',
					action_cd: 'requested',
				},
			],
		});
	},
};
