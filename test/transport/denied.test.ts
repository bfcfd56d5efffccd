/** A 403 although requests are left: it cannot be the rate limit, so nobody waits for it. */
import type { INodeParameters } from 'n8n-workflow';
import { loadOptions, runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { letPass, skippingNow } from '../harness/skippedWaits';
import { byId, emptyItems } from '../resources/service';

const MINUTE = 60_000;
const labelsOf = (inbox: number): INodeParameters => {
	return { resource: 'label', operation: 'getAll', messageBoxId: byId(inbox), returnAll: true };
};
const creation = { resource: 'label', operation: 'create', messageBoxId: byId(103), name: 'New', createLabelFields: { ifExists: 'create' } };
const editor = { resource: 'ticket', operation: 'update', messageBoxId: byId(103) };
const DENIED = 'The service denied access although requests are left: Forbidden';

const simulator = simulatorOfEachTest();

/** Denies what is in inbox 103. */
const deny = () => {
	simulator.faults.add({ kind: 'status', status: 403, body: { message: 'Forbidden' }, when: { path: /\/103\//, times: 'always' } });
};
const statuses = () => simulator.requests.map(({ status }) => status);
const messageOf = async (work: Promise<unknown>) => await work.then(() => 'none', ({ message }: Error) => message);

it.each<[string, () => Promise<unknown>]>([
	['a node', async () => await runNode(simulator, labelsOf(103))],
	['a node that creates', async () => await runNode(simulator, creation)],
	['a dropdown', async () => await loadOptions(simulator, 'getLabels', editor)],
])("%s fails at once with the service's words, and is answered as soon as access has returned", async (_who, work) => {
	deny();
	expect(await messageOf(work())).toBe(DENIED);
	expect(statuses()).toEqual([403]);
	simulator.faults.clear();
	expect(await messageOf(work())).toBe('none');
});

it('each item of a run is asked for, and the window is not taken for used up', async () => {
	// The window is a new one, so that a wait for its end would show in the items.
	letPass(MINUTE - (skippingNow() % MINUTE));
	deny();
	const denied = await runNode(simulator, labelsOf(103), { items: emptyItems(3), node: { onError: 'continueRegularOutput' } });
	expect(denied.map(({ json }) => String(json.error))).toEqual(Array(3).fill(expect.stringContaining(DENIED)));
	expect(statuses()).toEqual([403, 403, 403]);
	const others = await runNode(simulator, labelsOf(101), { items: emptyItems(20) });
	expect(new Set(others.map(({ pairedItem }) => (pairedItem as { item: number }).item)).size).toBe(20);
	expect(others.filter(({ json }) => 'rate_limit_wait_seconds' in json)).toEqual([]);
});
