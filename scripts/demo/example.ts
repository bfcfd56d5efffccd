import { setTimeout as delay } from 'node:timers/promises';
import type { N8nApi } from '../n8n-host/api';
import { failureText } from '../n8n-host/execution';
import { say, sayBlock } from '../run';
import type { SimulatorClient } from '../simulator-process';
import { templateValues, leftToReplace, type Provisions } from './setUp';
import { POLL_TIMEOUT_MS, until, type Watch } from './watch';
import type { Example, ExampleNode, ToReplace } from './workflow';

/** One more poll, and what it starts. */
const SETTLE_MS = 15_000;
/** Triggers that start the workflow without somebody who calls it. */
const OURS = 'n8n-nodes-support-inbox.supportInboxTrigger';
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';
const FORM = 'n8n-nodes-base.formTrigger';
/** n8n publishes no workflow that has only this one. */
const BY_HAND = 'n8n-nodes-base.manualTrigger';

/** An example in n8n. */
export interface OpenExample {
	file: string;
	id: string;
	/** what its user has to fill in; nothing when it is published */
	left: ToReplace[];
	/** what starts it */
	triggers: ExampleNode[];
}

/**
 * Imports an example, fills in what the demo has, and publishes it where nothing is left.
 *
 * @param file its name without `.json`
 * @throws n8n's message when it refuses it for another reason
 */
export async function openExample(api: N8nApi, has: Provisions, file: string): Promise<OpenExample> {
	const workflow = await templateValues(file, has);
	const id = await api.createWorkflow(workflow);
	const triggers = workflow.nodes.filter(({ type }) => /trigger$|\.webhook$/i.test(type));
	if (isByHand(workflow)) return { file, id, left: [], triggers };
	try {
		await api.activate(id);
		return { file, id, left: [], triggers };
	} catch (error) {
		const left = leftToReplace(file, String(error));
		if (!left.length) throw error;
		return { file, id, left, triggers };
	}
}

/** Whether only a person can start it. */
export function isByHand({ nodes }: Pick<Example, 'nodes'>): boolean {
	return nodes.filter(({ type }) => /trigger$|\.webhook$/i.test(type)).every(({ type }) => type === BY_HAND);
}

/** @returns where it is in n8n, what it begins with, and what is left to fill in */
export function aboutExample(baseUrl: string, { file, id, left, triggers }: OpenExample): string[] {
	return [
		`workflow          ${baseUrl}/workflow/${id}`,
		`  its page        examples/${file}.md`,
		...triggers.map((trigger) => `  begins with     ${[trigger.name, addressOf(baseUrl, trigger)].filter(Boolean).join(': ')}`),
		stateOf(left, triggers),
		...left.map(({ nodes, what }) => `    ${nodes.join(', ')}: ${what}`),
		'',
	];
}

function stateOf(left: ToReplace[], triggers: ExampleNode[]): string {
	if (isByHand({ nodes: triggers })) return '  started by hand; its page says what to fill in';
	return left.length ? '  not published   something is left to fill in:' : '  published       nothing is left to fill in';
}

/** @returns what a person can try with it in the next minute: the form, where one of the examples has one */
export function toTry(baseUrl: string, examples: OpenExample[]): string {
	const [form] = examples.filter(({ left }) => !left.length).flatMap(({ id, triggers }) => triggers.filter(({ type }) => type === FORM).map((trigger) => ({ id, url: addressOf(baseUrl, trigger)! })));
	const runs = (id: string) => `${baseUrl}/workflow/${id}/executions`;
	if (form) return `fill in the form at ${form.url}, and see what comes of it at ${runs(form.id)}`;
	const [{ id, left, triggers }] = examples as [OpenExample];
	if (left.length) return `open ${baseUrl}/workflow/${id}, and fill in the nodes that n8n marks red`;
	return triggers.some(({ type }) => type === OURS) ? `open ${runs(id)}: the next customer is there within ten seconds` : `open ${baseUrl}/workflow/${id}, and press Execute workflow`;
}

/** @returns the address that starts a workflow, for a trigger that has one */
export function addressOf(baseUrl: string, { type, parameters, webhookId }: ExampleNode): string | undefined {
	if (type === 'n8n-nodes-base.webhook') return `${baseUrl}/webhook/${String(parameters.path)}`;
	// n8n puts a form below the id of its webhook.
	return type === FORM ? `${baseUrl}/form/${String(webhookId)}` : undefined;
}

/**
 * Lets customers write, or starts it where it begins with a time, until it has run.
 *
 * @returns the exit code: 0, or 1 when it was not run, or failed
 */
export async function runOnce(api: N8nApi, simulator: SimulatorClient, watch: Watch, { id, left, triggers }: OpenExample, signal: AbortSignal): Promise<number> {
	if (left.length) return 0;
	const schedule = triggers.find(({ type }) => type === SCHEDULE);
	if (schedule) {
		say(`It begins with a time (${schedule.name}): started by hand ...`);
		await api.runWorkflow(id, schedule.name);
	} else if (triggers.some(({ type }) => type === OURS)) {
		await watch.receive(signal);
		say('n8n asks for news every ten seconds. Waiting for that ...');
		await until(async () => (await watch.report(), (await api.executions(id)).length > 0), POLL_TIMEOUT_MS, signal);
		await delay(SETTLE_MS, undefined, { signal });
	} else {
		say(`It begins with a call (${triggers.map(({ name }) => name).join(', ')}), and nobody calls it here.`);
		return 0;
	}
	await watch.report();
	const executions = await api.executions(id);
	const failures = executions.flatMap((one) => failureText(one) ?? []);
	const violations = (await simulator.state()).violations.map(({ method, path, message }) => `${method} ${path}: ${message}`);
	sayBlock([`n8n ran it ${executions.length} time(s).`, ...[...failures, ...violations].map((line) => `  x ${line}`)]);
	return executions.length > 0 && failures.length + violations.length === 0 ? 0 : 1;
}
