import { failureText, outputJson } from '../../../scripts/n8n-host/execution';
import { N8nPage } from '../browser';
import { ANSWER, eventually, QUESTION, tableOf, type Stage, type Trials } from './stage';

const TRIGGER = 'When a ticket is closed';
const PATH = 'satisfaction-after-closing';
const SCORES = [1, 2, 3, 4, 5];
const DAY_MS = 86_400_000;

/** An inbox with the labels of the example, as its page says that they are made, and the workflow for it with its data table. */
async function setUp(stage: Stage, name: string) {
	const inbox = await stage.newInbox(name);
	const { id: parent_id } = await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Satisfaction' });
	const labels: number[] = [];
	for (const score of SCORES) labels[score] = (await stage.make({ do: 'addLabel', inboxId: inbox, name: String(score), parent_id })).id!;
	// From the account that the customer wrote to, as the example has it.
	const workflow = await stage.fill(inbox, { 'Ask for satisfaction': { mailAccountId: '__keep__' } });
	return { inbox, labels, workflow, table: tableOf(workflow, 'Remember that it is asked') };
}

/** @returns the links of the mail, by their scores */
function linksIn(body: string): string[] {
	const links: string[] = [];
	for (const [, href = '', score] of body.matchAll(/href="([^"]+)">(\d): /g)) links[Number(score)] = href.replaceAll('&amp;', '&');
	return links;
}

/** Presses the button of a link's page, as a program does that has read the page. */
async function press(link: string) {
	const { origin, pathname, searchParams } = new URL(link);
	const response = await fetch(`${origin}${pathname}`, { method: 'POST', body: searchParams });
	return { status: response.status, text: await response.text() };
}

