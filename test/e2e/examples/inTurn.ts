import { failureText } from '../../../scripts/n8n-host/execution';
import { observe } from '../observe';
import { eventually, type Stage, type Trials } from './stage';

const TRIGGER = 'New ticket of a customer';
/** user08 is locked, and nobody has the last name. */
const TEAM = ['user04', 'user02', 'user08', 'user03', 'gone'];
const THERE = ['user02', 'user03', 'user04'];
const TICKETS = 6;

/** What to fill in, with a data table of the team and an empty one of turns. */
async function filled(stage: Stage, inbox: number, team: string[]) {
	return await stage.fill(inbox, { 'Read the team': await stage.table(team.map((mention_name) => ({ mention_name }))) });
}

async function newTickets(stage: Stage, inbox: number): Promise<number[]> {
	const tickets: number[] = [];
	while (tickets.length < TICKETS) tickets.push(await stage.newTicket(inbox));
	return tickets;
}

const assigneesOf = async (stage: Stage, tickets: number[]) => await Promise.all(tickets.map(async (ticket) => (await stage.ticket(ticket)).assignee));
const event = (inbox: number, ticket_id: number) => ({ event: 'ticketCreated', ticket_id, message_box_id: inbox, assignee: null });

export const inTurn: Trials = {
	'assigns new tickets in turn, and none that somebody has': async (stage) => {
		const inbox = await stage.newInbox('In turn');
		await stage.publish(await filled(stage, inbox, TEAM), async () => {
			const tickets = await newTickets(stage, inbox);
			const taken = await stage.newTicket(inbox, { assignee: 'user05' });
			await eventually('all to be assigned', async () => (await assigneesOf(stage, tickets)).every((assignee) => assignee !== null));
			const given = await assigneesOf(stage, tickets);
			expect(given.slice(0, 3).sort()).toEqual(THERE);
			expect(given.slice(3)).toEqual(given.slice(0, 3));
			expect(await assigneesOf(stage, [taken])).toEqual(['user05']);
		});
	},

	'gives no ticket to two people when runs overlap, and none anew when a run is repeated': async (stage, { simulator }) => {
		const inbox = await stage.newInbox('Overlap');
		const tickets = await newTickets(stage, inbox);
		const workflow = await filled(stage, inbox, TEAM);
		const run = async (some: number[]) => failureText(await stage.run(TRIGGER, workflow, ...some.map((ticket) => event(inbox, ticket))));
		const observation = await observe(simulator);
		const ofInbox = async () => (await observation.requests()).filter(({ path }) => path.includes(`/${inbox}/`));
		expect(await Promise.all([run(tickets.slice(0, 3)), run(tickets.slice(3))])).toEqual([undefined, undefined]);
		// Each ticket is looked at and written; what a run writes is read with one search.
		// On a slow machine one is looked at again, when the look is older than two seconds at the write.
		const steps = (await ofInbox()).filter(({ path }) => !path.endsWith('/search')).map(({ method, path }) => `${method} ${path}`);
		expect(new Set(steps).size).toBe(2 * TICKETS);
		expect(await run(tickets)).toBeUndefined();
		const writes = (await ofInbox()).filter(({ method }) => method === 'PUT');
		for (const ticket of tickets) {
			const bodies = writes.filter(({ path }) => path.endsWith(`/${ticket}`)).map(({ body }) => JSON.stringify(body));
			expect(new Set(bodies).size).toBe(1);
		}
		expect((await assigneesOf(stage, tickets)).sort()).toEqual([...THERE, ...THERE].sort());
	},

	'stops where nobody of the team is there': async (stage) => {
		const inbox = await stage.newInbox('Nobody');
		const execution = await stage.run(TRIGGER, await filled(stage, inbox, ['user08']), event(inbox, 10001));
		expect(failureText(execution)).toContain('Nobody of the team');
		expect(execution.data.resultData.runData).not.toHaveProperty('Take the next turn');
	},
};
