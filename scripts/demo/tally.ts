/** `npm run demo -- --once`: a few tickets and a form go all the way, and each stage is looked at. */
import { setTimeout as delay } from 'node:timers/promises';
import type { N8nApi } from '../n8n-host/api';
import { failureText, outputJson } from '../n8n-host/execution';
import { say } from '../run';
import type { SimulatorClient } from '../simulator-process';
import type { Receiver } from './receiver';
import { INBOX_ID } from './setUp';
import { POLL_TIMEOUT_MS, TRAFFIC_TIMEOUT_MS, until, type Watch } from './watch';

/** What a visitor writes into the form, in the order of its fields. */
const FORM_ANSWERS = ['grace@form.example', 'Hopper', 'Grace', '03-5550-0199', 'A moth is in the relay.'];
const SETTLE_MS = 3_000;

/** What was seen at each stage; every list holds ticket ids, one for each time the ticket was seen there. */
export interface Seen {
	/** new in the watched inbox since the workflow was switched on, as the simulator has it */
	created: number[];
	/** put out by the trigger */
	triggered: number[];
	/** carry the label, as the simulator has it */
	labelled: number[];
	/** named in a message that reached the webhook */
	delivered: number[];
	/** new in the address book since then: the one who sent the form */
	contacts: number;
	/** requests that the API document does not allow */
	violations: string[];
	/** executions of n8n that ended with an error */
	failures: string[];
}

/** What is looked at. */
export interface Stages {
	simulator: SimulatorClient;
	api: N8nApi;
	receiver: Receiver;
	watch: Watch;
	/** the workflow that labels tickets and posts to Slack */
	workflowId: string;
	labelId: number;
	/** where the form is, which becomes a contact and a ticket */
	formUrl: string;
}

/**
 * Lets some tickets arrive and a form be sent, waits until they went all the way, and then for one more poll, which must
 * repeat nothing.
 * When time runs out it returns what was seen: the summary says what is missing.
 *
 * @throws when `signal` is aborted
 */
export async function watchOnce(stages: Stages, signal: AbortSignal): Promise<Seen> {
	const { simulator, watch, formUrl, receiver } = stages;
	const contactsBefore = (await simulator.state()).counts.contacts;
	const written = await watch.receive(signal);
	say('A visitor sends the form ...');
	await sendForm(formUrl);
	await until(async () => (await watch.report()) > written, TRAFFIC_TIMEOUT_MS, signal);
	say('n8n asks for new tickets every ten seconds. Waiting for that ...');
	const isAllDelivered = () => watch.created.every((id) => deliveredIds(receiver).includes(id));
	await until(async () => (await watch.report()) > 0 && isAllDelivered(), POLL_TIMEOUT_MS, signal);
	await watch.report();
	const polls = await pollCount(simulator);
	say('Waiting for one more poll, which must repeat nothing ...');
	await until(async () => (await pollCount(simulator)) > polls, POLL_TIMEOUT_MS, signal);
	await delay(SETTLE_MS, undefined, { signal });
	return await look(stages, contactsBefore);
}

/** Sends the form as a browser does. @throws when n8n refuses it */
async function sendForm(formUrl: string): Promise<void> {
	const body = new FormData();
	for (const [place, answer] of FORM_ANSWERS.entries()) body.append(`field-${place}`, answer);
	const response = await fetch(formUrl, { method: 'POST', body });
	if (!response.ok) throw new Error(`The form was refused: ${response.status} ${await response.text()}`);
}

/** @returns how often the trigger has asked for tickets */
async function pollCount(simulator: SimulatorClient): Promise<number> {
	return (await simulator.requests()).filter(({ path }) => path === `/api/v2/${INBOX_ID}/tickets/search`).length;
}

async function look({ simulator, api, receiver, watch, workflowId, labelId }: Stages, contactsBefore: number): Promise<Seen> {
	const executions = await api.executions(workflowId);
	const { violations, counts } = await simulator.state();
	// From the updates that took effect: colleagues of the live traffic may take a label away again.
	const updates = (await simulator.requests()).filter(({ method, status, body }) => {
		const labels = (body as { label_ids?: unknown } | undefined)?.label_ids;
		return method === 'PUT' && status === 204 && Array.isArray(labels) && labels.includes(labelId);
	});
	return {
		created: [...watch.created],
		triggered: executions.flatMap((one) => outputJson(one, 'New ticket')).map((json) => Number(json.ticket_id)),
		labelled: updates.map(({ path }) => Number(path.split('/').at(-1))),
		delivered: deliveredIds(receiver),
		contacts: counts.contacts - contactsBefore,
		violations: violations.map(({ method, path, message }) => `${method} ${path}: ${message}`),
		failures: executions.filter(({ status }) => status !== 'success').map((one) => failureText(one) ?? one.status),
	};
}

function deliveredIds({ messages }: Receiver): number[] {
	return messages.map(({ text }) => Number(/#(\d+)/.exec(text)?.[1]));
}

interface Tally {
	lines: string[];
	/** whether every number is what it must be */
	ok: boolean;
}

/** @returns the ids that appear more than once */
function repeated(ids: number[]): number[] {
	return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/** @returns a line for each number, saying what is wrong where something is */
export function tally(seen: Seen): Tally {
	const { created, triggered, labelled, delivered, contacts, violations, failures } = seen;
	const duplicates = [...new Set([...repeated(triggered), ...repeated(delivered)])];
	const stage = (name: string, ids: number[]) => {
		const missing = created.filter((id) => !ids.includes(id));
		const extra = ids.filter((id) => !created.includes(id));
		const faults = [list('missing', missing), list('not expected', extra)].filter(Boolean);
		return { name, count: new Set(ids).size, fault: faults.join(', ') };
	};
	const rows = [
		{ name: 'tickets created', count: created.length, fault: created.length ? '' : 'at least one was expected' },
		stage('triggered', triggered),
		stage('labelled', labelled),
		stage('messages delivered', delivered),
		{ name: 'contacts by form', count: contacts, fault: contacts === 1 ? '' : 'one was expected' },
		{ name: 'duplicates', count: duplicates.length, fault: list('tickets', duplicates) },
		{ name: 'violations of the API', count: violations.length, fault: violations.join('; ') },
		{ name: 'failed executions', count: failures.length, fault: failures.join('; ') },
	];
	return {
		lines: rows.map(({ name, count, fault }) => `  ${fault ? 'x' : '✓'} ${name.padEnd(22)} ${count}${fault && `   ${fault}`}`),
		ok: rows.every(({ fault }) => fault === ''),
	};
}

function list(what: string, ids: number[]): string {
	return ids.length ? `${what}: ${ids.join(', ')}` : '';
}
