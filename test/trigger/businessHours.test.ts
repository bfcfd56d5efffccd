/** The options of Ticket Unanswered, as n8n's editor stores them. What they do is in detect/unanswered.test.ts. */
import type { INodeParameters } from 'n8n-workflow';
import { pollerOf } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import type { MessageInput } from '../simulator';

const service = simulatorOfEachTest();

const HOUR = 3_600_000;
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];

/** @returns what was emitted of a wait of two hours, where one hour is too long */
async function emitted(options: INodeParameters, more: MessageInput[] = []) {
	const poller = pollerOf(service, { messageBoxIds: [101], events: ['ticketUnanswered'], unansweredFor: 1, options });
	await poller.poll();
	service.store.createTicket({ message_box_id: 101, messages: [{}, { sent_at: Date.now() - 2 * HOUR }, ...more] });
	return await poller.poll();
}

it('counts the hours of the chosen days', async () => {
	expect(await emitted({ businessHours: { hours: { days: ALL_DAYS, from: '00:00', to: '24:00' }, holidays: { dates: '={{ [] }}' } } })).toHaveLength(1);
	// Three days from now, and so in every time zone another day than today.
	const day = ((new Date().getUTCDay() + 2) % 7) + 1;
	expect(await emitted({ businessHours: { hours: { days: [day], from: '00:00', to: '24:00' } } })).toBeNull();
});

it('a sent message that contains the text of automatic answers does not end a wait', async () => {
	const acknowledged: MessageInput[] = [{ action_cd: 'sent', sent_at: Date.now(), body: 'We have it. This is an automatic message.' }];
	expect(await emitted({}, acknowledged)).toBeNull();
	expect(await emitted({ ignoreRepliesContaining: 'this is an automatic message' }, acknowledged)).toHaveLength(1);
	await expect(emitted({ ignoreRepliesContaining: '' })).rejects.toThrow('The option "Ignore Replies Containing" has no value');
});

it.each<[string, INodeParameters, string]>([
	['no hours', {}, 'The option "Business Hours" has no value'],
	['no day', { hours: { days: [], from: '09:00', to: '18:00' } }, 'Business Hours: The field "Days" has no value'],
	['a day that there is not', { hours: { days: [0], from: '09:00', to: '18:00' } }, 'Business Hours: Days: 0 is not known here'],
	['no time', { hours: { days: [1], from: '9', to: '18:00' } }, 'Business Hours: From: "9" is not a time of the day'],
	['an end that is not later', { hours: { days: [1], from: '09:00', to: '09:00' } }, 'Business Hours: To is not later than From'],
])('refuses %s before a request', async (_what, hours, message) => {
	await expect(emitted({ businessHours: hours })).rejects.toThrow(message);
	expect(service.requests).toEqual([]);
});

it.each(['"Europe/Berlin"', 'Mars/Phobos'])('refuses the time zone %s, in which no day has a beginning', async (timezone) => {
	const options = { businessHours: { hours: { days: ALL_DAYS, from: '09:00', to: '18:00' } } };
	const poller = pollerOf(service, { messageBoxIds: [101], events: ['ticketUnanswered'], options }, { timezone });
	await expect(poller.poll()).rejects.toThrow(`Business Hours: The time zone ${JSON.stringify(timezone)} is not known. Choose another one in the settings of the workflow, or correct GENERIC_TIMEZONE`);
	expect(service.requests).toEqual([]);
});
