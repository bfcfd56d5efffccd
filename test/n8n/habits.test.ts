/** What we rely on in n8n that n8n does not promise: docs/maintainers/n8n.md has a row for each test, which is red when n8n changes. */
import { setTimeout } from 'node:timers/promises';
import * as n8nCore from 'n8n-core';
import { version as core } from 'n8n-core/package.json';
import {
	type IExecutePaginationFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
	NodeHelpers,
	NodeOperationError,
} from 'n8n-workflow';
import { evaluated, evaluatorOf } from '../../nodes/SupportInbox/adapter/expressions';
import { establishedAtOf } from '../../nodes/SupportInbox/adapter/run';
import { type RunSettings, pollerOf, runNode } from '../harness/engine';
import { execute } from '../harness/execution';
import { type MaybeOlder, asLoaded } from '../harness/olderVersions';

/** Nothing is sent. */
const NOWHERE = { baseUrl: 'http://127.0.0.1:1', token: 'none' };

type Hook = (context: IExecutePaginationFunctions, request: { options: { timeout?: number } }) => Promise<INodeExecutionData[]> | INodeExecutionData[];

/** A declarative node that is nothing but a hook for pages. */
function nodeOf(hook: Hook): INodeType {
	const field: INodeProperties = {
		displayName: 'Text',
		name: 'text',
		type: 'string',
		default: '',
		routing: {
			request: { method: 'GET', url: '/' },
			send: { paginate: true },
			operations: {
				async pagination(request) {
					return await hook(this, request as never);
				},
			},
		},
	};
	const description = { displayName: 'Node', name: 'supportInbox', version: 1, properties: [field], inputs: [NodeConnectionTypes.Main], outputs: [NodeConnectionTypes.Main], defaults: { name: 'Node' } };
	return asLoaded({ description: { ...description, group: [], description: '', credentials: [] } as INodeTypeDescription });
}

const items = (count: number) => Array.from({ length: count }, (_, id) => ({ json: { id } }));
const batching = (batchSize: number) => ({ requestOptions: { batching: { batch: { batchSize, batchInterval: 5 } } } });

describe('the declarative engine', () => {
	it.each<[string, INodeParameters]>([['without', {}], ['with', batching(2)]])('starts all items before it awaits one, %s Batching', async (_how, parameters) => {
		const started: number[] = [];
		const nodeType = nodeOf(async (context) => {
			started.push(context.getItemIndex());
			while (started.length < 5) await setTimeout(1);
			return [{ json: {} }];
		});
		const out = await runNode(NOWHERE, parameters, { nodeType, items: items(5) });
		expect([started, out.length]).toEqual([[0, 1, 2, 3, 4], 5]);
	});

	it('starts the items of a run, or of a batch, in one turn of the event loop', async () => {
		const turns: number[] = [];
		let turn = 0;
		const nodeType = nodeOf(() => {
			turns.push(turn);
			void setTimeout(0).then(() => (turn += 1));
			return [];
		});
		await runNode(NOWHERE, {}, { nodeType, items: items(5) });
		await runNode(NOWHERE, batching(2), { nodeType, items: items(4) });
		const withNext = turns.slice(1).map((one, place) => one === turns[place]);
		expect([withNext.slice(0, 4), withNext.slice(5)]).toEqual([[true, true, true, true], [true, false, true]]);
	});

	it('calls the hook for pages in place of the request, and takes its items as they are', async () => {
		const made = [{ json: { id: 1 }, pairedItem: { item: 0 } }, { json: { id: 2 }, pairedItem: { item: 0 } }];
		expect(await runNode(NOWHERE, {}, { nodeType: nodeOf(() => made) })).toEqual(made);
	});

	it('does not say which item an output belongs to', async () => {
		expect(await runNode(NOWHERE, {}, { nodeType: nodeOf(() => [{ json: {} }]) })).toEqual([{ json: {} }]);
	});

	it('sets a timeout where the user has set none', async () => {
		let timeout: number | undefined;
		const nodeType = nodeOf((_context, { options }) => {
			({ timeout } = options);
			return [];
		});
		await runNode(NOWHERE, {}, { nodeType });
		expect(timeout).toBe(300_000);
	});
});

