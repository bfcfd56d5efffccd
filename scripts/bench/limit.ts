/** The rate limit of 60 requests a minute: how much of it is used, and who waits for how long. In virtual time. */
import '../../test/harness/ownFolder';
import { runNode } from '../../test/harness/engine';
import { timedService } from '../../test/harness/virtualTime';
import { shareOfTheLimit, virtualService } from '../../test/transport/virtualService';
import { Company } from '../../test/trigger/company';
import { measureRows } from './rows';

const byId = (value: number | string) => ({ __rl: true, mode: 'id', value });
const LIMIT = 60;
const SECOND = 1_000;

/** 300 items that read a ticket each. */
async function readTickets() {
	const service = await timedService({ rateLimit: { limit: LIMIT } });
	const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101 });
	const parameters = { resource: 'ticket', operation: 'get', messageBoxId: byId(101), ticketId: byId(ticket_id) };
	const items = Array.from({ length: 300 }, () => ({ json: {} }));
	const done = await service.clock.run(runNode(service, parameters, { items }));
	await service.stop();
	if (done.length !== items.length) throw new Error(`${done.length} of ${items.length} items came out`);
	return service.simulator;
}

/** A label is added to 100 tickets that have others. @returns how many requests that takes */
async function labelTickets(): Promise<number> {
	const company = await Company.start({ oldTickets: 100 });
	const items = [...company.service.simulator.store.tickets.keys()].map((ticket_id) => ({ json: { ticket_id } }));
	await company.during(company.addLabel(items));
	return company.count();
}

/** Five processes with one token write 100 items each. */
async function fiveProcesses() {
	const service = await virtualService();
	const gates = [service.gate, ...Array.from({ length: 4 }, () => service.anotherGate())];
	const work = gates.flatMap((gate) => Array.from({ length: 100 }, async (_, order) => await service.ask({ order }, 'nonIdempotent', gate)));
	await service.clock.run(Promise.all(work));
	return service;
}

/** A person opens a dropdown every three seconds for five minutes beside a bulk run. @returns the longest wait in s */
async function dropdownBesideBulk(): Promise<number> {
	const { clock, ask } = await virtualService();
	const bulk = Array.from({ length: 1_000 }, async (_, order) => await ask({ queue: 'bulk', order }).catch(() => undefined));
	const waits = Array.from({ length: 100 }, async (_, order) => {
		await clock.sleep(order * 3 * SECOND);
		const begun = clock.now();
		await ask({ queue: `person ${order}`, purpose: 'person', deadline: begun + 65 * SECOND });
		return clock.now() - begun;
	});
	void bulk;
	return Math.max(...(await clock.run(Promise.all(waits)))) / SECOND;
}

void measureRows([
	{ name: '300 items: share of the limit used', least: 0.97, measure: async () => shareOfTheLimit(await readTickets()) },
	{
		name: '300 items: refused',
		most: 0,
		measure: async () => (await readTickets()).requests.filter(({ status }) => status === 403).length,
	},
	{ name: 'a label added to 100 tickets: requests', most: 110, measure: labelTickets },
	{ name: 'five processes, 500 writes: refused', most: 25, measure: async () => (await fiveProcesses()).statuses()['403'] ?? 0 },
	{ name: 'five processes: share of the limit used', least: 0.9, measure: async () => shareOfTheLimit((await fiveProcesses()).simulator) },
	{ name: 'a dropdown every 3 s beside a bulk run: longest wait, s', most: 10, measure: dropdownBesideBulk },
]);
