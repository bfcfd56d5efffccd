/** The example "Ask and go on" where it is hard: n8n is killed, and the answer comes with the time-out or after it. */
import { setTimeout as delay } from 'node:timers/promises';
import { failureText } from '../../scripts/n8n-host/execution';
import { asking, loseAtOnce } from './examples/ask';
import { eventually, Stage, startSurroundings, type Surroundings } from './examples/stage';
import { startOwnN8n, type OwnN8n } from './ownN8n';

const FILE = 'ask-and-go-on';
/** n8n looks once a minute for what waits no longer than 70 seconds, and sets a timer for it then. */
const WAIT_S = 70;
/** When an answer comes, seen from the time-out (ms). */
const MOMENTS_MS = [-60, -30, -10, 0, 10, 30, 60];

let own: OwnN8n;
let around: Surroundings;
let stage: Stage;

beforeAll(async () => {
	own = await startOwnN8n();
	around = await startSurroundings(own);
	stage = new Stage(FILE, { api: own.api, n8nUrl: own.n8n.baseUrl }, around);
});

afterAll(async () => {
	await around?.stop();
	await own?.stop();
});

const texts = () => around.slack.messages.map(({ text }) => text);
/** How often the workflow has gone on with a ticket: a memo with an answer, a closing without. */
async function goneOn(ticketId: number): Promise<number> {
	const { status_cd, messages } = await stage.ticket(ticketId);
	return messages.filter(({ body }) => body.startsWith('The customer has answered')).length + Number(status_cd === 'closed');
}

it('waits on through a kill, and reports what the kill has interrupted, once', async () => {
	const { workflow, until, ask, answer, steps } = await asking(stage, 'Killed');
	loseAtOnce(workflow);
	const id = await stage.api.createWorkflow(workflow);
	await stage.api.activate(id);
	const [waiting, answered] = [await ask('It waits'), await ask('It goes on')];
	for (const ticket of [waiting, answered]) await until(ticket, 'waits');
	for (const path of ['mails/reply$', 'records$']) await around.simulator.fail({ kind: 'delay', delayMs: 60_000, when: { method: 'POST', path, times: 'always' } });
	await answer(answered, 'It is 48213');
	const interrupted = await ask('It is asked');
	for (const [ticket, step] of [[answered, 'answer'], [interrupted, 'asked']] as const) await until(ticket, step);
	await own.n8n.kill();
	await around.simulator.failNoMore();
	await own.n8n.restart();
	await stage.api.logIn();
	await answer(waiting, 'It is 48213');
	await until(waiting, 'ended');
	expect([await goneOn(waiting), await steps(waiting)]).toEqual([1, ['asked', 'waits', 'answer', 'ended']]);
	for (let time = 0; time < 2; time++) expect(failureText(await stage.api.runWorkflow(id, 'Every hour'))).toBeUndefined();
	const lost = (ticket: number, step: string) => expect.stringMatching(new RegExp(`^\\*Ticket #${ticket}: a question got lost\\*\nIts execution \\d+ came no further than "${step}"`)) as unknown;
	expect(texts().sort()).toEqual([lost(answered, 'answer'), lost(interrupted, 'asked')].sort());
	await stage.api.deactivate(id);
});

it('goes on once where answer and time-out come together, and reports an answer that is too late, once', async () => {
	const { workflow, table, until, ask, answer, steps, inbox } = await asking(stage, 'Too late', WAIT_S);
	const before = texts().length;
	await stage.publish(workflow, async () => {
		const raced: number[] = [];
		while (raced.length < MOMENTS_MS.length) raced.push(await ask('Together'));
		const [late, unheard] = [await ask('Too late'), await ask('Handed over in vain')];
		for (const ticket of [...raced, late, unheard]) await until(ticket, 'waits');
		const asked = (await stage.api.dataTableRows(table)).filter(({ what }) => what === 'asked');
		// Its answer was reported as one that nobody goes on with.
		const { wait = '' } = asked.find(({ ticket_id }) => ticket_id === unheard) ?? {};
		await stage.api.addDataTableRows(table, [{ ticket_id: unheard, wait: String(wait), what: 'unheard', claim: 'yes', resume_url: '' }]);
		await Promise.all(raced.map(async (ticket, place) => {
			const { wait, resume_url } = asked.find(({ ticket_id }) => ticket_id === ticket)!;
			const { waitTill } = (await stage.api.execution(String(wait))) as unknown as { waitTill: string };
			await delay(Math.max(0, new Date(waitTill).getTime() + MOMENTS_MS[place]! - Date.now()));
			await fetch(String(resume_url), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ message_id: 1, text: '48213' }) });
		}));
		for (const ticket of [...raced, late]) await until(ticket, 'ended');
		for (const ticket of [...raced, late]) expect([ticket, await goneOn(ticket)]).toEqual([ticket, 1]);
		expect(await steps(late)).toEqual(['asked', 'waits', 'time-out', 'ended']);
		await until(unheard, 'time-out');
		await answer(late, 'It is 48213');
		const report = `*Ticket #${late}: an answer came too late*\nThe workflow has gone on without it.\n>It is 48213`;
		await eventually('the report', () => texts().includes(report), () => JSON.stringify(texts()));
		await answer(late, 'Hello?');
		await stage.polls(inbox, 1);
		expect(texts().slice(before)).toEqual([report]);
		expect([await goneOn(late), await goneOn(unheard)]).toEqual([1, 0]);
	});
});
