import { POLL_TIMES } from '../../../scripts/demo/setUp';
import { failureText, type Execution } from '../../../scripts/n8n-host/execution';
import { waitFor } from '../../../scripts/n8n-host/net';
import type { Stage, Trials } from './trial';

const TRIGGER = 'New ticket of a customer';
const END_MS = 90_000;
/** user08 is locked, and nobody has the last name. */
const TEAM = ['user04', 'user02', 'user08', 'user03', 'gone'];
const THERE = ['user02', 'user03', 'user04'];

/** What to fill in, with a data table of the team and an empty one of turns. */
async function filling({ world: { api } }: Stage, name: string, team: string[]) {
	const people = await api.createDataTable(`${name}: team`, [{ name: 'mention_name', type: 'string' }]);
	for (const mention_name of team) await api.addDataTableRow(people, { mention_name });
	const turns = await api.createDataTable(`${name}: turns`, [{ name: 'ticket_id', type: 'number' }]);
	const table = (value: string) => ({ dataTableId: { __rl: true, mode: 'list', value } });
	return { 'Read the team': table(people), 'Take the next turn': table(turns) };
}

const ended = async ({ world: { api } }: Stage, id: string, count: number): Promise<Execution[]> => {
	const all = async () => {
		const executions = await api.executions(id);
		return executions.length >= count ? executions : undefined;
	};
	return await waitFor(`${count} runs`, all, { timeoutMs: END_MS });
};

export const inTurn: Trials = {
	'assigns new tickets in turn, and none that somebody has': async (stage) => {
		const { world: { api }, make, simulator } = stage;
		const inbox = await stage.newInbox('In turn');
		const id = await stage.import({ parameters: { ...(await filling(stage, 'In turn', TEAM)), [TRIGGER]: { messageBoxIds: [inbox], begunBy: ['customer'], pollTimes: POLL_TIMES } } });
		const begin = async (more: object = {}) => (await make({ do: 'createTicket', message_box_id: inbox, messages: [{ body: 'Hello', from: 'anna@mail.example' }], ...more })).ticket_id!;
		const assignees = async (tickets: number[]) => await Promise.all(tickets.map(async (ticket) => (await simulator.ticket(ticket))!.assignee));
		await api.activate(id);
		try {
			const tickets: number[] = [];
			for (let number = 0; number < 6; number++) tickets.push(await begin());
			const taken = await begin({ assignee: 'user05' });
			const all = async () => (await assignees(tickets)).every((assignee) => assignee !== null);
			await waitFor('all to be assigned', all, { timeoutMs: END_MS });
			const given = await assignees(tickets);
			expect(given.slice(0, 3).sort()).toEqual(THERE);
			expect(given.slice(3)).toEqual(given.slice(0, 3));
			expect(await assignees([taken])).toEqual(['user05']);
		} finally {
			await api.deactivate(id);
		}
		expect((await ended(stage, id, 1)).map(failureText)).toEqual(expect.not.arrayContaining([expect.any(String)]));
	},

	'gives no ticket to two people when runs overlap, and none anew when a run is repeated': async (stage) => {
		const { world: { api }, make, simulator } = stage;
		const inbox = await stage.newInbox('Overlap');
		const tickets: number[] = [];
		for (let number = 0; number < 6; number++) tickets.push((await make({ do: 'createTicket', message_box_id: inbox })).ticket_id!);
		const parameters = await filling(stage, 'Overlap', TEAM);
		const run = async (some: number[]) => {
			const pinData = { [TRIGGER]: some.map((ticket_id) => ({ json: { event: 'ticketCreated', ticket_id, message_box_id: inbox, assignee: null } })) };
			const id = await stage.import({ parameters }, { pinData });
			return await api.waitForExecution(await api.startWorkflow(id, TRIGGER));
		};
		const begun = Date.now();
		const runs = await Promise.all([run(tickets.slice(0, 3)), run(tickets.slice(3))]);
		// Each ticket is looked at and written; what a run writes is read with one search.
		const ofInbox = async () => (await simulator.requests()).filter(({ at, path }) => at > begun && path.includes(`/${inbox}/`));
		// On a slow machine one is looked at again, when the look is older than two seconds at the write.
		const steps = (await ofInbox()).filter(({ path }) => !path.endsWith('/search')).map(({ method, path }) => `${method} ${path}`);
		expect(new Set(steps).size).toBe(2 * tickets.length);
		const again = await run(tickets);
		expect([...runs, again].map(failureText)).toEqual(Array.from({ length: 3 }, () => undefined));
		const writes = (await ofInbox()).filter(({ method }) => method === 'PUT');
		for (const ticket of tickets) {
			const bodies = writes.filter(({ path }) => path.endsWith(`/${ticket}`)).map(({ body }) => JSON.stringify(body));
			expect(new Set(bodies).size).toBe(1);
		}
		const given = await Promise.all(tickets.map(async (ticket) => (await simulator.ticket(ticket))!.assignee));
		for (const name of THERE) expect(given.filter((assignee) => assignee === name)).toHaveLength(2);
	},

	'stops where nobody of the team is there': async (stage) => {
		const parameters = await filling(stage, 'Nobody', ['user08']);
		const execution = await stage.run(TRIGGER, { parameters }, { pinData: { [TRIGGER]: [{ json: { event: 'ticketCreated', ticket_id: 10001, message_box_id: 101, assignee: null } }] } });
		expect(failureText(execution)).toContain('Nobody of the team');
		expect(execution.data.resultData.runData).not.toHaveProperty('Take the next turn');
	},
};
