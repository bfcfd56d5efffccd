import { pollOnce } from '../../nodes/SupportInbox/trigger/polling/pollOnce';
import type { Settings } from '../../nodes/SupportInbox/trigger/properties/settings';
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';
import { sessionAt } from '../../test/harness/session';
import { startSimulator } from '../../test/simulator';
import { SimulatedService } from '../../test/trigger/longRun/service';
import { SETTINGS as ONE_INBOX } from '../../test/trigger/scene';

import { median } from './rows';

const WATCHED = 2_000;
const SETTINGS: Settings = { ...ONE_INBOX, events: ['ticketCreated', 'newMessage', 'ticketChanged'] };

function processorMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}

/**
 * Triggers on one inbox that watch 2,000 tickets in which nothing happens, for two hours on a clock of their own.
 *
 * @returns ms of processor time of a poll, which is how long it keeps the event loop on a machine that does nothing else:
 *   the median; the simulated service is not counted
 */
export async function idlePoll(triggers: number): Promise<number> {
	let now = Date.parse('2026-03-02T08:00:00Z');
	const simulator = await startSimulator({ clock: () => now, http: false, rateLimit: { limit: 100_000 }, seed: { tickets: 0 } });
	for (const id of [...simulator.store.tickets.keys()]) simulator.store.removeTicket(id);
	for (let place = 0; place < WATCHED; place++) {
		simulator.store.createTicket({ created_at: now - 23 * HOUR + place * 15 * SECOND, title: `Question ${place} about order ${place * 7}` });
	}
	let elsewhere = 0;
	const simulated = new SimulatedService(simulator, { travel: () => void (now += 50), hostNow: () => now });
	const service = new Proxy(simulated, {
		get: (target, name: 'search' | 'get' | 'ask') => async (...args: never[]) => {
			const started = processorMs();
			const answer = await (target[name] as (...given: never[]) => Promise<unknown>)(...args);
			elsewhere += processorMs() - started;
			return answer;
		},
	});
	const session = sessionAt(() => now);
	const nodes = Array.from({ length: triggers }, (_, place) => ({ key: `idle ${triggers} ${place}`, memory: {} }));
	const costs: number[] = [];
	for (let minute = 0; minute < 120; minute++) {
		// The first polls get to know the tickets.
		if (minute === 60) costs.length = 0;
		for (const { key, memory } of nodes) {
			now += MINUTE / triggers;
			elsewhere = 0;
			const started = processorMs();
			const needs = { key, session, service, settings: SETTINGS, origin: simulator.baseUrl, budget: 26 * SECOND };
			await pollOnce({ ...needs, memory: () => memory });
			costs.push(processorMs() - started - elsewhere);
		}
	}
	await simulator.stop();
	return median(costs);
}
