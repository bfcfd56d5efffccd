import { setTimeout as delay } from 'node:timers/promises';
import type { SimulatorClient } from '../simulator-process';
import type { Observer } from './observer';
import { say } from '../terminal';
import type { Seen } from './tally';

const WANTED_TICKETS = 3;
/** Fast traffic: only some of what happens is a new ticket in the watched inbox. */
const TRAFFIC_MS = 400;
const TRAFFIC_TIMEOUT_MS = 60_000;
/** n8n polls every ten seconds; a slow machine gets its time. */
const POLL_TIMEOUT_MS = 130_000;
/** What a visitor writes into the form, in the order of its fields. */
const FORM_ANSWERS = ['grace@form.example', 'Hopper', 'Grace', '03-5550-0199', 'A moth is in the relay.'];
const SETTLE_MS = 3_000;

/**
 * Lets some tickets arrive and a form be sent, waits until they went all the way, and then for one more poll, which must repeat nothing.
 * When time runs out it returns what was seen: the summary says what is missing.
 *
 * @throws when `signal` is aborted
 */
export async function watchOnce(
	simulator: SimulatorClient,
	observer: Observer,
	formUrl: string,
	signal: AbortSignal,
): Promise<Seen> {
	await observer.begin();
	say('Customers are writing ...');
	await simulator.live(TRAFFIC_MS);
	await until(async () => (await tellNews(observer)) >= WANTED_TICKETS, TRAFFIC_TIMEOUT_MS, signal);
	await simulator.live(0);
	const written = await tellNews(observer);
	say('A visitor sends the form ...');
	await sendForm(formUrl);
	await until(async () => (await tellNews(observer)) > written, TRAFFIC_TIMEOUT_MS, signal);
	say('n8n asks for new tickets every ten seconds. Waiting for that ...');
	await until(() => observer.isAllDelivered, POLL_TIMEOUT_MS, signal);
	const polls = await observer.pollCount();
	say('Waiting for one more poll, which must repeat nothing ...');
	await until(async () => (await observer.pollCount()) > polls, POLL_TIMEOUT_MS, signal);
	await delay(SETTLE_MS, undefined, { signal });
	return await observer.seen();
}

/** Sends the form as a browser does. @throws when n8n refuses it */
async function sendForm(formUrl: string): Promise<void> {
	const body = new FormData();
	for (const [place, answer] of FORM_ANSWERS.entries()) body.append(`field-${place}`, answer);
	const response = await fetch(formUrl, { method: 'POST', body });
	if (!response.ok) throw new Error(`The form was refused: ${response.status} ${await response.text()}`);
}

async function tellNews(observer: Observer): Promise<number> {
	for (const line of await observer.news()) say(line);
	return observer.createdCount;
}

async function until(reached: () => Promise<boolean> | boolean, timeoutMs: number, signal: AbortSignal): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await reached()) && Date.now() < deadline) await delay(500, undefined, { signal });
}
