/** The main job: a workflow labels each new ticket. What reading these tickets costs. */
import { ALL_EVENTS, Company } from '../company';
import { SECOND } from '../longRun/units';

/**
 * 30 tickets come in ten minutes, and the first trigger's workflow labels each.
 *
 * @returns the requests for details of each, and of these how many tickets were first read within two seconds after they came
 */
async function readings(seconds: number[], events: string[]): Promise<{ requests: number; justCame: number }> {
	const company = await Company.start({ oldTickets: 20 });
	const { simulator } = company.service;
	await company.during(
		...seconds.map(async (second, place) => await company.watch(13, { second, events, ...(place === 0 && { then: async (items) => await company.addLabel(items) }) })),
		company.receive(10, 3),
	);
	expect(company.failedPolls).toEqual([]);
	expect(new Set(company.emitted[0].filter(({ json: { event = 'ticketCreated' } }) => event === 'ticketCreated').map(({ json }) => json.ticket_id)).size).toBe(30);
	const firstRead = new Map([...simulator.requests].reverse().filter(({ method }) => method === 'GET').map(({ path, at }) => [path, at]));
	const justCame = [...simulator.store.tickets.values()].filter(({ ticket_id, created_at }) => (firstRead.get(`/api/v2/101/tickets/${ticket_id}`) ?? Infinity) - created_at < 2 * SECOND);
	return { requests: company.count('GET', /\/tickets\/\d+$/), justCame: justCame.length };
}

it.each<[string, number[], string[]]>([
	['Ticket Created', [17], ['ticketCreated']],
	['all events', [5], ALL_EVENTS],
	['all events, at another second', [42], ALL_EVENTS],
	['all events, at a third one', [33], ALL_EVENTS],
	['all events, three triggers', [5, 42, 19], ALL_EVENTS],
])('%s: 30 labelled tickets take 30 requests for details, and one more for each that had just come', async (_what, seconds, events) => {
	const { requests, justCame } = await readings(seconds, events);
	expect(requests).toBeGreaterThanOrEqual(30);
	expect(requests).toBeLessThanOrEqual(30 + justCame);
	expect(justCame).toBeLessThanOrEqual(3);
});
