import { POLL_TIMES } from '../../../scripts/demo/setUp';
import { failureText } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import type { KeptTicket } from '../../../scripts/simulator-process';
import { answerForm, mailedForm, sendForm } from './mailedForm';
import type { Trials } from './trial';

const TRIGGER = 'When a mail arrives';
const DRAFT = 'It is <on> its "way".\nGoodbye.';
const END_MS = 60_000;
/** n8n polls every ten seconds. */
const TWO_POLLS_MS = 21_000;

/** @returns what stands in the field of a form that n8n shows */
function filledIn(page: string): string {
	const [, text = ''] = /<textarea[^>]*name='field-0'[^>]*>([^<]*)<\/textarea>/.exec(page) ?? [];
	return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

export const draft: Trials = {
	'sends once what a person made of the draft, and nothing that was declined or came too late': async (stage) => {
		const { world: { api }, make, chat, mail } = stage;
		const inbox = await stage.newInbox('Drafts');
		const { mail_account_id } = await make({ do: 'addMailAccount', inboxId: inbox, name: 'Support', email: 'support@tenant.example' });
		const addresses = { fromEmail: 'n8n@tenant.example', toEmail: 'boss@tenant.example' };
		const id = await stage.import({
			parameters: {
				[TRIGGER]: { messageBoxIds: [inbox], pollTimes: POLL_TIMES },
				'Ask a person': addresses,
				'Say that it was not sent': addresses,
				'Send the answer': { mailAccountId: mail_account_id },
			},
		});
		const write = async (body: string) => {
			const messages = [{ body, from: 'anna@mail.example', to: 'support@tenant.example' }];
			return (await make({ do: 'createTicket', message_box_id: inbox, title: 'Parcel', messages })).ticket_id!;
		};
		const bodies = async (ticketId: number) => (await make<KeptTicket>({ do: 'getTicket', ticketId })).messages.map(({ body }) => body);
		const succeeded = async () => (await api.executions(id)).filter(({ status }) => status === 'success').length;
		const asking = (ticketId: number) => mailedForm(stage, `draft for ticket #${ticketId}`);
		stage.think(() => ({ say: DRAFT }));
		const asked = chat.requests.length;
		await api.activate(id);
		try {
			// Each waits for its own decision: none is asked about only after another.
			const [sent, declined, late] = [await write('Where is <it>?'), await write('And mine?'), await write('And his?')] as [number, number, number];
			const form = await asking(sent);
			await asking(declined);
			await asking(late);
			expect(chat.requests.slice(asked).map(({ messages }) => messages.at(-1)?.content)).toEqual(
				expect.arrayContaining([expect.stringContaining('The customer wrote:\nWhere is <it>?')]),
			);
			for (const text of ['Where is ＜it＞?', 'It is ＜on＞ its "way".']) expect(form.content.replaceAll('&quot;', '"')).toContain(text);
			const page = await waitFor('the form', async () => (await fetch(form.link)).text(), { timeoutMs: END_MS });
			expect(filledIn(page)).toBe(DRAFT);

			const changed = `${filledIn(page)}\nYour team`;
			expect((await sendForm(form.link, [changed, 'Send it'])).ok).toBe(true);
			await waitFor('the answer', async () => (await bodies(sent)).length > 1, { timeoutMs: END_MS });
			// n8n answers well to a form that is sent again. It must not count.
			await sendForm(form.link, ['Once more', 'Send it']);

			await answerForm(stage, `draft for ticket #${declined}`, [DRAFT, 'Do not send it']);
			await make({ do: 'addMessage', ticketId: late, body: 'He has it.', action_cd: 'sent', from: 'support@tenant.example', to: 'anna@mail.example' });
			await answerForm(stage, `draft for ticket #${late}`, ['Sent too late', 'Send it']);
			const word = () => mail.mails.find(({ content }) => content.includes(`Not sent: the answer to ticket #${late}`));
			expect((await waitFor('the word that it was too late', word, { timeoutMs: END_MS })).content).toContain('Sent too late');

			// Three mails, a run each; the polls that found them have ended as well. An answer of ours starts none.
			await waitFor('the runs to end', async () => (await succeeded()) >= 4, { timeoutMs: END_MS });
			const ended = await succeeded();
			await new Promise((resolve) => setTimeout(resolve, TWO_POLLS_MS));
			expect(await succeeded()).toBe(ended);
			expect(await bodies(sent)).toEqual(['Where is <it>?', changed]);
			expect(await bodies(declined)).toEqual(['And mine?']);
			expect(await bodies(late)).toEqual(['And his?', 'He has it.']);
			expect(chat.requests.length - asked).toBe(3);
		} finally {
			await api.deactivate(id);
		}
		expect((await api.executions(id)).map(failureText)).toEqual(expect.not.arrayContaining([expect.any(String)]));
	},

	'asks about the newest mail of a ticket only, and shows the model nothing internal': async (stage) => {
		const { make, chat } = stage;
		const inbox = await stage.newInbox('Older mails');
		const messages = [
			{ body: 'First', from: 'anna@mail.example', created_at: '2026-01-05T09:00:00+09:00' },
			{ body: 'The customer is angry.', method_cd: 'record' },
			{ body: 'Second', from: 'anna@mail.example' },
		];
		const { ticket_id } = await make({ do: 'createTicket', message_box_id: inbox, title: 'Two', messages });
		const [first, , second] = (await make<KeptTicket>({ do: 'getTicket', ticketId: ticket_id })).messages.map(({ message_id }) => message_id);
		const addresses = { fromEmail: 'n8n@tenant.example', toEmail: 'boss@tenant.example' };
		const asked = chat.requests.length;
		stage.think(() => ({ say: DRAFT }));
		const parameters = { [TRIGGER]: { messageBoxIds: [inbox] }, 'Ask a person': addresses, 'Say that it was not sent': addresses };
		const pinned = (message_id: number) => ({ json: { ticket_id: ticket_id!, message_box_id: inbox, message_id, from: 'anna@mail.example' } });
		const older = await stage.run('For each mail', { parameters }, { pinData: { 'For each mail': [pinned(first!)] } });
		expect(failureText(older)).toBeUndefined();
		expect(chat.requests.length).toBe(asked);

		// By hand, before it is published, as somebody does who tries it.
		const tried = await stage.run(TRIGGER, { parameters }, { pinData: { [TRIGGER]: [pinned(second!)] } });
		expect(failureText(tried)).toBeUndefined();
		await answerForm(stage, `draft for ticket #${ticket_id}`, [DRAFT, 'Do not send it']);
		const [request] = chat.requests.slice(asked);
		expect(request?.messages.at(-1)?.content).toMatch(/First[^]*Second/);
		expect(JSON.stringify(request)).not.toContain('angry');
	},

	'goes on with "Retry" where the model failed': async (stage) => {
		const { make, world: { api } } = stage;
		const inbox = await stage.newInbox('Retried');
		const addresses = { fromEmail: 'n8n@tenant.example', toEmail: 'boss@tenant.example' };
		const parameters = { [TRIGGER]: { messageBoxIds: [inbox], pollTimes: POLL_TIMES }, 'Ask a person': addresses, 'Say that it was not sent': addresses };
		const id = await stage.import({ parameters });
		await api.activate(id);
		try {
			stage.think(() => {
				throw new Error('The model is out of order');
			});
			const messages = [{ body: 'Hello?', from: 'anna@mail.example' }];
			const { ticket_id } = await make({ do: 'createTicket', message_box_id: inbox, title: 'Retried', messages });
			const failure = async () => (await api.executions(id)).find((one) => failureText(one)?.includes('out of order'));
			const failed = await waitFor('the run to fail', failure, { timeoutMs: END_MS });
			stage.think(() => ({ say: DRAFT }));
			await api.retry(failed.id);
			expect(await answerForm(stage, `draft for ticket #${ticket_id}`, [DRAFT, 'Do not send it'])).toContain('Hello?');
		} finally {
			await api.deactivate(id);
		}
	},
};
