import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import { QUESTION, SUPPORT, type Trials } from './stage';

export const reply: Trials = {
	'prepares the answer from the template, and it waits for approval': async (stage) => {
		const inbox = await stage.newInbox('Replies');
		await stage.make({ do: 'addTemplate', inboxId: inbox, template_name: 'Other', text_body: 'Not this one.' });
		const template = { template_name: 'Late', title: 'Your parcel', text_body: 'It is on its way.' };
		const { template_id } = await stage.make({ do: 'addTemplate', inboxId: inbox, ...template });
		const ticket_id = await stage.newTicket(inbox, { title: 'My parcel' });

		const execution = await stage.run('When a mail arrives', await stage.fill(inbox, { 'Reply with the template': { templateId: template_id } }));
		expect(failureText(execution)).toBeUndefined();
		expect(outputJson(execution, 'Reply with the template')).toMatchObject([{ ticket_id }]);
		const answer = { title: 'Your parcel', body: 'It is on its way.', from: SUPPORT, to: QUESTION.from, action_cd: 'requested' };
		expect(await stage.ticket(ticket_id)).toMatchObject({ approvalRequired: true, messages: [{ body: QUESTION.body }, answer] });
	},
};
