import { failureText } from '../../../scripts/n8n-host/execution';
import { answerForm, answerOnceItWaits, mailWith, sendForm } from './mailedForm';
import { ANSWER, ASKS_BOSS, eventually, QUESTION, type Trials } from './stage';

const TRIGGER = 'When a mail arrives';
const DRAFT = 'It is <on> its "way".\nGoodbye.';
const TO_BOSS = { 'Ask a person': ASKS_BOSS, 'Say that it was not sent': ASKS_BOSS };

/** @returns what is in the field of a form that n8n shows */
function filledIn(page: string): string {
	const [, text = ''] = /<textarea[^>]*name='field-0'[^>]*>([^<]*)<\/textarea>/.exec(page) ?? [];
	return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

export const draft: Trials = {
	'sends once what a person made of the draft, and nothing that was declined or came too late': async (stage, { chat, think }) => {
		const inbox = await stage.newInbox('Drafts');
		const write = async (body: string) => await stage.newTicket(inbox, { title: 'Parcel', messages: [{ ...QUESTION, body }] });
		think(() => ({ say: DRAFT }));
		const asked = chat.requests.length;
		await stage.publish(await stage.fill(inbox, TO_BOSS), async (id) => {
			const succeeded = async () => (await stage.api.executions(id)).filter(({ status }) => status === 'success').length;
			// Each waits for its own decision: none is asked about only after another.
			const [sent, declined, late] = [await write('Where is <it>?'), await write('And mine?'), await write('And his?')];
			const [form] = await Promise.all([sent, declined, late].map(async (ticket) => await mailWith(stage, `draft for ticket #${ticket}`)));
			expect(chat.requests.slice(asked).map(({ messages }) => messages.at(-1)?.content)).toEqual(
				expect.arrayContaining([expect.stringContaining('The customer wrote:\nWhere is <it>?')]),
			);
			for (const text of ['Where is ＜it＞?', 'It is ＜on＞ its "way".']) expect(form!.content.replaceAll('&quot;', '"')).toContain(text);
			const link = form!.links[0]!;
			const page = await answerOnceItWaits(async () => await fetch(link));
			expect(filledIn(page)).toBe(DRAFT);

			const changed = `${filledIn(page)}\nYour team`;
			await sendForm(link, [changed, 'Send it']);
			await eventually('the answer', async () => (await stage.bodies(sent)).length > 1);
			// n8n answers well to a form that is sent again. It must not count.
			await sendForm(link, ['Once more', 'Send it']);

			await answerForm(stage, `draft for ticket #${declined}`, [DRAFT, 'Do not send it']);
			await stage.make({ do: 'addMessage', ticketId: late, ...ANSWER, body: 'He has it.' });
			await answerForm(stage, `draft for ticket #${late}`, ['Sent too late', 'Send it']);
			expect((await mailWith(stage, `Not sent: the answer to ticket #${late}`)).content).toContain('Sent too late');

			// Three mails, a run each; the polls that found them have ended as well. An answer of ours starts none.
			await eventually('the runs to end', async () => (await succeeded()) >= 4);
			const ended = await succeeded();
			await stage.polls(inbox, 2);
			expect(await succeeded()).toBe(ended);
			expect(await stage.bodies(sent)).toEqual(['Where is <it>?', changed]);
			expect(await stage.bodies(declined)).toEqual(['And mine?']);
			expect(await stage.bodies(late)).toEqual(['And his?', 'He has it.']);
			expect(chat.requests.length - asked).toBe(3);
		});
	},

	'asks about the newest mail of a ticket only, and shows the model nothing internal': async (stage, { chat, think }) => {
		const inbox = await stage.newInbox('Older mails');
		const messages = [
			{ body: 'First', from: 'anna@mail.example', created_at: '2026-01-05T09:00:00+09:00' },
			{ body: 'The customer is angry.', method_cd: 'record' },
			{ body: 'Second', from: 'anna@mail.example' },
		];
		const ticket_id = await stage.newTicket(inbox, { title: 'Two', messages });
		const [first, , second] = (await stage.ticket(ticket_id)).messages;
		const asked = chat.requests.length;
		think(() => ({ say: DRAFT }));
		const workflow = await stage.fill(inbox, TO_BOSS);
		const ofMail = { ticket_id, message_box_id: inbox, from: 'anna@mail.example' };
		const older = await stage.run('For each mail', workflow, { ...ofMail, message_id: first!.message_id });
		expect(failureText(older)).toBeUndefined();
		expect(chat.requests.length).toBe(asked);

		// By hand, before it is published, as somebody does who tries it.
		const tried = await stage.run(TRIGGER, workflow, { ...ofMail, message_id: second!.message_id });
		expect(failureText(tried)).toBeUndefined();
		await answerForm(stage, `draft for ticket #${ticket_id}`, [DRAFT, 'Do not send it']);
		const [request] = chat.requests.slice(asked);
		expect(request?.messages.at(-1)?.content).toMatch(/First[^]*Second/);
		expect(JSON.stringify(request)).not.toContain('angry');
	},

	'goes on with "Retry" where the model failed': async (stage, { think }) => {
		const inbox = await stage.newInbox('Retried');
		const retry = async (id: string) => {
			think(() => {
				throw new Error('The model is out of order');
			});
			const ticket = await stage.newTicket(inbox, { title: 'Retried' });
			const [failed] = await stage.ended(id, 1, (one) => failureText(one)?.includes('out of order') === true);
			think(() => ({ say: DRAFT }));
			await stage.api.retry(failed!.id);
			expect(await answerForm(stage, `draft for ticket #${ticket}`, [DRAFT, 'Do not send it'])).toContain(QUESTION.body);
		};
		await stage.publish(await stage.fill(inbox, TO_BOSS), retry, 1);
	},
};
