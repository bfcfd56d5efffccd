import { POLL_TIMES } from '../../../scripts/demo/setUp';
import { loadExample } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import { CREDENTIAL_TYPE } from '../world';
import { morePolls } from './polls';
import type { Stage, Trials } from './trial';

const TRIGGER = 'Customer waits for an answer';
const ARRIVAL_MS = 90_000;
const MINUTE_MS = 60_000;
/** Hours that are always business hours: when the test runs makes no difference. */
const ALWAYS = { hours: { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' } };

/** Imports the example with a credential that says how tickets are addressed. @returns its id */
async function withLinks({ world: { api }, simulator, slack, credentials }: Stage, inbox: number): Promise<string> {
	const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token, ticketUrl: 'https://tenant.example/#/{message_box_id}/{ticket_id}?a=1&b=2' };
	const linked = await api.createCredential('Support Inbox (with links)', CREDENTIAL_TYPE, data);
	const wait = { unansweredFor: 5, unansweredUnit: 'minutes', options: { businessHours: ALWAYS, remindAgainAfter: 2 } };
	const workflow = loadExample('unanswered-alert', {
		credentials: { ...credentials, [CREDENTIAL_TYPE]: linked },
		parameters: {
			[TRIGGER]: { messageBoxIds: [inbox], events: ['ticketUnanswered'], pollTimes: POLL_TIMES, ...wait },
			'Message to Slack': { url: slack.url },
		},
	});
	return await api.createWorkflow({ ...workflow, settings: { executionOrder: 'v1', timezone: 'Asia/Tokyo' } });
}

/** As the message gives a time: in Tokyo, which n8n itself is not in. */
function inTokyo(time: number): string {
	const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Tokyo', weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
	const of = Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, value]));
	return `${of.weekday} ${of.day} ${of.month}, ${of.hour}:${of.minute}`;
}

export const unanswered: Trials = {
	'says who waits since when, once and again, until the customer is answered; nothing of one who was answered or whose ticket is closed': async (stage) => {
		const { world: { api }, slack, make, simulator } = stage;
		const inbox = await stage.newInbox('R & D');
		const id = await withLinks(stage, inbox);
		const before = slack.messages.length;
		const texts = () => slack.messages.slice(before).map(({ text }) => text);
		await api.activate(id);
		try {
			const asked = Date.now() - 10 * MINUTE_MS;
			const create = async (title: string, more: object[], ticket: object = {}) => {
				const question = { body: 'Where is <it>?\nI need it.', from: 'anna@mail.example', sent_at: asked, action_cd: 'received' };
				return (await make({ do: 'createTicket', message_box_id: inbox, title, messages: [question, ...more], ...ticket })).ticket_id!;
			};
			const answer = { body: 'Here it is', action_cd: 'sent', from: 'support@tenant.example', to: 'anna@mail.example' };
			await create('Answered', [{ ...answer, sent_at: asked + MINUTE_MS }]);
			await create('Closed', [], { status_cd: 'closed' });
			const waiting = await create('A & B', [{ action_cd: 'draft', body: 'Not yet' }], { status_cd: 'ongoing', assignee: 'user02' });
			await waitFor('the alert', () => texts().length > 0, { timeoutMs: ARRIVAL_MS });
			const alert = [
				`*R &amp; D: a customer has been waiting since ${inTokyo(asked)}*`,
				`<https://tenant.example/#/${inbox}/${waiting}?a=1&amp;b=2|#${waiting}> A &amp; B`,
				'From anna@mail.example, status: On Hold, assignee: Yamada Ben',
				'>Where is &lt;it&gt;?',
				'>I need it.',
			].join('\n');
			await morePolls(stage, inbox, 1);
			expect(texts()).toEqual([alert]);
			await simulator.stepClock(2 * MINUTE_MS);
			await waitFor('the reminder', () => texts().length > 1, { timeoutMs: ARRIVAL_MS });
			expect(texts()).toEqual([alert, alert]);
			await make({ do: 'addMessage', ticketId: waiting, ...answer });
			await simulator.stepClock(2 * MINUTE_MS);
			await morePolls(stage, inbox, 1);
			expect(texts()).toEqual([alert, alert]);
		} finally {
			await api.deactivate(id);
		}
		expect((await api.executions(id)).map(failureText)).toEqual([undefined, undefined]);
	},

	'shows the number alone where the credential has no Ticket URL, and nothing of a message that is not known': async (stage) => {
		const inbox = await stage.newInbox('Without links');
		const event = { event: 'ticketUnanswered', ticket_id: 77, title: null, message_box_name: 'Without links', status_name: 'Open', assignee_name: null, from: null, text: null, waiting_since: '2026-03-02T09:30:00Z' };
		const parameters = { [TRIGGER]: { messageBoxIds: [inbox] }, 'Message to Slack': { url: stage.slack.url } };
		const execution = await stage.run(TRIGGER, { parameters }, { pinData: { [TRIGGER]: [{ json: event }] } });
		expect(failureText(execution)).toBeUndefined();
		expect(stage.slack.messages.at(-1)?.text).toBe('*Without links: a customer has been waiting since Mon 2 Mar, 09:30*\n#77 \nFrom unknown, status: Open, assignee: nobody\n>');
	},
};
