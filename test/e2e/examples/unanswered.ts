import { failureText } from '../../../scripts/n8n-host/execution';
import { CREDENTIAL_TYPE } from '../world';
import { ANSWER, eventually, QUESTION, type Trials } from './stage';

const TRIGGER = 'Customer waits for an answer';
const MINUTE_MS = 60_000;
/** Hours that are always business hours: when the test runs makes no difference. */
const ALWAYS = { hours: { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' } };
const WAIT = { unansweredFor: 5, unansweredUnit: 'minutes', options: { ignoreRepliesContaining: 'This is an automatic message.', businessHours: ALWAYS, repeatEvery: 2 } };

/** As the message gives a time: in Tokyo, which n8n itself is not in. */
function inTokyo(time: number): string {
	const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Tokyo', weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
	const of = Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, value]));
	return `${of.weekday} ${of.day} ${of.month}, ${of.hour}:${of.minute}`;
}

export const unanswered: Trials = {
	'says who waits since when, once and again, until a person answers the customer; nothing of one who was answered or whose ticket is closed': async (stage, { simulator, slack }) => {
		const inbox = await stage.newInbox('R & D');
		const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token, sampleTicketUrl: 'https://tenant.example/#/{message_box_id}/{ticket_id}?a=1&b=2' };
		const linked = await stage.api.createCredential('Support Inbox (with links)', CREDENTIAL_TYPE, data);
		const workflow = await stage.fill(inbox, { [TRIGGER]: WAIT }, { [CREDENTIAL_TYPE]: linked });
		const before = slack.messages.length;
		const texts = () => slack.messages.slice(before).map(({ text }) => text);
		await stage.publish({ ...workflow, settings: { executionOrder: 'v1', timezone: 'Asia/Tokyo' } }, async () => {
			const asked = Date.now() - 10 * MINUTE_MS;
			const create = async (title: string, more: object[], ticket: object = {}) => {
				const question = { ...QUESTION, body: 'Where is <it>?\nI need it.', sent_at: asked, action_cd: 'received' };
				return await stage.newTicket(inbox, { title, messages: [question, ...more], ...ticket });
			};
			await create('Answered', [{ ...ANSWER, sent_at: asked + MINUTE_MS }]);
			await create('Closed', [], { status_cd: 'closed' });
			const acknowledged = { ...ANSWER, sent_at: asked + MINUTE_MS, body: 'We have it.\n\nThis is an automatic message. Your request has the number 1.' };
			const waiting = await create('A & B', [acknowledged, { action_cd: 'draft', body: 'Not yet' }], { status_cd: 'ongoing', assignee: 'user02' });
			await eventually('the alert', () => texts().length > 0);
			const alert = [
				`*R &amp; D: a customer has been waiting since ${inTokyo(asked)}*`,
				`<https://tenant.example/#/${inbox}/${waiting}?a=1&amp;b=2|#${waiting}> A &amp; B`,
				'From anna@mail.example, status: On Hold, assignee: Yamada Ben',
				'>Where is &lt;it&gt;?',
				'>I need it.',
			].join('\n');
			await stage.polls(inbox, 1);
			expect(texts()).toEqual([alert]);
			await simulator.stepClock(2 * MINUTE_MS);
			await eventually('the reminder', () => texts().length > 1);
			await stage.make({ do: 'addMessage', ticketId: waiting, ...ANSWER });
			await simulator.stepClock(2 * MINUTE_MS);
			await stage.polls(inbox, 1);
			expect(texts()).toEqual([alert, alert]);
		});
	},

	'shows the number alone where the credential has no Sample Ticket URL, and nothing of a message that is not known': async (stage, { slack }) => {
		const event = { event: 'ticketUnanswered', ticket_id: 77, title: null, message_box_name: 'Without links', status_name: 'Open', assignee_name: null, from: null, text: null, waiting_since: '2026-03-02T09:30:00Z' };
		expect(failureText(await stage.run(TRIGGER, await stage.fill(await stage.newInbox('Without links')), event))).toBeUndefined();
		expect(slack.messages.at(-1)?.text).toBe('*Without links: a customer has been waiting since Mon 2 Mar, 09:30*\n#77 \nFrom unknown, status: Open, assignee: nobody\n>');
	},
};
