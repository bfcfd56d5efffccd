/** How soon a trigger knows its inboxes, how soon it sees an edit that has no message, and what a poll of many inboxes costs. */
import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import { pollerOf } from '../../test/harness/engine';
import { timedService } from '../../test/harness/virtualTime';
import { Random } from '../../test/simulator/random';
import { ALL_EVENTS } from '../../test/trigger/company';
import { LIMIT } from './limit';
import { idlePoll, type Row } from './processor';

/** Edits that are measured, how many a minute, and how many minutes the last ones have. */
const [EDITS, A_MINUTE, AFTER] = [100, 2, 40];

/** One trigger with all events on inboxes whose tickets, the same number in each, are all within Lookback. */
interface Scene {
	inboxes: number;
	tickets: number;
}

async function sceneOf({ inboxes, tickets }: Scene) {
	const service = await timedService({ seed: { tickets: 0 }, rateLimit: { limit: LIMIT }, keepRequests: 1 });
	const { clock, simulator: { store } } = service;
	for (const id of [...store.tickets.keys()]) store.removeTicket(id);
	const ids = Array.from({ length: inboxes }, (_, place) => 1_000 + place);
	for (const id of ids) store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
	for (let place = 0; place < inboxes * tickets; place++) {
		store.createTicket({ message_box_id: ids[place % inboxes], created_at: clock.now() - 22 * HOUR + place * 30 * SECOND });
	}
	const node = pollerOf(service, { messageBoxIds: ids, events: ALL_EVENTS, includeNames: false });
	const begun = clock.now();
	let polls = 0;
	const until = async (at: number) => await clock.run(clock.sleep(at - clock.now()));
	/** The next poll, a minute after the one before. @returns its items and when it began */
	const poll = async () => {
		await until(begun + polls++ * MINUTE);
		const at = clock.now();
		return { at, items: (await clock.run(node.poll())) ?? [] };
	};
	return { ...service, node, poll, until };
}

/** @returns minutes until the trigger remembers all tickets of each inbox */
async function baseline(scene: Scene): Promise<number> {
	const { node, poll, stop } = await sceneOf(scene);
	const known = () => {
		const { inboxes } = node.staticData.state as { inboxes: Record<string, { tickets: object }> };
		return Object.values(inboxes).filter(({ tickets }) => Object.keys(tickets).length === scene.tickets).length;
	};
	let minutes = 0;
	for (await poll(); known() < scene.inboxes && minutes < HOUR / MINUTE; minutes++) await poll();
	await stop();
	return minutes;
}

/** How long edits take until they are emitted, in minutes, and in polls with the one that emits them. */
interface Delays {
	minutes: number[];
	polls: number[];
}

/** The seconds of the minute at which edits happen, all of them alike. */
const SECONDS = Array.from({ length: EDITS }, (_, place) => (((place * 37) % EDITS) + 0.6) * (60 / EDITS));

/** Colors of tickets are changed at any second; the trigger knows all tickets by then. */
async function editsOf(scene: Scene): Promise<Delays> {
	const { clock, simulator: { store }, poll, until, stop } = await sceneOf(scene);
	const random = new Random(1);
	const tickets = [...store.tickets.values()];
	const waiting = new Map<number, { at: number; polls: number }>();
	const delays: Delays = { minutes: [], polls: [] };
	for (let known = 0; known < 30; known++) await poll();
	let edits = 0;
	for (let minute = 0; minute < EDITS / A_MINUTE + AFTER && (edits < EDITS || waiting.size > 0); minute++) {
		const begun = clock.now();
		for (const second of SECONDS.slice(edits, edits + A_MINUTE).sort((a, b) => a - b)) {
			await until(begun + second * SECOND);
			const ticket = random.pick(tickets.filter(({ ticket_id }) => !waiting.has(ticket_id)));
			store.editTicket(ticket, { color_cd: ticket.color_cd === 'red' ? 'blue' : 'red' });
			waiting.set(ticket.ticket_id, { at: clock.now(), polls: 0 });
			edits += 1;
		}
		const { at, items } = await poll();
		for (const edit of waiting.values()) edit.polls += 1;
		for (const { json } of items) {
			const edit = waiting.get(json.ticket_id as number)!;
			delays.minutes.push((at - edit.at) / MINUTE);
			delays.polls.push(edit.polls);
			waiting.delete(json.ticket_id as number);
		}
	}
	await stop();
	if (waiting.size > 0) throw new Error(`${waiting.size} of ${EDITS} edits were not emitted`);
	return delays;
}

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** @param most for the mean and the worst of what is measured, as `minutes` or `polls` */
function silentEdits(scene: Scene, unit: keyof Delays, most: { mean: number; worst: number }): Row[] {
	let measured: Promise<Delays> | undefined;
	const measure = async () => (await (measured ??= editsOf(scene)))[unit];
	const name = `${scene.inboxes === 1 ? 'one inbox' : `${scene.inboxes} inboxes`} of ${scene.tickets} tickets: ${unit} until an edit without a message is emitted`;
	return [
		{ name: `${name}, mean`, most: most.mean, measure: async () => mean(await measure()) },
		{ name: `${name}, worst`, most: most.worst, measure: async () => Math.max(...(await measure())) },
	];
}

const MANY = 300;

export const resync: Row[] = [
	{ name: '100 inboxes of 10 tickets: minutes until all tickets are known', most: 10, measure: async () => await baseline({ inboxes: 100, tickets: 10 }) },
	...silentEdits({ inboxes: 1, tickets: 2_000 }, 'minutes', { mean: 2, worst: 4 }),
	...silentEdits({ inboxes: 1, tickets: 500 }, 'minutes', { mean: 1, worst: 2 }),
	...silentEdits({ inboxes: 1, tickets: 50 }, 'minutes', { mean: 0.5, worst: 1 }),
	...silentEdits({ inboxes: 100, tickets: 10 }, 'polls', { mean: 5, worst: 12 }),
	{
		name: `idle poll of ${MANY} inboxes of 5 tickets: ms of processor`,
		most: 300,
		measure: async () => await idlePoll(1, { inboxes: Array.from({ length: MANY }, (_, place) => 1_000 + place), tickets: MANY * 5, polls: 30 }),
	},
];
