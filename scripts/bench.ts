/**
 * npm run bench: the figures that the package promises, each against its limit, in virtual time but for the last part.
 * `npm run bench -- trigger` measures one part.
 */
import '../test/harness/ownFolder';
import { MINUTE } from '../nodes/SupportInbox/store/time';
import { ALL_EVENTS, Company, type TriggerPlan } from '../test/trigger/company';
import { crowdedInbox } from '../test/trigger/crowdedInbox';
import { delaysOf, type Delays } from '../test/trigger/manyInboxes';
import { endOfFreeze, freeze } from './bench/freeze';
import { LIMIT, limit } from './bench/limit';
import { processor, type Row } from './bench/processor';
import { resync } from './bench/resync';
import { text } from './bench/text';
import { provisionN8n } from './n8n-host/provision';
import { exitWith, run } from './run';

/** Triggers of one process that poll at different seconds. */
const triggers = (count: number, more: Partial<TriggerPlan> = {}): TriggerPlan[] =>
	Array.from({ length: count }, (_, place) => ({ second: (place * 37 + 5) % 60, events: ALL_EVENTS, ...more }));

/** Triggers on an inbox in which nothing happens. @returns the time of each request, in minutes since the activation */
async function idle(plans: TriggerPlan[], oldTickets: number, minutes: number): Promise<number[]> {
	const company = await Company.start({ oldTickets, limit: LIMIT });
	const { clock, simulator } = company.service;
	const begun = clock.now();
	await company.during(...plans.map(async (plan) => await company.watch(minutes, plan)));
	if (company.failedPolls.length > 0) throw new Error(`${company.failedPolls.length} polls failed: ${String(company.failedPolls[0])}`);
	return simulator.requests.map(({ at }) => (at - begun) / MINUTE);
}

async function aMinute(count: number): Promise<number> {
	const [first, last] = [10, 40];
	const times = await idle(triggers(count), 500, last);
	return times.filter((at) => at >= first && at < last).length / (last - first);
}

async function firstMinute(count: number): Promise<number> {
	return (await idle(triggers(count), 500, 2)).filter((at) => at < 1).length;
}

/** The main job: a workflow labels each new ticket. @returns requests for each ticket beyond what idle triggers take */
async function perLabelledTicket(plans: TriggerPlan[]): Promise<number> {
	const [minutes, perMinute] = [9, 3];
	const requests = async (tickets: number) => {
		const company = await Company.start({ oldTickets: 20 });
		const then: TriggerPlan['then'] = async (items) => await company.addLabel(items);
		await company.during(
			...plans.map(async (plan, place) => await company.watch(minutes + 3, place === 0 ? { ...plan, then } : plan)),
			company.receive(minutes, tickets),
		);
		return company.count();
	};
	return ((await requests(perMinute)) - (await requests(0))) / (minutes * perMinute);
}

/** People edit 30 tickets that three triggers watch. @returns requests for single tickets beyond one for each */
async function readTwice(): Promise<number> {
	const company = await Company.start({ oldTickets: 30 });
	const { clock, simulator } = company.service;
	const edit = async () => {
		await company.until(clock.now() + 4.5 * MINUTE);
		for (const id of simulator.store.tickets.keys()) simulator.store.editTicket(id, { status_cd: 'closed' });
	};
	await company.during(...[3, 23, 43].map(async (second) => await company.watch(9, { second, events: ALL_EVENTS })), edit());
	return company.count('GET', /\/tickets\/\d+$/) - 30;
}

/** Five triggers are activated in the same moment. @returns how often a list of names is read again */
async function listsReadAgain(): Promise<number> {
	const company = await Company.start({ oldTickets: 20 });
	await company.during(...Array.from({ length: 5 }, async () => await company.watch(2, { second: 3, events: ALL_EVENTS })), company.receive(1, 3));
	const lists = company.service.simulator.requests.filter(({ path }) => /message_boxes|users|labels|case_categories|pending_reasons/.test(path));
	return lists.length - new Set(lists.map(({ path, query }) => `${path} ${JSON.stringify(query)}`)).size;
}

/** The run of `crowdedInbox` at the seconds of a window at which the run begins, one after the other: virtual time is that of all dispatchers of a process. */
async function besideTriggers(updates: number) {
	const outcomes = [];
	for (const second of [0, 15, 30, 45]) outcomes.push(await crowdedInbox({ minutes: 7, updates, change: 'label', after: 4, phase: second * 1_000 }));
	return outcomes;
}

/** Updates that fit into as many windows as alone. @returns how many times as long the slowest run takes */
async function slowerBesideTriggers(): Promise<number> {
	const runs = [...(await besideTriggers(40)), ...(await besideTriggers(80))];
	return Math.max(...runs.map(({ bulk, failedPolls }) => (failedPolls === 0 ? bulk.ms / bulk.aloneMs : Infinity)));
}

