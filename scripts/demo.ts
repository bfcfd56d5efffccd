import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSlackApi, type SlackApi } from '../test/e2e/examples/slackApi';
import { aboutExample, addressOf, openExample, runOnce, toTry, type OpenExample } from './demo/example';
import { saySlackMessage, startReceiver } from './demo/receiver';
import { prepare, slackInstead } from './demo/setUp';
import { tally, watchOnce } from './demo/tally';
import { Watch } from './demo/watch';
import { exampleNames } from './demo/workflow';
import { exitWith, say, sayBlock } from './run';
import { withN8n, type Started } from './servers';
import type { SimulatorProcess } from './simulator-process';

const USAGE = `npm run demo             tickets flow through a real n8n until Ctrl-C
npm run demo -- --once   the same, ends by itself after the first tickets, with a summary
npm run demo -- --example NAME   one of the examples, filled in as far as the demo can; with --once it ends after a run`;

/** Shown unless one is asked for: its tickets go to Slack, and a form becomes a contact and a ticket. */
const USUAL = ['new-ticket-to-slack', 'form-to-contact-and-memo'];
/** Something happens at the service every few seconds: fast enough to watch, slow enough to read. */
const LIVE_MS = 8_000;
/** Until the first ticket, so that nobody waits for it: only some of what happens is a new ticket in the watched inbox. */
const FIRST_MS = 400;
const LOOK_MS = 300;

interface Asked {
	/** end after the first tickets went all the way */
	once: boolean;
	/** the name of the example to show, in place of the two that the demo shows otherwise */
	example?: string;
}

/**
 * Shows examples at work: from the simulated service through a real n8n to stand-ins for Slack.
 *
 * @returns the exit code: 0, or 1 when `once` and something is not as it must be
 */
async function demo({ once, example }: Asked, slackApi: SlackApi, { simulator, api, addresses, servers }: Started): Promise<number> {
	const receiver = servers.add(await startReceiver(saySlackMessage));
	const has = await prepare({ api, simulator, receiver, slackApi });
	const open: OpenExample[] = [];
	for (const file of example === undefined ? USUAL : [example]) open.push(await openExample(api, has, file));
	sayBlock([...open.flatMap((one) => aboutExample(api.baseUrl, one)), ...addresses, `instead of Slack  ${receiver.url}`]);
	const watch = new Watch(simulator);
	await watch.begin();
	if (!once) return await untilStopped(simulator, watch, toTry(api.baseUrl, open), servers.signal);
	const [first, second] = open;
	if (!second) return await runOnce(api, simulator, watch, first, servers.signal);
	const formUrl = String(addressOf(api.baseUrl, second.triggers[0]));
	const seen = await watchOnce({ simulator, api, receiver, watch, workflowId: first.id, labelId: has.labelId, formUrl }, servers.signal);
	const { lines, ok } = tally(seen);
	sayBlock([ok ? 'Every ticket went all the way, once.' : 'Something is not as it must be.', ...lines]);
	return ok ? 0 : 1;
}

async function untilStopped(simulator: SimulatorProcess, watch: Watch, next: string, signal: AbortSignal): Promise<number> {
	await simulator.live(FIRST_MS);
	say('Customers are writing. n8n asks for news every ten seconds. Ctrl-C stops everything.');
	say(`To try in the next minute: ${next}.`);
	while (!signal.aborted) {
		const before = watch.created.length;
		if ((await watch.report()) > 0 && before === 0) await simulator.live(LIVE_MS);
		await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
	}
	return 0;
}

/** @returns what was asked for; undefined when that is not known, which is then said */
function understood(args: string[]): Asked | undefined {
	try {
		const { values } = parseArgs({ args, options: { once: { type: 'boolean', default: false }, example: { type: 'string' } } });
		const { once, example } = values;
		if (example === undefined || exampleNames().includes(example)) return { once, example };
		console.error(`There is no example "${example}". There are:\n${exampleNames().map((name) => `  ${name}`).join('\n')}`);
	} catch {
		console.error(USAGE);
	}
	return undefined;
}

async function main(args: string[]): Promise<number> {
	const asked = understood(args);
	if (!asked) return 2;
	// n8n gets the address at its start.
	const slackApi = await startSlackApi(saySlackMessage);
	try {
		return await withN8n(async (started) => await demo(asked, slackApi, started), { env: slackInstead(slackApi) });
	} finally {
		await slackApi.stop();
	}
}

exitWith(async () => await main(process.argv.slice(2)));
