import { addressOf } from '../../../scripts/demo/example';
import { sendForm } from './mailedForm';
import { ANSWER, eventually, FORM_LOGIN, QUESTION, type Trials } from './stage';

const TEXT = 'It left\non Friday.';
const SECONDS = 20;

export const later: Trials = {
	'sends the answer when its time has come, and writes it into a memo where the customer or a colleague was faster': async (stage) => {
		const inbox = await stage.newInbox('Later');
		const workflow = await stage.fill(inbox, { 'Wait until then': { dateTime: `={{ $now.plus({ seconds: ${SECONDS} }).toISO() }}` } });
		const link = workflow.nodes.map((node) => addressOf(stage.n8nUrl, node)).find(Boolean)!;
		await stage.publish(workflow, async (id) => {
			expect((await fetch(link)).status).toBe(401);
			const tickets = [await stage.newTicket(inbox), await stage.newTicket(inbox), await stage.newTicket(inbox)] as const;
			const [quiet, again, answered] = tickets;
			for (const ticket of tickets) await sendForm(link, [String(ticket), TEXT.replace('\n', '\r\n')], FORM_LOGIN);
			const read = async () => (await stage.around.simulator.requests()).filter(({ method, path }) => method === 'GET' && tickets.some((ticket) => path.endsWith(`/${inbox}/tickets/${ticket}`)));
			await eventually('the tickets to be read', async () => (await read()).length >= tickets.length);
			await stage.make({ do: 'addMessage', ticketId: again, ...QUESTION, body: 'Found it.' });
			await stage.make({ do: 'addMessage', ticketId: answered, ...ANSWER });
			expect(await stage.bodies(quiet)).toEqual([QUESTION.body]);
			await stage.ended(id, tickets.length, ({ status }) => status === 'success');
			expect(await stage.bodies(quiet)).toEqual([QUESTION.body, TEXT]);
			const memo = (why: string) => expect.stringMatching(new RegExp(`^${why}: message \\d+\\.\n\nThis answer was not sent:\n\n${TEXT}$`)) as unknown;
			expect(await stage.bodies(again)).toEqual([QUESTION.body, 'Found it.', memo('The customer has written again since')]);
			expect(await stage.bodies(answered)).toEqual([QUESTION.body, ANSWER.body, memo('Somebody has answered since')]);
		});
	},
};
