/** The rate limit of 60 requests a minute: how much of it is used, and who waits for how long. */
import { MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import type { RequestContext } from '../../nodes/SupportInbox/transport/queue/requestContext';
import { runNode } from '../../test/harness/engine';
import { timedService } from '../../test/harness/virtualTime';
import { shareOfTheLimit, virtualService, type VirtualService } from '../../test/transport/virtualService';
import { Company } from '../../test/trigger/company';
import type { Row } from './processor';

/** Requests a minute (API document, Limits). */
export const LIMIT = 60;

const byId = (value: number) => ({ __rl: true, mode: 'id', value });

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

/** A bulk run that outlasts every scene; what it has not done by then does not matter. */
function endlessBulk({ ask }: VirtualService): void {
	for (let order = 0; order < 1_000; order++) void ask({ queue: 'bulk', order }).catch(() => undefined);
}

/** Somebody who opens a dropdown after `delay` ms. @returns how long it takes to be filled, in ms */
async function openDropdown({ clock, ask }: VirtualService, name: string, delay: number): Promise<number> {
	await clock.sleep(delay);
	const begun = clock.now();
	await ask({ queue: `person ${name}`, priority: 'interactive', deadline: begun + 65 * SECOND });
	return clock.now() - begun;
}

/** A person opens a dropdown every three seconds for five minutes beside a bulk run. @returns the longest wait in s */
async function dropdownBesideBulk(): Promise<number> {
	const service = await virtualService();
	endlessBulk(service);
	const waits = Array.from({ length: 100 }, async (_, order) => await openDropdown(service, String(order), order * 3 * SECOND));
	return Math.max(...(await service.clock.run(Promise.all(waits)))) / SECOND;
}

/** A node with five dropdowns is opened beside 300 items. @param seconds when, in s since a window began with the items @returns the longest wait in s */
async function nodeBesideItems(seconds: number[]): Promise<number> {
	const service = await virtualService();
	const { clock, ask } = service;
	await clock.pass(MINUTE - (clock.now() % MINUTE));
	for (let order = 0; order < 300; order++) void ask({ queue: 'bulk', order });
	const waits = seconds.flatMap((second) => Array.from({ length: 5 }, async (_, n) => await openDropdown(service, `${second} ${n}`, second * SECOND)));
	return Math.max(...(await clock.run(Promise.all(waits)))) / SECOND;
}

/** 20 seconds into each minute, and about then as people do it; what was read a moment ago asks for nothing. */
const [ON_TIME, ABOUT_THEN, NOT_EACH_MINUTE] = [[20, 80, 140, 200, 260], [20, 83, 138, 204, 261], [20, 139, 205]];

/**
 * An agent that asks again a second after each answer, beside three triggers: each poll searches twice, and then reads five tickets.
 *
 * @returns the agent's longest wait in s
 */
async function agentBesideTriggers(): Promise<number> {
	const service = await virtualService();
	const { clock, ask } = service;
	const [begun, minutes] = [clock.now(), 6];
	const poll = async (queue: string) => {
		const requestContext: Partial<RequestContext> = { queue, deadline: clock.now() };
		for (let search = 0; search < 2; search++) await ask({ ...requestContext, priority: 'poll' });
		for (let ticket = 0; ticket < 5; ticket++) await ask({ ...requestContext, priority: 'details' }).catch(() => undefined);
	};
	const trigger = async (second: number) => {
		for (let minute = 0; minute < minutes; minute++) {
			await clock.sleep(begun + minute * MINUTE + second * SECOND - clock.now());
			await poll(`trigger ${second}`);
		}
	};
	let longest = 0;
	const agent = async () => {
		for (let n = 0; clock.now() < begun + minutes * MINUTE; n++) longest = Math.max(longest, await openDropdown(service, String(n), SECOND));
	};
	await clock.run(Promise.all([agent(), ...[7, 27, 47].map(trigger)]));
	return longest / SECOND;
}

/** Another program sends a request every two seconds for five minutes beside a bulk run. @returns the share of three whole windows that both use, and how often the program is refused */
async function besideProgram(): Promise<{ share: number; refused: number }> {
	const service = await virtualService();
	const { clock, simulator } = service;
	const toTheMinute = MINUTE - (clock.now() % MINUTE);
	await clock.pass(toTheMinute);
	endlessBulk(service);
	const program = simulator.otherProgram();
	const [begun, statuses] = [clock.now(), new Array<number>()];
	const isOfWholeWindow = (at: number) => at >= begun + MINUTE && at < begun + 4 * MINUTE;
	const send = async () => {
		while (clock.now() < begun + 5 * MINUTE) {
			await clock.sleep(2 * SECOND);
			const { status } = program.send({ method: 'GET', path: 'message_boxes' });
			if (isOfWholeWindow(clock.now())) statuses.push(status);
		}
	};
	await clock.run(send());
	const ours = simulator.requests.filter(({ at, status }) => status === 200 && isOfWholeWindow(at)).length;
	const refused = statuses.filter((status) => status === 403).length;
	return { share: (ours + statuses.length - refused) / (3 * LIMIT), refused };
}

/** The service's clock is set 5 minutes ahead and, a minute later, 10 back while 240 items run. @returns how many items fail, how many requests are refused, and how many minutes it takes */
async function steppingClock(): Promise<{ failed: number; refused: number; minutes: number }> {
	const offsetMs = (passed: number) => (passed < 70 * SECOND ? 0 : passed < 130 * SECOND ? 5 * MINUTE : -5 * MINUTE);
	const service = await virtualService({ offsetMs });
	const begun = service.clock.now();
	const items = Array.from({ length: 240 }, async (_, order) => await service.ask({ order }, 'idempotent'));
	const outcomes = await service.clock.run(Promise.allSettled(items));
	const failed = outcomes.filter(({ status }) => status === 'rejected').length;
	return { failed, refused: service.statuses()[403] ?? 0, minutes: (service.clock.now() - begun) / MINUTE };
}

export const limit: Row[] = [
	{ name: '300 items: share of the limit used', least: 0.97, measure: async () => shareOfTheLimit(await readTickets()) },
	{ name: '300 items: refused', most: 0, measure: async () => (await readTickets()).requests.filter(({ status }) => status === 403).length },
	{ name: 'a label added to 100 tickets: requests', most: 110, measure: labelTickets },
	{ name: 'a dropdown every 3 s beside a bulk run: longest wait, s', most: 10, measure: dropdownBesideBulk },
	{ name: 'five dropdowns 20 s into each minute beside 300 items: longest wait, s', most: 0.3, measure: async () => await nodeBesideItems(ON_TIME) },
	{ name: 'five dropdowns about 20 s into each minute beside 300 items: longest wait, s', most: 0.3, measure: async () => await nodeBesideItems(ABOUT_THEN) },
	{ name: 'five dropdowns in some minutes beside 300 items: longest wait, s', most: 0.3, measure: async () => await nodeBesideItems(NOT_EACH_MINUTE) },
	{ name: 'an agent that never rests beside three triggers: its longest wait, s', most: 13, measure: agentBesideTriggers },
	{ name: 'another program every 2 s: share of the limit that both use', least: 0.95, measure: async () => (await besideProgram()).share },
	{ name: 'another program every 2 s: its requests of 90 that are refused', most: 2, measure: async () => (await besideProgram()).refused },
	{ name: 'the clock of the service steps 5 minutes ahead and 10 back: items of 240 that fail', most: 0, measure: async () => (await steppingClock()).failed },
	{ name: 'the clock of the service steps 5 minutes ahead and 10 back: refused', most: 0, measure: async () => (await steppingClock()).refused },
	{ name: 'the clock of the service steps 5 minutes ahead and 10 back: minutes for 240 items', most: 5, measure: async () => (await steppingClock()).minutes },
];
