import { decide } from './approval';
import { answerForm } from './mailedForm';
import { ASKS_BOSS, QUESTION, type Trials } from './stage';

const BODY = 'Wo <ist> es?';

export const translated: Trials = {
	'sends the translation of an answer that a person wrote and approved, and nothing that was not': async (stage, { chat, think }) => {
		const inbox = await stage.newInbox('Foreign');
		const workflow = await stage.fill(inbox, { 'Ask for an answer': ASKS_BOSS, 'Ask for approval': ASKS_BOSS });
		await stage.publish(workflow, async (id) => {
			/** The model translates the mail, the answer, and that back. */
			const handled = async (number: number, approved: boolean) => {
				const says = ['German\nWhere <is> it?', `Es ist unterwegs ${number}.`, `It is under way ${number}.`];
				think(() => ({ say: says.shift() ?? 'Nothing.' }));
				const before = chat.requests.length;
				const ticket = await stage.newTicket(inbox, { title: 'Paket', messages: [{ ...QUESTION, body: BODY }] });
				const asked = await answerForm(stage, `ticket #${ticket}`, [`It is on its way ${number}.`]);
				expect(await stage.bodies(ticket)).toEqual([BODY]);
				const shown = await decide(stage, `It is on its way ${number}.`, approved);
				await stage.ended(id, number, ({ status }) => status === 'success');
				return { ticket, asked, shown, requests: chat.requests.slice(before).map(({ messages }) => JSON.stringify(messages)) };
			};
			const sent = await handled(1, true);
			for (const text of ['Wo ＜ist＞ es?', 'Where ＜is＞ it?']) expect(sent.asked).toContain(text);
			for (const text of ['Es ist unterwegs 1.', 'It is under way 1.']) expect(sent.shown).toContain(text);
			expect(await stage.bodies(sent.ticket)).toEqual([BODY, 'Es ist unterwegs 1.']);
			const [, toGerman, back] = sent.requests;
			expect(toGerman).toContain('into German.');
			expect(toGerman).not.toContain(BODY);
			expect(back).toContain('into English.');
			const declined = await handled(2, false);
			expect(await stage.bodies(declined.ticket)).toEqual([BODY]);
		});
	},
};
