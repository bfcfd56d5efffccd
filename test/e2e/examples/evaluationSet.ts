import type { IDataObject } from 'n8n-workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import type { ChatRequest, Model } from '../chatModel';
import { observe } from '../observe';
import { QUESTION, tableOf, type Stage, type Trials } from './stage';

const ROWS = 10;
const RIGHT_LABELS = 7;
const EQUAL_DRAFTS = 5;
const LABELS = ['Billing', 'Delivery', 'Returns'];
const CUSTOMER = 'anna@mail.example';

/** @returns the number in the title of the ticket that the model is asked about */
const placeIn = ({ messages }: ChatRequest) => Number(/Past (\d+)/.exec(JSON.stringify(messages))?.[1]);

/** Labels by number or by name: rightly first, then with the third label. Drafts what people answered first, then with another digit in a text of eight. */
function scripted(labels: readonly number[]): Model {
	return ([done], request) => {
		const place = placeIn(request);
		const label = place < RIGHT_LABELS ? place % 2 : 2;
		if (done) return { say: `Answer ${place < EQUAL_DRAFTS ? place : 'x'}` };
		return { tool: 'Label_the_ticket', arguments: { label_ids: place % 3 ? String(labels[label]) : LABELS[label]! } };
	};
}

async function labelledInbox(stage: Stage, name: string) {
	const inbox = await stage.newInbox(name);
	const labels: number[] = [];
	for (const label of LABELS) labels.push((await stage.make<{ id: number }>({ do: 'addLabel', inboxId: inbox, name: label })).id);
	return { inbox, labels };
}

export const evaluationSet: Trials = {
	'scores a model with three wrong labels and five changed drafts of ten as that, and writes nothing': async (stage, { simulator, chat, think }) => {
		const { inbox, labels } = await labelledInbox(stage, 'Evaluated');
		const answer = (body: string) => ({ body, action_cd: 'sent' });
		const closed = async (title: string, more: object) => await stage.newTicket(inbox, { title, status_cd: 'closed', label_ids: [labels[0]], messages: [QUESTION, answer('Answer')], ...more });
		await closed('No label', { label_ids: [] });
		await closed('No answer', { messages: [QUESTION] });
		await closed('Begun by us', { messages: [answer('Hello'), QUESTION] });
		await closed('Still open', { status_cd: 'open' });
		for (let place = 0; place < ROWS; place++) {
			const messages = [{ ...QUESTION, body: `I am ${CUSTOMER}.` }, { body: 'A memo', method_cd: 'record' }, answer(`Answer ${place}`), answer('Later')];
			await closed(`Past ${place}.`, { label_ids: [labels[place % 2]], messages });
		}
		think(scripted(labels));
		const [observation, asked] = [await observe(simulator), chat.requests.length];
		const workflow = await stage.fill(inbox);
		const id = await stage.api.createWorkflow(workflow);
		// A second time, nothing is there twice.
		for (let time = 0; time < 2; time++) expect(failureText(await stage.api.runWorkflow(id, 'Make the set'))).toBeUndefined();
		const rows = async () => await stage.api.dataTableRows(tableOf(workflow, 'Write it into the set'));
		expect((await rows()).map(({ reply, labels: chosen }) => [reply, chosen]).sort()).toEqual(Array.from({ length: ROWS }, (_, place) => [`Answer ${place}`, LABELS[place % 2]]));
		expect((await rows())[0]).toMatchObject({ question: expect.stringMatching(/^Past \d\.\n\nI am \[\[EMAIL_[0-9a-f]{10}\]\]\.$/) });

		const { status, metrics } = await stage.api.evaluate(id);
		expect({ status, ...metrics }).toMatchObject({ status: 'completed', labels: RIGHT_LABELS / ROWS, draft: (EQUAL_DRAFTS + (ROWS - EQUAL_DRAFTS) * (7 / 8)) / ROWS });
		expect((await rows()).find(({ reply }) => reply === 'Answer 9')).toMatchObject({ labels: 'Delivery', model_labels: 'Returns', model_reply: 'Answer x', labels_right: 0 });
		expect(JSON.stringify(chat.requests.slice(asked))).not.toMatch(new RegExp(`${CUSTOMER}|Answer \\d"`));
		expect((await observation.requests()).filter(({ method, path }) => method !== 'GET' && !path.endsWith('/tickets/search'))).toEqual([]);
	},

	'labels new tickets and drafts for them with the same agent, every one by itself': async (stage, { think }) => {
		const { inbox, labels } = await labelledInbox(stage, 'Live');
		const tickets = [await stage.newTicket(inbox, { title: 'Past 1.' }), await stage.newTicket(inbox, { title: 'Past 2.' })];
		think(scripted(labels));
		const events = tickets.map((ticket_id, place): IDataObject => ({ event: 'ticketCreated', ticket_id, message_box_id: inbox, title: `Past ${place + 1}.`, text: QUESTION.body }));
		expect(failureText(await stage.run('When a ticket is created', await stage.fill(inbox), ...events))).toBeUndefined();
		const written = await Promise.all(tickets.map(async (id) => await stage.ticket(id)));
		expect(written.map(({ label_ids }) => label_ids)).toEqual([[labels[1]], [labels[0]]]);
		expect(written.map(({ messages }) => messages.slice(1).map(({ title, body }) => [title, body]))).toEqual([[['Draft', 'Answer 1']], [['Draft', 'Answer 2']]]);
	},
};
