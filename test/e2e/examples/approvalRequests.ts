import { failureText } from '../../../scripts/n8n-host/execution';
import { CREDENTIAL_TYPE } from '../world';
import { ANSWER, eventually, QUESTION, type Trials } from './stage';

const TRIGGER = 'When somebody asks or rejects';
const DRAFT = 'Here <it> is.\nBye';

export const approvalRequests: Trials = {
	'says who asks for what, with the draft and a link, and mentions who asked last when it is rejected; nothing of other comments': async (stage, { simulator, slack }) => {
		const inbox = await stage.newInbox('R & D');
		const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token, sampleTicketUrl: 'https://tenant.example/#/{message_box_id}/{ticket_id}' };
		const linked = await stage.api.createCredential('Support Inbox (approvals)', CREDENTIAL_TYPE, data);
		const workflow = await stage.fill(inbox, {}, { [CREDENTIAL_TYPE]: linked });
		const who = workflow.nodes.find(({ name }) => name === 'Find who asked')!.parameters.assignments as { assignments: Array<{ name: string; value: unknown }> };
		who.assignments.find(({ name }) => name === 'members')!.value = '{ "user02": "U0BEN" }';
		const before = slack.messages.length;
		const texts = () => slack.messages.slice(before).map(({ text }) => text);
		await stage.publish(workflow, async () => {
			const ticket = await stage.newTicket(inbox, { title: 'A & B', messages: [QUESTION, { ...ANSWER, action_cd: 'draft', body: DRAFT }] });
			const draft = (await stage.ticket(ticket)).messages.find(({ body }) => body === DRAFT)!.message_id;
			const comment = async (commenter: string, comment_type: string, text = '') => {
				await stage.make({ do: 'addComment', messageId: draft, commenter, comment_type, comment: text });
			};
			await comment('user01', 'request', 'In a hurry');
			await comment('user01', 'comment', 'Not for Slack');
			await eventually('the request', () => texts().length > 0);
			await comment('user02', 'request');
			await eventually('the second request', () => texts().length > 1);
			await comment('user01', 'reject', 'Too\nshort');
			await eventually('the rejection', () => texts().length > 2);
			const link = `<https://tenant.example/#/${inbox}/${ticket}|#${ticket}> A &amp; B`;
			expect(texts()).toEqual([
				`*R &amp; D: Yamada Aiko asks for approval*\n${link}\nIn a hurry\n>Here &lt;it&gt; is.\n>Bye`,
				`*R &amp; D: Yamada Ben asks for approval*\n${link}\n>Here &lt;it&gt; is.\n>Bye`,
				`<@U0BEN>: rejected by Yamada Aiko\n${link}\n>Too\n>short`,
			]);
		});
	},

	'names the mention name where the member is not known, and the author where no request is': async (stage, { slack }) => {
		const inbox = await stage.newInbox('Unknown members');
		const ticket = await stage.newTicket(inbox, { title: 'Question' });
		const { message_id } = (await stage.ticket(ticket)).messages[0]!;
		const event = { event: 'newComment', message_box_id: inbox, ticket_id: ticket, title: 'Question', message_id, comment: { comment_type: 'reject', commenter: 'user01', comment: '', commented_at: new Date().toISOString() } };
		expect(failureText(await stage.run(TRIGGER, await stage.fill(inbox), event))).toBeUndefined();
		expect(slack.messages.at(-1)?.text).toBe(`The author of the draft: rejected by user01\n#${ticket} Question`);
		await stage.make({ do: 'addComment', messageId: message_id, commenter: 'user02', comment_type: 'request', comment: '' });
		const later = { ...event, comment: { ...event.comment, commented_at: new Date(Date.now() + 60_000).toISOString() } };
		expect(failureText(await stage.run(TRIGGER, await stage.fill(inbox), later))).toBeUndefined();
		expect(slack.messages.at(-1)?.text).toBe(`user02: rejected by user01\n#${ticket} Question`);
	},
};
