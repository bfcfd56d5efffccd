import type { Example } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import { eventually, QUESTION, tableOf, type Stage, type Trials } from './stage';

let customers = 0;

/** The example for an inbox of its own. @param wait how long it waits for an answer, in seconds */
export async function asking(stage: Stage, name: string, wait?: number) {
	const inbox = await stage.newInbox(name);
	const workflow = await stage.fill(inbox, wait === undefined ? undefined : { 'Wait for the answer': { resumeAmount: wait, resumeUnit: 'seconds' } });
	const table = tableOf(workflow, 'Claim to go on');
	/** @returns what was written down of a ticket, the oldest first */
	const steps = async (ticketId: number) => (await stage.api.dataTableRows(table)).filter(({ ticket_id }) => ticket_id === ticketId).map(({ what }) => String(what));
	const until = async (ticketId: number, step: string) => await eventually(`"${step}" of ticket ${ticketId}`, async () => (await steps(ticketId)).includes(step));
	// An address is asked once in 24 hours.
	const ask = async (title: string, from = `customer${++customers}@asked.example`) => await stage.newTicket(inbox, { title, messages: [{ ...QUESTION, from }] });
	const answer = async (ticketId: number, body: string) => await stage.make({ do: 'addMessage', ticketId, ...QUESTION, body });
	return { inbox, workflow, table, steps, until, ask, answer };
}

/** What has not come to its end is lost at once, unless it waits for an answer. */
export function loseAtOnce({ nodes }: Example): void {
	const hours = [['hours_until_the_answer', 50], ['hours_for_the_rest', 0]].map(([name, value]) => ({ id: name, name, value, type: 'number' }));
	nodes.find(({ name }) => name === 'Set what is lost')!.parameters = { assignments: { assignments: hours }, options: {} };
}

const QUESTION_SENT = 'Thank you for your message.\n\nWhich order is it about? Please answer this mail with the number of the order.';

export const ask: Trials = {
	'asks those who forgot the number, and goes on with the first answer, once': async (stage, { slack }) => {
		const { workflow, inbox, steps, until, ask, answer } = await asking(stage, 'Asks');
		const before = slack.messages.length;
		await stage.publish(workflow, async () => {
			const [one, other] = [await ask('Where is my parcel?'), await ask('It is broken')];
			const complete = await ask('Where is 48213?');
			const robot = await ask('Parcel', 'no-reply@mail.example');
			for (const id of [one, other]) await until(id, 'waits');
			await until(robot, 'ended');
			await answer(one, 'It is order 48213.\nThank you.');
			await answer(one, 'Or was it 99999?');
			await until(one, 'ended');
			await answer(other, 'I do not know.');
			await until(other, 'ended');
			await stage.polls(inbox, 1);
			expect(await stage.bodies(one)).toEqual([QUESTION.body, QUESTION_SENT, 'It is order 48213.\nThank you.', 'Or was it 99999?', 'The customer has answered: 48213']);
			expect(await stage.bodies(other)).toEqual([QUESTION.body, QUESTION_SENT, 'I do not know.', 'The customer has answered: without a number']);
			// The second answer may be handed over before the first one is written down.
			expect((await steps(one)).filter((step) => step !== 'unheard')).toEqual(['asked', 'waits', 'answer', 'ended']);
			expect([await stage.bodies(complete), await steps(complete)]).toEqual([[QUESTION.body], []]);
			expect([await stage.bodies(robot), await steps(robot)]).toEqual([[QUESTION.body], ['asked', 'ended']]);
		});
		expect(slack.messages.slice(before)).toEqual([]);
	},

	'closes the ticket when nobody answers in time': async (stage) => {
		const { workflow, until, ask, steps } = await asking(stage, 'No answer', 5);
		await stage.publish(workflow, async () => {
			const ticket = await ask('Where is my parcel?');
			await until(ticket, 'ended');
			expect([(await stage.ticket(ticket)).status_cd, await steps(ticket)]).toEqual(['closed', ['asked', 'waits', 'time-out', 'ended']]);
		});
	},

	'reports an answer for which no execution waits any more, and what is lost': async (stage, { slack }) => {
		const { workflow, inbox, table, ask, answer, steps } = await asking(stage, 'Asked in vain');
		await stage.publish(workflow, async () => {
			const ticket = await ask('Where is 48213?');
			await stage.polls(inbox, 1);
			// Its execution was deleted.
			await stage.api.addDataTableRows(table, ['asked', 'waits'].map((what) => ({ ticket_id: ticket, wait: '999999', what, claim: '', resume_url: `${stage.n8nUrl}/webhook-waiting/999999` })));
			await answer(ticket, 'It is <b>48213</b>.');
			const report = `*Ticket #${ticket}: nobody goes on with an answer*\nNo execution waits for it any more.\n>It is &lt;b&gt;48213&lt;/b&gt;.`;
			await eventually('the report', () => slack.messages.some(({ text }) => text === report), () => JSON.stringify(slack.messages.at(-1)));
			expect(await steps(ticket)).toEqual(['asked', 'waits', 'unheard']);
		});
		loseAtOnce(workflow);
		await stage.api.addDataTableRows(table, [{ ticket_id: 77, wait: '999998', what: 'asked', claim: '', resume_url: '' }]);
		expect(failureText(await stage.run('Every hour', workflow))).toBeUndefined();
		expect(slack.messages.at(-1)?.text).toMatch(/^\*Ticket #77: a question got lost\*\nIts execution 999998 came no further than "asked"/);
	},
};
