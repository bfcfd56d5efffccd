import type { INodeParameters } from 'n8n-workflow';

import { serviceFor } from '../service';

const service = serviceFor('mail', 'reply');
const account = () => service.simulator.store.inbox(101).mailAccounts[0].mail_account_id;
const given = () => {
	const messages = [{ from: 'anna@mail.example', title: 'Where is it?' }];
	const ticket = service.simulator.store.createTicket({ message_box_id: 101, messages });
	return { ticket, messageId: ticket.messages[0].message_id };
};
const reply = (messageId: number | string, change: INodeParameters = {}): INodeParameters => ({
	messageId,
	mailAccountId: account(),
	body: 'It is on its way.',
	...change,
});

it('replies to the message with what is set, nothing else, and returns the ids', async () => {
	const { ticket, messageId } = given();
	const items = await service.run(reply(String(messageId)));
	expect(service.sent()).toEqual([
		{
			method: 'POST',
			path: '101/mails/reply',
			query: {},
			body: { message_id: messageId, mail_account_id: account(), body: 'It is on its way.' },
		},
	]);
	expect(items).toEqual([
		{ json: { message_id: ticket.messages[1].message_id, ticket_id: ticket.ticket_id }, pairedItem: { item: 0 } },
	]);
});

it('sends every field under the name of the API', async () => {
	const { ticket, messageId } = given();
	await service.run(
		reply(messageId, {
			additionalFields: {
				bcc: 'd@mail.example',
				cc: 'b@mail.example',
				isHtml: 'true',
				pendingReasonId: 201,
				statusCd: 'ongoing',
				subject: 'Re: Where is it?',
				to: 'anna@mail.example',
			},
		}),
	);
	expect(service.sent()[0].body).toEqual({
		message_id: messageId,
		mail_account_id: account(),
		body: 'It is on its way.',
		bcc: 'd@mail.example',
		cc: 'b@mail.example',
		is_html: true,
		pending_reason_id: 201,
		status_cd: 'ongoing',
		subject: 'Re: Where is it?',
		to: 'anna@mail.example',
	});
	expect(ticket).toMatchObject({ status_cd: 'ongoing', pending_reason_id: 201 });
});

it('takes the body from a template', async () => {
	const { messageId } = given();
	const [template] = service.simulator.store.inbox(101).templates;
	await service.run(reply(messageId, { body: '', templateId: template.template_id }));
	expect(service.sent().find(({ method }) => method === 'POST')!.body).toMatchObject({
		body: template.html_body,
		is_html: true,
		subject: template.title,
	});
});

it.each<[string, INodeParameters, RegExp]>([
	['no message', { messageId: '' }, /^The field "Message ID" has no value/],
	['a message that is no id', { messageId: '<id@mail.example>' }, /^Message ID: .* is not an id/],
	['no body', { body: '' }, /^The field "Body" has no value/],
	['no account', { mailAccountId: '' }, /^The field "Mail Account" has no value/],
])('refused before a request: %s', async (_what, change, message) => {
	await expect(service.run(reply(5001, change))).rejects.toThrow(message);
	expect(service.sent()).toEqual([]);
});
