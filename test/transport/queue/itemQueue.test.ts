import { setTimeout as delay } from 'node:timers/promises';
import { ExecutionStopped } from '../../../nodes/SupportInbox/transport/queue/cancellation';
import type { RequestContext } from '../../../nodes/SupportInbox/transport/queue/requestContext';
import { runNode } from '../../harness/engine';
import { byId, INBOX } from '../../resources/service';
import { startSimulator } from '../../simulator';
import { virtualService } from '../virtualService';

describe('the order within an execution', () => {
	it('reads go a few at a time and begin in item order', async () => {
		const { clock, dispatcher } = await virtualService();
		const begun: number[] = [];
		let together = 0;
		let most = 0;
		const read = async (order: number) => {
			const requestContext: RequestContext = { queue: 'a', order, writes: false, priority: 'bulk' };
			await dispatcher.runInQueue(requestContext, async () => {
				begun.push(order);
				most = Math.max(most, ++together);
				await clock.sleep(100);
				together--;
			});
		};
		await clock.run(Promise.all([...Array(20).keys()].map(read)));
		expect(begun).toEqual([...Array(20).keys()]);
		expect(most).toBe(4);
	});

	it('writes go in item order also where n8n has the credential of a later item first', async () => {
		const simulator = await startSimulator({ rateLimit: { limit: 1_000 } });
		const names = [...Array(20).keys()].map((item) => `item ${item}`);
		const waiting: Array<() => void> = [];
		const answerBackwards = async () => {
			for (let answer = waiting.pop(); answer !== undefined; answer = waiting.pop()) {
				answer();
				await delay(5);
			}
		};
		let asked = 0;
		// The engine asks once before the first item; what is asked after all items have asked is answered at once.
		const beforeCredential = async () => {
			asked += 1;
			if (asked === 1 || asked > names.length + 1) return;
			const answered = new Promise<void>((resolve) => waiting.push(resolve));
			if (waiting.length === names.length) void answerBackwards();
			await answered;
		};
		const label = { resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: '={{ $json.name }}', createLabelFields: { ifExists: 'create' } };
		await runNode(simulator, label, { items: names.map((name) => ({ json: { name } })), beforeCredential });
		expect(simulator.requests.map(({ body }) => (body as { name: string }).name)).toEqual(names);
		await simulator.stop();
	});

	it('an item whose credential fails does not hold up the rest', async () => {
		const simulator = await startSimulator({ rateLimit: { limit: 1_000 } });
		let asked = 0;
		const beforeCredential = async () => {
			// The engine asks once for all items before the first.
			if (++asked === 2) throw new Error('The database is gone');
		};
		const items = ['a', 'b', 'c'].map((name) => ({ json: { name } }));
		const label = { resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: '={{ $json.name }}' };
		const out = await runNode(simulator, label, { items, beforeCredential, node: { onError: 'continueRegularOutput' } });
		expect(out.map(({ json }) => json.error)).toEqual(['The database is gone', undefined, undefined]);
		await simulator.stop();
	});
});

describe('a stopped execution', () => {
	const stopped = expect.any(ExecutionStopped) as unknown;

	it('ends the wait for the rate limit at once and sends nothing more', async () => {
		const service = await virtualService();
		const { clock, simulator } = service;
		await clock.run(service.ask());
		simulator.consumeQuota(59);
		const stop = new AbortController();
		const items = [...Array(100).keys()].map(
			async (order) => await service.ask({ order, signal: stop.signal }).catch((error: unknown) => error),
		);
		await clock.pass(10_000);
		const sent = simulator.requests.length;
		const at = clock.now();
		stop.abort();
		expect(await clock.run(Promise.all(items))).toEqual(Array(100).fill(stopped));
		expect(clock.now()).toBe(at);
		await clock.pass(120_000);
		expect(simulator.requests).toHaveLength(sent);
		// The dispatcher works on for others.
		expect(await clock.run(service.ask({ queue: 'b' }))).toBe(200);
	});

	it('ends the pause before another try at once', async () => {
		const service = await virtualService();
		const { clock, simulator } = service;
		simulator.faults.add({ kind: 'status', status: 503, when: { times: 9 } });
		const stop = new AbortController();
		const item = service.ask({ signal: stop.signal }).catch((error: unknown) => error);
		await clock.pass(200);
		expect(simulator.requests).toHaveLength(1);
		const at = clock.now();
		stop.abort();
		expect(await clock.run(item)).toEqual(stopped);
		expect(clock.now()).toBe(at);
		await clock.pass(10_000);
		expect(simulator.requests).toHaveLength(1);
	});

	it('is listened for once, however many items wait: Node warns of more than ten listeners', async () => {
		const service = await virtualService({ simulator: { rateLimit: { limit: 1_000 } } });
		const { signal } = new AbortController();
		const listen = jest.spyOn(signal, 'addEventListener');
		await service.clock.run(Promise.all([...Array(50).keys()].map(async (order) => await service.ask({ order, signal }))));
		expect(listen).toHaveBeenCalledTimes(1);
	});
});
