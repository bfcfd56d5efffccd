/** A run is killed wherever it awaits something, and retried in another process: each of its items is sent once. */
import { runNode } from '../harness/engine';
import { inScope, sampled } from '../harness/scope';
import { skippingNow, skipWaits } from '../harness/skippedWaits';
import { letThrow, watchAndStop, watched } from '../harness/thrower';
import { networkIsQuiet } from '../harness/virtualTime';
import { INBOX } from '../resources/service';
import { startSimulator, type Fault, type Simulator } from '../simulator';
import { isInTicket, OWN, sending, SENDING, TICKET, type SendingName } from './sending';

skipWaits();
beforeAll(() => letThrow(['transport', 'resources', 'output'], [], false));

let runs = 0;

const COUNT = inScope({ sample: 20, whole: 100, nightly: 100 });
/** The text has another value in each try. */
const TEXT = '={{ $json.subject }} {{ $now.toMillis() }}';

/** What becomes of the request during which the run is killed, or after which. */
const ANSWERS: Record<string, Fault | undefined> = {
	'with its answer': undefined,
	'done, its answer lost': { kind: 'resetAfter' },
	'not done, its answer lost': { kind: 'resetBefore' },
};

/** Of three items two are equal. */
const items = Array.from({ length: COUNT }, (_, place) => ({ json: { subject: `Order ${place - (place % 3 === 2 ? 1 : 0)}` } }));

interface Kill {
	operation: SendingName;
	answer: string;
	/** the request, counted from 1 */
	request: number;
	/** how many awaited calls have ended since it arrived */
	place: number;
}

const ordersIn = (simulator: Simulator) => [...simulator.store.tickets.values()].flatMap(({ messages }) => messages).map(({ title }) => title).filter((title) => title.startsWith('Order'));

/** @returns whether there was such a place before the next request arrived */
async function killAndRetry({ operation, answer, request, place }: Kill): Promise<boolean> {
	// What a process knows belongs to a token: each of these runs is in one of its own.
	const [killed, retried] = [`killed-${++runs}`, `retried-${runs}`];
	const simulator = await startSimulator({ clock: skippingNow, seed: { tickets: 0 }, rateLimit: { limit: 10_000 }, token: killed });
	simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, messages: [{ from: 'ann@mail.example' }] });
	const parameters = sending(operation, simulator, isInTicket(operation) ? { subject: '={{ $json.subject }}' } : {}, TEXT);
	const establishedAt = skippingNow();
	const stopped = new Promise<boolean>((resolve) => {
		simulator.interludes.add('before', { ...OWN, nth: request }, () => watchAndStop(place, () => resolve(true)));
		simulator.interludes.add('before', { ...OWN, nth: request + 1 }, () => void watched());
	});
	const fault = ANSWERS[answer];
	if (fault !== undefined) simulator.faults.add({ ...fault, when: { ...OWN, nth: request } });
	const wasKilled = await Promise.race([stopped, runNode(simulator, parameters, { items, node: { continueOnFail: true } }).then(() => false)]);
	await networkIsQuiet(() => false);
	watched();
	const sentBefore = ordersIn(simulator).length;

	simulator.tokens.add(retried);
	simulator.clearRequests();
	const out = await runNode({ baseUrl: simulator.baseUrl, token: retried }, parameters, { items, node: { continueOnFail: true }, mode: 'retry', establishedAt });
	expect(ordersIn(simulator).sort()).toEqual(items.map(({ json }) => json.subject).sort());
	expect(simulator.requests.filter(({ headers }) => headers.authorization !== `Bearer ${retried}`)).toEqual([]);
	const [refused, found] = [out.filter(({ json }) => 'error' in json), out.filter(({ json }) => 'message_id' in json)];
	expect(new Set(found.map(({ json }) => json.message_id)).size).toBe(COUNT - refused.length);
	for (const { json } of refused) expect(json.error).toContain('cannot be found out with 60 requests');
	// To find a new mail or ticket its ticket is read, a reply and a memo are in one.
	if (isInTicket(operation) || sentBefore < 55) expect(refused).toEqual([]);
	simulator.expectNoViolations();
	await simulator.stop();
	return wasKilled;
}

/** In a sample each run is killed at one place, each at another one, and has fewer items. */
const requests = inScope({ sample: [2], whole: [2, COUNT], nightly: [1, 2, 50, 99, COUNT] });
const stride = inScope({ sample: Infinity, whole: 60, nightly: 1 });
const all = SENDING.flatMap((operation) => Object.keys(ANSWERS).flatMap((answer) => requests.map((request) => ({ operation, answer, request }))));
const cases = sampled(all, ({ operation, answer }) => [operation, answer]).map((one, place) => ({ ...one, first: (place * 5) % 12 }));

it.each(cases)('$operation, killed at request $request, $answer: each item is there, once', async ({ first, ...one }) => {
	for (let place = first; (await killAndRetry({ ...one, place })) && place < Infinity; ) place += stride;
}, 600_000);
