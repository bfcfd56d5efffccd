import { loadExample } from '../../../scripts/demo/workflow';
import { POLL_TIMES } from '../../../scripts/demo/setUp';
import type { WorkflowDefinition } from '../../../scripts/n8n-host/api';
import { failureText } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import { kintoneCredential, startKintone, withApp, type KintoneApp } from './kintoneApp';
import type { Stage, Trials } from './trial';

const FILE = 'kintone-record-per-ticket';
const TRIGGER = 'When something happens';
const ARRIVAL_MS = 60_000;

/** The app, as the page says that it is made. */
const FORM = {
	fields: {
		ticket_id: 'NUMBER',
		...Object.fromEntries(['title', 'inbox', 'status', 'assignee', 'labels', 'customer'].map((code) => [code, 'SINGLE_LINE_TEXT'] as const)),
		last_message: 'MULTI_LINE_TEXT',
		last_message_at: 'DATETIME',
		opened_at: 'DATETIME',
	},
	unique: ['ticket_id'],
} as const;

/** @returns the id of the imported example */
async function filled({ world, credentials }: Stage, kintone: KintoneApp, inbox: number, more: Partial<WorkflowDefinition> = {}): Promise<string> {
	const workflow = loadExample(FILE, {
		parameters: { [TRIGGER]: { messageBoxIds: [inbox], pollTimes: POLL_TIMES }, 'Write the record': { url: kintone.recordsUrl } },
		credentials: { ...credentials, httpHeaderAuth: await kintoneCredential(world.api) },
	});
	return await world.api.createWorkflow({ ...withApp(workflow, kintone.app), ...more });
}

const event = (inbox: number, ticket_id: number | undefined) => ({ json: { event: 'newMessage', ticket_id, message_box_id: inbox } });

/** Gives each trial an app of its own. */
function withKintone(trial: (stage: Stage, kintone: KintoneApp) => Promise<void>): Trials[string] {
	return async (stage) => {
		const kintone = await startKintone({ ...FORM, unique: [...FORM.unique] });
		try {
			await trial(stage, kintone);
		} finally {
			await kintone.stop();
		}
	};
}

export const kintoneRecord: Trials = {
	'makes one record of a ticket, and keeps it up to date with messages, answers and changes': withKintone(async (stage, kintone) => {
		const { world: { api }, make } = stage;
		const inbox = await stage.newInbox('To kintone');
		const id = await filled(stage, kintone, inbox);
		const shows = async (expected: Record<string, string>) => {
			const is = () => kintone.records.length > 0 && Object.entries(expected).every(([code, value]) => kintone.records[0]!.values[code] === value);
			await waitFor(`a record with ${JSON.stringify(expected)}`, is, { timeoutMs: ARRIVAL_MS, detail: () => JSON.stringify(kintone.records) });
		};
		await api.activate(id);
		let ticket_id: number;
		try {
			const messages = [{ body: 'Where is "it"?\nI wait.', from: '"Miller, Anna" <anna@mail.example>' }];
			ticket_id = (await make({ do: 'createTicket', message_box_id: inbox, title: 'My parcel', messages })).ticket_id!;
			await shows({ title: 'My parcel' });
			expect(kintone.records.map(({ values: { opened_at: _, ...values } }) => values)).toEqual([
				{
					ticket_id: String(ticket_id),
					title: 'My parcel',
					inbox: 'To kintone',
					status: 'Open',
					assignee: '',
					labels: '',
					customer: '"Miller, Anna" <anna@mail.example>',
					last_message: 'Where is "it"?\nI wait.',
					last_message_at: expect.stringMatching(/Z$/),
				},
			]);
			await make({ do: 'addMessage', ticketId: ticket_id, body: 'On its way.', action_cd: 'sent', from: 'support@tenant.example', to: 'anna@mail.example' });
			await shows({ last_message: 'On its way.', customer: '"Miller, Anna" <anna@mail.example>' });
			await make({ do: 'editTicket', ticketId: ticket_id, status_cd: 'closed', assignee: 'user02' });
			await shows({ status: 'Closed', assignee: 'Yamada Ben' });
		} finally {
			await api.deactivate(id);
		}
		expect((await api.executions(id)).map(failureText)).toEqual(expect.not.arrayContaining([expect.any(String)]));
		// The same event once more, as when an execution is retried: no second record, and nothing old comes back.
		const again = await filled(stage, kintone, inbox, { pinData: { [TRIGGER]: [event(inbox, ticket_id)] } });
		expect(failureText(await api.runWorkflow(again, TRIGGER))).toBeUndefined();
		expect(kintone.records.map(({ values }) => [values.ticket_id, values.status])).toEqual([[String(ticket_id), 'Closed']]);
	}),

	'tries three times, and writes the other tickets when one cannot be read or written': withKintone(async (stage, kintone) => {
		const inbox = await stage.newInbox('Refused');
		const create = async (title: string) => (await stage.make({ do: 'createTicket', message_box_id: inbox, title })).ticket_id!;
		const [refused, delayed] = [await create('Refused'), await create('Delayed')];
		const gone = 99_999_999;
		const run = async (...tickets: number[]) =>
			failureText(await stage.world.api.runWorkflow(await filled(stage, kintone, inbox, { pinData: { [TRIGGER]: tickets.map((one) => event(inbox, one)) } }), TRIGGER));
		kintone.fail(3);
		expect(await run(refused, gone, delayed, delayed)).toMatch(new RegExp(`^Not in kintone: ticket #${refused} \\(.*503.*\\), ticket #${gone} \\(.+\\)$`));
		expect(kintone.records.map(({ values }) => values.title)).toEqual(['Delayed']);
		expect(kintone.done).toHaveLength(1);
		kintone.fail(2);
		expect(await run(refused)).toBeUndefined();
		expect(kintone.records.map(({ values }) => values.title)).toEqual(['Delayed', 'Refused']);
	}),
};
