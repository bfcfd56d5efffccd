import { POLL_TIMES } from '../../../scripts/demo/setUp';
import { fromList } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import type { KeptTicket } from '../../../scripts/simulator-process';
import { decide } from './approval';
import { answerForm } from './mailedForm';
import type { Trials } from './trial';

const TRIGGER = 'When a mail arrives';
const END_MS = 60_000;

export const translated: Trials = {
	'sends the translation of an answer that a person wrote and approved, and nothing that was not': async (stage) => {
		const { world: { api }, make, chat } = stage;
		const inbox = await stage.newInbox('Foreign');
		const { mail_account_id } = await make({ do: 'addMailAccount', inboxId: inbox, name: 'Support', email: 'support@tenant.example' });
		const addresses = { fromEmail: 'n8n@tenant.example', toEmail: 'boss@tenant.example' };
		const id = await stage.import({
			parameters: {
				[TRIGGER]: { messageBoxIds: [inbox], pollTimes: POLL_TIMES },
				'Ask for an answer': addresses,
				'Ask for approval': addresses,
				'Send the answer': { messageBoxId: fromList(inbox, 'Foreign'), mailAccountId: mail_account_id },
			},
		});
		const bodies = async (ticketId: number) => (await make<KeptTicket>({ do: 'getTicket', ticketId })).messages.map(({ body }) => body);
		const ended = async (count: number) => (await api.executions(id)).filter(({ status }) => status === 'success').length >= count;
		/** The model translates the mail, the answer, and that back. */
		const handled = async (number: number, approved: boolean) => {
			const says = ['German\nWhere <is> it?', `Es ist unterwegs ${number}.`, `It is under way ${number}.`];
			stage.think(() => ({ say: says.shift() ?? 'Nothing.' }));
			const before = chat.requests.length;
			const ticket = (await make({ do: 'createTicket', message_box_id: inbox, title: 'Paket', messages: [{ body: 'Wo <ist> es?', from: 'anna@mail.example', to: 'support@tenant.example' }] })).ticket_id!;
			const asked = await answerForm(stage, `ticket #${ticket}`, [`It is on its way ${number}.`]);
			expect(await bodies(ticket)).toEqual(['Wo <ist> es?']);
			const shown = await decide(stage, `It is on its way ${number}.`, approved);
			await waitFor('the run to end', async () => await ended(number), { timeoutMs: END_MS });
			return { ticket, asked, shown, requests: chat.requests.slice(before).map(({ messages }) => JSON.stringify(messages)) };
		};
		await api.activate(id);
		try {
			const sent = await handled(1, true);
			for (const text of ['Wo ＜ist＞ es?', 'Where ＜is＞ it?']) expect(sent.asked).toContain(text);
			for (const text of ['Es ist unterwegs 1.', 'It is under way 1.']) expect(sent.shown).toContain(text);
			expect(await bodies(sent.ticket)).toEqual(['Wo <ist> es?', 'Es ist unterwegs 1.']);
			const [, toGerman, back] = sent.requests;
			expect(toGerman).toContain('into German.');
			expect(toGerman).not.toContain('Wo <ist> es?');
			expect(back).toContain('into English.');
			const declined = await handled(2, false);
			expect(await bodies(declined.ticket)).toEqual(['Wo <ist> es?']);
		} finally {
			await api.deactivate(id);
		}
		expect((await api.executions(id)).map(failureText)).toEqual([undefined, undefined]);
	},
};