describe('a run of a node', () => {
	/** Runs twice, and each run has two tries. @returns what the hook sees at each call */
	async function seen<T>(look: (context: IExecutePaginationFunctions) => T, more: Partial<RunSettings> = {}): Promise<T[]> {
		const calls: T[] = [];
		const nodeType = nodeOf((context) => {
			calls.push(look(context));
			if (calls.length % 4 === 2) throw new NodeOperationError(context.getNode(), 'Once more');
			return [{ json: {} }];
		});
		const { error } = await execute(NOWHERE, {}, { nodeType, items: items(2), rounds: [items(2)], node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 }, ...more });
		expect([error, calls.length]).toEqual([undefined, 8]);
		return calls;
	}

	it('has data of its own, which its attempts share', async () => {
		const data = await seen((context) => context.getExecuteData());
		expect(data.map((one) => data.indexOf(one))).toEqual([0, 0, 0, 0, 4, 4, 4, 4]);
	});

	it('begins each attempt with its first item', async () => {
		expect(await seen((context) => context.getItemIndex())).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
	});

	it('has a number, which an expression reads', async () => {
		expect(await seen((context) => evaluatorOf(context)('{{ $runIndex }}'))).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
	});

	it('shows what its earlier rounds have returned to an expression', async () => {
		const count = (context: IExecutePaginationFunctions) => {
			try {
				return (evaluatorOf(context)(`{{ $('${context.getNode().name}').all(0, 0) }}`) as unknown[]).length;
			} catch {
				return undefined;
			}
		};
		expect(await seen(count)).toEqual([undefined, undefined, undefined, undefined, 2, 2, 2, 2]);
	});

	it('knows when its execution began', async () => {
		const nodeType = nodeOf((context) => [{ json: { began: establishedAtOf(context) ?? null } }]);
		const [{ json }] = await runNode(NOWHERE, {}, { nodeType, establishedAt: 1_000 });
		// n8n-core 1.100.0 belongs to the oldest n8n.
		expect(json.began).toBe(core === '1.100.0' ? null : 1_000);
	});

	it('has all its items in its data, also those that did not start', async () => {
		expect(await seen((context) => context.getExecuteData().data.main[0]?.length)).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
	});

	it('copies its node for each question', async () => {
		const isSame = await seen((context) => context.getNode() === context.getNode());
		expect(new Set(isSame)).toEqual(new Set([false]));
	});

	it('writes custom data by an expression', async () => {
		const nodeType = nodeOf((context) => [{ json: { value: evaluatorOf(context)("{{ $execution.customData.set('a', 'b') }}") as never } }]);
		expect((await execute(NOWHERE, {}, { nodeType })).customData).toEqual({ a: 'b' });
	});

	it('takes an item for a failed one by its field error alone', async () => {
		const nodeType = nodeOf((context) => [{ json: context.getItemIndex() === 0 ? { error: 'No' } : { error: 'No', id: 1 } }]);
		const { items: done, failed } = await execute(NOWHERE, {}, { nodeType, items: items(2), node: { onError: 'continueErrorOutput' } });
		expect([done, failed].map((all) => all.map(({ json }) => json))).toEqual([[{ error: 'No', id: 1 }], [{ error: 'No' }]]);
	});
});

describe('an expression', () => {
	const TEXTS = ['a {{ $json.none }} b', '{{ null }}-{{ undefined }}', '{{ 0 }}{{ false }}{{ "" }}{{ NaN }}', '{{ true }} {{ 1.5 }} {{ -0 }}', '{{ "{" }} }} {{', '{{ "x" }}', '{{ 7 }}', 'no expression'];
	const OBJECTS = ['a {{ [1, "b"] }}', 'a {{ ({ a: 1 }) }}', 'a {{ new Date(0) }}', String.raw`a \{{ 1 }} {{ 2 }}`, '{{ [1] }}'];

	it.each([...TEXTS, ...OBJECTS])('is joined as n8n does: %s', async (text) => {
		const values: unknown[] = [];
		const nodeType = nodeOf((context) => {
			values.push(context.getNodeParameter('text'), evaluated(`=${text}`, evaluatorOf(context)).value);
			return [];
		});
		await runNode(NOWHERE, { text: `=${text}` }, { nodeType });
		expect(values[1]).toEqual(values[0]);
	});

	it('is read without being evaluated', async () => {
		const values: unknown[] = [];
		const nodeType = nodeOf((context) => {
			const read = (name: string) => context.getNodeParameter(name, 'none', { rawExpressions: true });
			values.push(read('text'), read('missing'));
			return [];
		});
		await runNode(NOWHERE, { text: '={{ 1 }}' }, { nodeType });
		expect(values).toEqual(['={{ 1 }}', 'none']);
	});

	it('is evaluated for a poll, too', async () => {
		let value: unknown;
		const nodeType = nodeOf(() => []);
		nodeType.poll = async function (this: IPollFunctions) {
			value = evaluatorOf(this)('{{ 1 + 1 }}');
			return null;
		};
		await pollerOf(NOWHERE, {}, { nodeType }).poll();
		expect(value).toBe(2);
	});
});

describe('what surrounds a node', () => {
	it('calls a type a tool by the end of its name', () => {
		const { description } = nodeOf(() => []);
		const isTool = (name: string) => NodeHelpers.displayParameter({}, { name: 'a', value: 'a', displayOptions: { show: { '@tool': [true] } } }, null, { ...description, name });
		expect([description.name, `${description.name}Tool`].map(isTool)).toEqual([false, true]);
	});

	it('saves what a poll without items has learned, but not at the activation', async () => {
		const { PollTriggerExecutor: Executor }: MaybeOlder<typeof n8nCore> = n8nCore;
		// Without durable polling there is nothing to save.
		if (Executor === undefined) return;
		const nothing = () => undefined;
		const tracing = { pickWorkflowAttributes: nothing, pickNodeAttributes: nothing, startSpan: spanned, startNewTraceSpan: spanned };
		const logger = { scoped: () => ({ debug: nothing }) };
		const executor = new Executor(logger as never, { runPollFunction: async () => null } as never, tracing as never, {} as never);
		let saved = 0;
		const expression = { acquireIsolate: async () => {}, releaseIsolate: async () => {} };
		const poll = executor.create({ expression } as never, {} as never, { __commitCursor: async () => void (saved += 1) } as never, () => true);
		await poll(false);
		expect(saved).toBe(1);
		// Once this is 2, adapter/poll.ts need not do it.
		await poll(true);
		expect(saved).toBe(1);
	});
});

async function spanned(_options: unknown, work: (span: { setStatus(): void }) => Promise<unknown>): Promise<unknown> {
	return await work({ setStatus: () => {} });
}