export const satisfaction: Trials = {
	'asks once for each ticket that was answered, and takes the score of a pressed button, once, never of a link that is only opened': async (stage, { simulator }) => {
		const { api, n8nUrl } = stage;
		const { inbox, labels, table, workflow } = await setUp(stage, 'Satisfaction');
		const { id: other } = await stage.make({ do: 'addLabel', inboxId: inbox, name: 'Other' });
		const create = async (title: string, ...messages: object[]) => await stage.newTicket(inbox, { title, messages, label_ids: [other] });
		const change = async (ticketId: number, status_cd: string) => await stage.make({ do: 'editTicket', ticketId, status_cd });
		const mails = async (ticket: number) => (await stage.bodies(ticket)).filter((body) => body.includes('How satisfied'));
		const labelsOf = async (ticket: number) => (await stage.ticket(ticket)).label_ids;
		const asked = await create('Asked', QUESTION, ANSWER);
		const twice = await create('Asked as well', QUESTION, ANSWER);
		const others = [
			await create('A robot', { ...QUESTION, from: 'Do Not Reply <do_not_reply@shop.example>' }, ANSWER),
			await create('A robot by its Reply-To', { ...QUESTION, reply_to: 'no-reply@shop.example' }, ANSWER),
			await create('Not answered', QUESTION),
			await create('A memo', { body: 'A call', method_cd: 'record' }),
			await create('From us', ANSWER),
			await create('Quiet for long', ...[QUESTION, ANSWER].map((message) => ({ ...message, sent_at: Date.now() - 40 * DAY_MS }))),
			await create('A chat', QUESTION, ANSWER, { body: 'Hello', method_cd: 'webchat', from: 'guest' }),
		];
		const open = await create('Open', QUESTION, ANSWER);
		await stage.publish(workflow, async (id) => {
			for (const ticketId of [asked, twice, ...others]) await change(ticketId, 'closed');
			await eventually('both mails', async () => (await mails(asked)).length + (await mails(twice)).length === 2);
			// Closed once more, and an answer of a robot to the mail: no second mail.
			await stage.make({ do: 'addMessage', ticketId: asked, ...QUESTION, body: 'I am on holiday' });
			await change(asked, 'open');
			await stage.polls(inbox, 1);
			await change(asked, 'closed');
			await stage.polls(inbox, 1);
			const [mail, ...more] = await mails(asked);
			expect(more).toEqual([]);
			for (const ticketId of [...others, open]) expect(await mails(ticketId)).toEqual([]);
			expect(await stage.ticket(asked)).toMatchObject({ status_cd: 'closed' });
			const sent = (await simulator.requests()).filter(({ method, path }) => method === 'POST' && path.includes(`/${inbox}/mails`));
			expect(sent.map(({ path, body }) => [path.split('/').at(-1), (body as { to: string }).to])).toEqual([['reply', 'anna@mail.example'], ['reply', 'anna@mail.example']]);

			const links = linksIn(mail!);
			expect(Object.keys(links).map(Number)).toEqual(SCORES);
			expect(links[4]).toMatch(new RegExp(`^${n8nUrl}/webhook/${PATH}\\?code=[0-9a-f]{32}&score=4$`));
			// A scanner opens them all.
			for (const link of links.filter(Boolean)) expect((await fetch(link)).status).toBe(200);
			for (const wrong of [links[4]!.replace('score=4', 'score=6'), links[4]!.replace(/code=.*?&/, 'code="><script>&'), links[4]!.split('?')[0]!]) {
				const response = await fetch(wrong);
				expect([response.status, await response.text()]).toEqual([400, expect.not.stringContaining('<script')]);
			}
			// Somebody guesses.
			for (const guessed of [links[4]!.replace(/code=./, (found) => (found === 'code=0' ? 'code=1' : 'code=0')), links[4]!.replace(/code=.*?&/, 'code=&')]) {
				expect((await press(guessed)).status).toBe(404);
			}
			expect((await api.dataTableRows(table)).map(({ ticket_id, score }) => [ticket_id, score])).toEqual([[asked, null], [twice, null]]);

			const browser = await N8nPage.open(n8nUrl);
			try {
				await browser.page.goto(links[4]!);
				await browser.page.getByText('Your score: 4 of 5').waitFor();
				await browser.page.getByRole('button').click();
				await browser.page.getByText('Your score of 4 has reached us').waitFor();
			} finally {
				await browser.close();
			}
			await eventually('the label', async () => (await labelsOf(asked)).length > 1);
			expect(await press(links[1]!)).toEqual({ status: 404, text: expect.stringContaining('has reached us already') });
			// Two at the same time.
			const otherLinks = linksIn((await mails(twice))[0]!);
			const answers = await Promise.all([2, 3, 5].map(async (score) => await press(otherLinks[score]!)));
			await eventually('the other label', async () => (await labelsOf(twice)).length > 1);
			await stage.polls(inbox, 1);
			expect(await labelsOf(asked)).toEqual([other, labels[4]]);
			const [row] = (await api.dataTableRows(table)).filter(({ ticket_id }) => ticket_id === twice);
			expect(await labelsOf(twice)).toEqual([other, labels[Number(row!.score)]]);
			expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
			for (const ticket of [asked, twice]) {
				expect(await mails(ticket)).toHaveLength(1);
				expect(await stage.ticket(ticket)).toMatchObject({ status_cd: 'closed' });
			}
			const closings = (await api.executions(id)).flatMap((one) => outputJson(one, TRIGGER)).map(({ ticket_id }) => ticket_id);
			expect(closings.sort()).toEqual([asked, asked, twice, ...others].sort());
		});
	},

	'says which mail failed, goes on with the others, and does not ask again': async (stage, { simulator }) => {
		const { inbox, table, workflow } = await setUp(stage, 'Refused');
		const create = async (title: string) => await stage.newTicket(inbox, { title, status_cd: 'closed', messages: [QUESTION, ANSWER] });
		const tickets = [await create('One'), await create('Two')];
		const events = tickets.map((ticket_id) => ({ event: 'ticketClosed', message_box_id: inbox, ticket_id }));
		const mails = async () => await Promise.all(tickets.map(async (ticket) => (await stage.bodies(ticket)).length - 2));
		await simulator.fail({ kind: 'status', status: 400, when: { path: `/${inbox}/mails/reply$` } });
		const execution = await stage.run(TRIGGER, workflow, ...events);
		const failure = failureText(execution);
		const sent = await mails();
		expect([...sent].sort()).toEqual([0, 1]);
		const unsent = tickets.filter((_ticket, place) => sent[place] === 0);
		expect(failure).toContain(`ticket ${unsent.join()} (`);
		expect(await stage.api.dataTableRows(table)).toHaveLength(2);
		// Neither does a retry send anything, or another run for the same tickets.
		expect(failureText(await stage.api.retry(execution.id))).toBe(failure);
		expect(failureText(await stage.run(TRIGGER, workflow, ...events))).toBeUndefined();
		expect(await mails()).toEqual(sent);
	},

	'sets the label by a retry where it could not be set at once, and resets no snooze': async (stage, { simulator }) => {
		const { api } = stage;
		const { inbox, labels, table, workflow } = await setUp(stage, 'Retried');
		const { pending_reason_id } = await stage.make({ do: 'addPendingReason', inboxId: inbox, name: 'Later', snooze_term: 'next_month' });
		const addAsked = async (digit: string, ticket: object) => {
			const ticket_id = await stage.newTicket(inbox, { messages: [QUESTION, ANSWER], ...ticket });
			await api.addDataTableRows(table, [{ ticket_id, message_box_id: inbox, code: digit.repeat(32) }]);
			return { ticket_id, link: `${stage.n8nUrl}/webhook/${PATH}?code=${digit.repeat(32)}&score=5` };
		};
		const refused = await addAsked('a', { status_cd: 'closed' });
		const snoozed = await addAsked('b', { status_cd: 'ongoing', pending_reason_id });
		const retry = async (id: string) => {
			await simulator.fail({ kind: 'status', status: 400, when: { method: 'PUT', path: `/${inbox}/tickets/${refused.ticket_id}$` } });
			expect(await press(refused.link)).toEqual({ status: 200, text: expect.stringContaining('score of 5') });
			const [failed] = await stage.ended(id, 1);
			expect(failureText(failed!)).toContain('refused');
			expect(failureText(await api.retry(failed!.id))).toBeUndefined();
			expect((await stage.ticket(refused.ticket_id)).label_ids).toEqual([labels[5]]);
			expect((await press(refused.link)).status).toBe(404);

			expect((await press(snoozed.link)).status).toBe(200);
			expect((await stage.ended(id, 4)).map(failureText)).toEqual([undefined, undefined, undefined, failureText(failed!)]);
			expect((await simulator.requests()).filter(({ method, path }) => method === 'PUT' && path.endsWith(`/${snoozed.ticket_id}`))).toEqual([]);
			expect((await api.dataTableRows(table)).map(({ score }) => score)).toEqual([5, 5]);
		};
		await stage.publish(workflow, retry, 1);
	},
};