/** @returns the requests of the least used of the first two windows in which 100 updates run */
async function usedBesideTriggers(): Promise<number> {
	return Math.min(...(await besideTriggers(100)).flatMap(({ windows }) => windows.slice(0, 2).map(({ all }) => all)));
}

/** What triggers cost in requests, and whether they get along with people and bulk runs. */
const trigger: Row[] = [
	// Most of them read all tickets again, while nobody else needs the limit: 13 and 18 for 1 and 20 triggers.
	...([[1, 15], [5, 20], [10, 20], [20, 20]] as const).map(([count, most]) => ({
		name: `${count} triggers, all events, 500 tickets: requests a minute`,
		most,
		measure: async () => await aMinute(count),
	})),
	{ name: '10 triggers: requests in the first minute', most: 50, measure: async () => await firstMinute(10) },
	{ name: '20 triggers: requests in the first minute', most: 60, measure: async () => await firstMinute(20) },
	{ name: 'a new ticket that is labelled, Ticket Created only: requests', most: 2.4, measure: async () => await perLabelledTicket([{ second: 17 }]) },
	{ name: 'a new ticket that is labelled, all events: requests', most: 2.4, measure: async () => await perLabelledTicket(triggers(1)) },
	{ name: 'a new ticket that is labelled, three triggers: requests', most: 2.6, measure: async () => await perLabelledTicket(triggers(3)) },
	{ name: '30 tickets edited by people, three triggers: requests for a ticket that was read', most: 0, measure: readTwice },
	{ name: 'five triggers activated at once: lists of names that are read again', most: 0, measure: listsReadAgain },
	{
		name: 'idle, Ticket Created only, small inbox: requests a poll',
		most: 1,
		measure: async () => (await idle([{ second: 17 }], 20, 40)).filter((at) => at >= 10 && at < 40).length / 30,
	},
	{ name: '40 or 80 updates beside ten triggers: times as long as alone', most: 1.3, measure: slowerBesideTriggers },
	// One request of a window stays to its end for a poll in the last seconds: n8n polls at any second. An update waits for a second one.
	{ name: '100 updates beside ten triggers: requests of 60 in the first two windows', least: 58, measure: usedBesideTriggers },
];

/** What one trigger does with many inboxes: how long a new ticket takes, and what of the limit it uses. */
const inboxes = ([[1, 2, 2], [10, 2, 2], [30, 2, 3], [50, 2, 3], [100, 2, 5], [300, 3, 12]] as const).flatMap(([count, active, quiet]): Row[] => {
	let measured: Promise<Delays> | undefined;
	const measure = async (name: keyof Delays) => (await (measured ??= delaysOf(count)))[name];
	return [
		{ name: `${count} inboxes: tickets not emitted`, most: 0, measure: async () => await measure('missing') },
		{ name: `${count} inboxes: minutes until a ticket is emitted, where one came within the hour before`, most: active, measure: async () => await measure('active') },
		{ name: `${count} inboxes: minutes until a ticket is emitted, elsewhere`, most: quiet, measure: async () => await measure('quiet') },
		{ name: `${count} inboxes: requests a minute`, most: 42, measure: async () => await measure('requests') },
	];
});

const PARTS = new Map([['limit', limit], ['trigger', trigger], ['inboxes', inboxes], ['resync', resync], ['processor', processor], ['text', text], ['freeze', freeze]]);

/** Measures rows one after the other and prints each with its limit. @returns 1 when one is not met */
async function measureRows(rows: Row[]): Promise<number> {
	let code = 0;
	for (const { name, most = Infinity, least = -Infinity, measure } of rows) {
		const value = await measure().catch((error: unknown) => {
			console.error(error);
			return NaN;
		});
		const isMet = value <= most && value >= least;
		if (!isMet) code = 1;
		const bound = most === Infinity ? `at least ${least}` : `at most ${most}`;
		console.log(`${isMet ? 'ok    ' : 'FAILED'}  ${name}: ${Number(value.toFixed(3))} (${bound})`);
	}
	return code;
}

/** Each part in a process of its own: virtual time is that of all dispatchers of a process. */
async function bench(wanted: string[]): Promise<number> {
	const unknown = wanted.filter((name) => !PARTS.has(name));
	if (unknown.length > 0) throw new Error(`npm run bench -- takes some of: ${[...PARTS.keys()].join(', ')}`);
	const [only, ...others] = wanted.length > 0 ? wanted : PARTS.keys();
	if (others.length === 0 && only === 'processor' && !process.versions.node.startsWith('24.')) {
		return await run((await provisionN8n()).node, [...process.execArgv, __filename, only]);
	}
	if (others.length === 0) {
		try {
			return await measureRows(PARTS.get(only)!);
		} finally {
			await endOfFreeze();
		}
	}
	let failed = 0;
	for (const name of [only, ...others]) {
		console.log(`\n== ${name}`);
		failed += await run(process.execPath, [...process.execArgv, __filename, name]);
	}
	return failed;
}

// Engines leave connections and timers behind.
exitWith(async () => process.exit(await bench(process.argv.slice(2))));
