/** The probe (scripts/probe.ts) against the simulator in each reading: it must not rule out the one that is true. */
import { ask, report } from '../../scripts/probe';
import { MOST_REQUESTS } from '../../scripts/probe/client';
import type { Settings } from '../../scripts/probe/questions';
import { startSimulator, type Simulator } from '../simulator';
import { READING_NAMES, READINGS, type ReadingName } from '../simulator/readings';

const quiet = () => undefined;
let simulator: Simulator | undefined;

afterEach(async () => {
	await simulator?.stop();
});

/** A service in which each question finds what it looks for: many inboxes, messages of two states, tickets edited late. */
async function service(readings: Partial<Record<ReadingName, string>>): Promise<Simulator> {
	simulator = await startSimulator({ ...readings, rateLimit: { limit: 60 } } as never);
	const { store } = simulator;
	for (let inbox = 0; inbox < 30; inbox++) store.addInbox({ name: `Inbox ${inbox}`, customer_group_id: 11 });
	// An old ticket that was edited late.
	const own = [...store.tickets.values()].filter(({ message_box_id }) => message_box_id === 101).sort((a, b) => b.created_at - a.created_at);
	store.editTicket(own[9].ticket_id, { status_cd: 'closed' });
	return simulator;
}

const optionsOf = ({ baseUrl, token }: Simulator) => ({ baseUrl, token, log: quiet });

async function fits(point: ReadingName, value: string, settings: Settings = {}): Promise<readonly string[]> {
	const { findings, client } = await ask(optionsOf(await service({ [point]: value })), settings);
	expect(client.requests).toBeLessThanOrEqual(MOST_REQUESTS);
	return findings.find((finding) => finding.point === point)?.fits ?? [];
}

describe('what the probe can settle', () => {
	const points: ReadingName[] = ['tenantLists', 'pastLastPage', 'perPageAboveMax', 'attachmentAnswer', 'hasAttachmentsFalse', 'messageCriteria', 'customItemNames', 'contactEmailLookup', 'emailKeyCase', 'farUntil', 'lastUpdatedSince', 'searchOrder', 'timeOffset', 'timePrecision'];

	it.each(points.flatMap((point) => READINGS[point].values.map((value) => [point, value] as const)))('%s: %s', async (point, value) => {
		expect(await fits(point, value)).toEqual([value]);
	});

	it.each([
		['transcriptMethod', 'GET', ['GET', 'both']],
		['transcriptMethod', 'POST', ['POST']],
		['transcriptMethod', 'both', ['GET', 'both']],
		['deletedUsers', 'listed', ['listed']],
		['deletedUsers', 'leftOut', ['listed', 'leftOut']],
	] as const)('%s: %s, as far as reading can settle it', async (point, value, expected) => {
		expect(await fits(point, value)).toEqual(expected);
	});

	it.each([
		['whole', ['whole']],
		['wholeThenEmpty', ['wholeThenEmpty', 'pages']],
		['wholeThenRefused', ['wholeThenRefused']],
		['pages', ['pages']],
	])('tenantLists of a tenant with three inboxes: %s', async (value, expected) => {
		const started = await startSimulator({ tenantLists: value } as never);
		simulator = started;
		const { findings } = await ask(optionsOf(started));
		expect(findings.find(({ point }) => point === 'tenantLists')?.fits).toEqual(expected);
	});

	it.each(READINGS.lastUpdatedMoves.values.map((value) => [value]))('lastUpdatedMoves: %s is among what fits', async (value) => {
		expect(await fits('lastUpdatedMoves', value)).toContain(value);
	});

	it.each([['token'], ['tenant']])('limitPer: %s, with a second token', async (value) => {
		const started = await service({ limitPer: value });
		started.tokens.add('second');
		const { findings } = await ask(optionsOf(started), { secondToken: 'second' });
		expect(findings.find(({ point }) => point === 'limitPer')?.fits).toEqual([value]);
		expect(started.requests.length).toBeLessThanOrEqual(MOST_REQUESTS);
	});
});

describe('the report', () => {
	it('has a line for each open point, marks what the simulator does otherwise, and holds nothing of a customer', async () => {
		const started = await service({ attachmentAnswer: 'address', laterAdditions: 'some' });
		const lines = await report(optionsOf(started));
		const text = lines.join('\n');
		for (const point of Object.keys(READINGS)) expect(text).toContain(`  ${point} `);
		expect(text).toMatch(/attachmentAnswer +address; the simulator does otherwise by default: file/);
		expect(text).toMatch(/laterAdditions +some/);
		expect(text).toContain('  ticket: the service has .added_later\n');
		const { store } = started;
		const messages = [...store.tickets.values()].flatMap((ticket) => [ticket.title, ...ticket.messages.flatMap(({ body, from }) => [body, from])]);
		const private_ = messages.filter((one): one is string => typeof one === 'string' && one.length > 4);
		expect(private_.length).toBeGreaterThan(50);
		expect(private_.filter((one) => text.includes(one))).toEqual([]);
		expect(text).not.toContain(started.token);
	});

	it('says of each answer what the package does needlessly then, and of an open one by which answer', async () => {
		const started = await service({ emailKeyCase: 'insensitive', transcriptMethod: 'GET', deletedUsers: 'leftOut' });
		const text = (await report(optionsOf(started))).join('\n');
		expect(text).toMatch(/emailKeyCase +insensitive.*\n +needless: Contact: Create or Update looks for the address in small letters as well\n/);
		expect(text).toMatch(/perPageAboveMax +refused\n +needless: nothing\n/);
		expect(text).toMatch(/transcriptMethod +GET or both .*\n +needless by GET: Chat Transcript.*\n +needless by both: Chat Transcript/);
		expect(text).toMatch(/deletedUsers .*\n +needless by listed: nothing\n +needless by leftOut: dropdowns/);
		const asked = text.split('\n').filter((line) => /^ {2}\w+ .* or |^ {2}\w+ /.test(line) && !/not asked|none of the known/.test(line) && READING_NAMES.some((name) => line.startsWith(`  ${name} `)));
		expect(asked.length).toBeGreaterThan(15);
		for (const line of asked) expect(text).toContain(`${line}\n${' '.repeat(27)}needless`);
	});

	it('comes of reads alone', async () => {
		const started = await service({});
		await report(optionsOf(started));
		expect(started.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/tickets/search'))).toEqual([]);
	});

	it('says what is wrong when the service cannot be read, without the token', async () => {
		const started = await service({});
		await expect(ask({ ...optionsOf(started), token: 'wrong' })).rejects.toThrow('The service does not accept the token (401).');
		await expect(ask({ ...optionsOf(started), baseUrl: 'http://127.0.0.1:1' })).rejects.toThrow(/^inboxes: /);
	});
});
