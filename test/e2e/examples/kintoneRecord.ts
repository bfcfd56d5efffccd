import type { Example } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import { kintoneCredential, startKintone, withApp, type KintoneApp } from './kintoneApp';
import { ANSWER, beside, eventually, type Stage, type Trials } from './stage';

const TRIGGER = 'When something happens';

/** An app, as the page says that it is made. */
const startApp = async () =>
	await startKintone({
		fields: {
			ticket_id: 'NUMBER',
			...Object.fromEntries(['title', 'inbox', 'status', 'assignee', 'labels', 'customer'].map((code) => [code, 'SINGLE_LINE_TEXT'] as const)),
			last_message: 'MULTI_LINE_TEXT',
			last_message_at: 'DATETIME',
			opened_at: 'DATETIME',
		},
		unique: ['ticket_id'],
	});

async function filled(stage: Stage, kintone: KintoneApp, inbox: number): Promise<Example> {
	const httpHeaderAuth = await kintoneCredential(stage.api);
	return withApp(await stage.fill(inbox, { 'Write the record': { url: kintone.recordsUrl } }, { httpHeaderAuth }), kintone.app);
}

const event = (inbox: number, ticket_id: number) => ({ event: 'newMessage', ticket_id, message_box_id: inbox });

export const kintoneRecord: Trials = {
	'makes one record of a ticket, and keeps it up to date with messages, answers and changes': beside(startApp, async (stage, kintone) => {
		const inbox = await stage.newInbox('To kintone');
		const workflow = await filled(stage, kintone, inbox);
		const customer = '"Miller, Anna" <anna@mail.example>';
		const shows = async (expected: Record<string, string>) => {
			const is = () => kintone.records.length > 0 && Object.entries(expected).every(([code, value]) => kintone.records[0]!.values[code] === value);
			await eventually(`a record with ${JSON.stringify(expected)}`, is, () => JSON.stringify(kintone.records));
		};
		let ticket_id = 0;
		await stage.publish(workflow, async () => {
			ticket_id = await stage.newTicket(inbox, { title: 'My parcel', messages: [{ body: 'Where is "it"?\nI wait.', from: customer }] });
			await shows({ title: 'My parcel' });
			expect(kintone.records.map(({ values: { opened_at: _, ...values } }) => values)).toEqual([
				{
					ticket_id: String(ticket_id),
					title: 'My parcel',
					inbox: 'To kintone',
					status: 'Open',
					assignee: '',
					labels: '',
					customer,
					last_message: 'Where is "it"?\nI wait.',
					last_message_at: expect.stringMatching(/Z$/),
				},
			]);
			await stage.make({ do: 'addMessage', ticketId: ticket_id, ...ANSWER });
			await shows({ last_message: ANSWER.body, customer });
			await stage.make({ do: 'editTicket', ticketId: ticket_id, status_cd: 'closed', assignee: 'user02' });
			await shows({ status: 'Closed', assignee: 'Yamada Ben' });
		});
		// The same event once more, as when an execution is retried: no second record, and nothing old comes back.
		expect(failureText(await stage.run(TRIGGER, workflow, event(inbox, ticket_id)))).toBeUndefined();
		expect(kintone.records.map(({ values }) => [values.ticket_id, values.status])).toEqual([[String(ticket_id), 'Closed']]);
	}),

	'tries three times, and writes the other tickets when one cannot be read or written': beside(startApp, async (stage, kintone) => {
		const inbox = await stage.newInbox('Refused');
		const [refused, delayed] = [await stage.newTicket(inbox, { title: 'Refused' }), await stage.newTicket(inbox, { title: 'Delayed' })];
		const gone = 99_999_999;
		const workflow = await filled(stage, kintone, inbox);
		const run = async (...tickets: number[]) => failureText(await stage.run(TRIGGER, workflow, ...tickets.map((ticket) => event(inbox, ticket))));
		kintone.fail(3);
		expect(await run(refused, gone, delayed, delayed)).toMatch(new RegExp(`^Not in kintone: ticket #${refused} \\(.*503.*\\), ticket #${gone} \\(.+\\)$`));
		expect(kintone.records.map(({ values }) => values.title)).toEqual(['Delayed']);
		expect(kintone.done).toHaveLength(1);
		kintone.fail(2);
		expect(await run(refused)).toBeUndefined();
		expect(kintone.records.map(({ values }) => values.title)).toEqual(['Delayed', 'Refused']);
	}),
};
