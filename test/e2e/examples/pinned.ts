/**
 * The pinned data of the examples: what runs of their trials put out, in little.
 *
 *     UPDATE_PINNED=1 npm run test:e2e -- test/e2e/examples.test.ts -t 'the example new-ticket-to-slack'    makes that of one anew
 */
import type { IDataObject, IPairedItemData } from 'n8n-workflow';
import type { Example, ExampleNode } from '../../../scripts/demo/workflow';
import type { N8nApi, WorkflowDefinition } from '../../../scripts/n8n-host/api';
import type { Execution } from '../../../scripts/n8n-host/execution';

type PinData = NonNullable<WorkflowDefinition['pinData']>;

/** Of a node, and of a list or a text in its items. */
export const MOST_ITEMS = 3;
const MOST_ENTRIES = 5;
const MOST_TEXT = 300;
/** When the runs took place, as the data has it: their own times would be others each time. */
const RAN_AT = Date.parse('2026-07-06T01:00:00Z');
const MINUTE_MS = 60_000;
/** What is further from a run than that is dated by the trial itself, and no other each time. */
const LATELY_MS = 100 * 24 * 60 * MINUTE_MS;
const TIME = /\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)/g;
/** A server of the tests, also in an encoded form. */
const LOCAL = /http(:\/\/|%3A%2F%2F)127\.0\.0\.1(?::|%3A)\d+/g;
/** A signature, or what nobody is to guess. */
const CODE = /\b[0-9a-f]{32,}\b/g;
/** Of a call of the workflow: the others are of the program that called it, or secret. */
const HEADERS = /^(content-type|x-slack-.*)$/;

const BASE = 'n8n-nodes-base.';
/** Start a workflow by hand as they are. */
const STARTERS = ['scheduleTrigger', 'manualTrigger'].map((type) => BASE + type);
/** Need an address, a file or another run, where they need no credential. */
const NEEDY = ['httpRequest', 'extractFromFile', 'executeWorkflow', 'wait', 'respondToWebhook'].map((type) => BASE + type);

/** @returns the nodes that a workflow can start with */
export function startsOf({ nodes }: Example): ExampleNode[] {
	return nodes.filter(({ type }) => /trigger$|\.webhook$/i.test(type));
}

/** @returns the nodes that can do nothing before somebody has filled them in, or calls them. Models and tools are none: n8n pins no data on them. */
export function nodesToPin(example: Example): ExampleNode[] {
	const links = Object.entries(example.connections as Record<string, Record<string, Array<Array<{ node: string }>>>>).flatMap(([name, outputs]) => Object.entries(outputs).filter(([kind]) => kind !== 'main').map(([, targets]) => ({ name, targets: targets.flat().map(({ node }) => node) })));
	const isSub = (name: string) => links.some((link) => link.name === name);
	const hasSubs = (name: string) => links.some(({ targets }) => targets.includes(name));
	const isStart = (node: ExampleNode) => startsOf(example).includes(node) && !STARTERS.includes(node.type);
	return example.nodes.filter((node) => !isSub(node.name) && (isStart(node) || node.credentials !== undefined || NEEDY.includes(node.type) || 'dataTableId' in node.parameters || keepsState(node) || judgesAge(node) || hasSubs(node.name)));
}

/** Whether it lets an item pass only once, also by hand. */
function keepsState({ type, parameters }: ExampleNode): boolean {
	return type === `${BASE}removeDuplicates` && parameters.operation === 'removeItemsSeenInPreviousExecutions';
}

/** Whether it looks at how old something is: pinned data grows old. */
function judgesAge({ parameters }: ExampleNode): boolean {
	return /Date\.now\(\)|\$now\.diff\(/.test(JSON.stringify(parameters));
}

/** @returns the runs of an example that succeeded in an n8n */
export async function runsOf({ name }: Example, api: N8nApi): Promise<Execution[]> {
	const executions: Execution[] = [];
	for (const id of await api.workflowsNamed(name)) executions.push(...(await api.executions(id)).filter(({ status }) => status === 'success'));
	return executions;
}

/**
 * @param n8nUrl where it ran
 * @returns for each node of `nodesToPin` what it put out: nodes behind the same start come from the same run where that is possible
 */
export function pinnedOf(example: Example, runs: Execution[], n8nUrl: string): PinData {
	const executions = [...runs].sort((one, other) => nodeCount(other) - nodeCount(one) || Number(one.mode === 'manual') - Number(other.mode === 'manual') || Number(one.id) - Number(other.id));
	const ofStarts = startsOf(example).flatMap(({ name }) => executions.find((execution) => outputOf(execution, name).length > 0) ?? []);
	const sources = [...ofStarts, ...executions];
	const pinned = nodesToPin(example).map(({ name }) => [name, sources.find((execution) => outputOf(execution, name).length > 0)] as const);
	return Object.fromEntries(pinned.flatMap(([name, source]) => (source ? [[name, itemsOf(source, name, n8nUrl)]] : [])));
}

const nodeCount = ({ data }: Execution) => Object.keys(data.resultData.runData).length;

/** @returns what a node put out first */
function outputOf({ data }: Execution, name: string) {
	return data.resultData.runData[name]?.[0]?.data?.main[0] ?? [];
}

function itemsOf(execution: Execution, name: string, n8nUrl: string): PinData[string] {
	const shift = RAN_AT - Date.parse(execution.startedAt);
	const items = outputOf(execution, name).flatMap(({ json, pairedItem }) => {
		const [pair] = [pairedItem].flat() as [number | IPairedItemData | undefined];
		const item = typeof pair === 'object' ? pair.item : pair;
		return item !== undefined && item >= MOST_ITEMS ? [] : [{ json: little(json, shift, n8nUrl) as IDataObject, ...(item !== undefined && { pairedItem: { item } }) }];
	});
	return items.slice(0, MOST_ITEMS);
}

/** @returns a value with short texts and lists, at the time of `RAN_AT`, without addresses of the machine */
function little(value: unknown, shift: number, n8nUrl: string): unknown {
	if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((entry) => little(entry, shift, n8nUrl));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, little(name === 'headers' ? headersOf(part as IDataObject) : part, shift, n8nUrl)]));
	}
	if (typeof value !== 'string') return value;
	const text = value.replaceAll(n8nUrl, 'https://n8n.example').replace(LOCAL, 'https$1service.example').replace(CODE, (code) => '0'.repeat(code.length)).replace(TIME, (_time, local: string, fraction: string | undefined, zone: string) => {
		const at = Date.parse(`${local}Z`);
		const shifted = Math.abs(at + shift - RAN_AT) < LATELY_MS ? at + shift : at;
		return new Date(shifted - (shifted % MINUTE_MS)).toISOString().slice(0, 19) + (fraction ? '.000' : '') + zone;
	});
	// What a node reads as JSON stays whole.
	return text.length > MOST_TEXT && !/^[[{]/.test(text) ? `${text.slice(0, MOST_TEXT)} ...` : text;
}

function headersOf(headers: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => HEADERS.test(name)));
}
