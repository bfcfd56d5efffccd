/** The probe (scripts/probe.ts) against the simulator in each reading: it must not rule out the one that is true. */
import { ask, report } from '../../scripts/probe';
import { MOST_REQUESTS } from '../../scripts/probe/client';
import { inJson, startSimulator, type Fault, type RecordedRequest, type RequestMatch, type Simulator } from '../simulator';
import { OPEN_POINTS, POINT_NAMES, type PointName, type ReadingName, READINGS } from '../simulator/readings';

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

/** A list of users without those that were deleted. */
const leftOut: Fault = { kind: 'rewritten', when: { path: /\/users$/, nth: 2 }, rewrite: inJson((rows: Array<{ status_cd: string }>) => rows.filter(({ status_cd }) => status_cd !== 'deleted')) };

const optionsOf = ({ baseUrl, token }: Simulator) => ({ baseUrl, token, log: quiet });

/** @param answer to the request that it waits for @returns the readings that fit what the probe saw */
async function fits(point: PointName, readings: Partial<Record<ReadingName, string>> = {}, answer?: Fault): Promise<readonly string[]> {
	const started = await service(readings);
	if (answer) started.faults.add(answer);
	const { findings, client } = await ask(optionsOf(started));
	expect(client.requests).toBeLessThanOrEqual(MOST_REQUESTS);
	return findings.find((finding) => finding.point === point)?.fits ?? [];
}

describe('what the probe can settle', () => {
	const points: ReadingName[] = ['attachmentAnswer', 'messageCriteria', 'customItemNames', 'emailKeyCase', 'searchOrder', 'timeOffset', 'timePrecision'];

	it.each(points.flatMap((point) => READINGS[point].values.map((value) => [point, value] as const)))('%s: %s', async (point, value) => {
		expect(await fits(point, { [point]: value })).toEqual([value]);
	});

	const asks = (field: string) => ({ predicate: ({ body }: RecordedRequest) => Object.hasOwn((body ?? {}) as object, field) });
	const page = (wanted: number) => ({ predicate: ({ query }: RecordedRequest) => query.page === String(wanted) });
	const status = (code: number, when: RequestMatch, body: unknown = {}): Fault => ({ kind: 'status', status: code, body, when });
	const has = (field: string, value: unknown) => ({ predicate: ({ body }: RecordedRequest) => (body as Record<string, unknown> | undefined)?.[field] === value });
	const inboxes = (name: string) => [{ message_box_id: 7, name }];

	/** Other readings than the one that the simulator follows, as its answer to the one request that shows them. */
	const others: Array<[PointName, string, Fault]> = [
		['tenantLists', 'wholeThenEmpty', status(200, page(2), [])],
		['tenantLists', 'wholeThenRefused', status(400, page(2))],
		['tenantLists', 'pages', status(200, page(2), inboxes('Another'))],
		['pastLastPage', 'badRequest', status(400, page(9999))],
		['pastLastPage', 'notFound', status(404, page(9999))],
		['perPageAboveMax', 'capped', status(200, has('per_page', 51), [])],
		['hasAttachmentsFalse', 'any', status(200, has('has_attachments', false), [{}])],
		['hasAttachmentsFalse', 'without', status(200, has('has_attachments', false), [])],
		['contactEmailLookup', 'active', status(404, { path: /\/email\/old\./ })],
		['farUntil', 'accepted', status(200, asks('until'), [])],
		['lastUpdatedSince', 'ignored', status(200, asks('last_updated_since'), [{}])],
		['lastUpdatedSince', 'known', status(200, asks('last_updated_since'), [])],
	];

	it.each([...new Set(others.map(([point]) => point))])('%s, as the simulator reads it', async (point) => {
		expect(await fits(point)).toEqual([OPEN_POINTS[point].values[0]]);
	});

	it.each(others)('%s: %s', async (point, value, answer) => {
		expect(await fits(point, {}, answer)).toEqual([value]);
	});

	it.each([
		['transcriptMethod', 'GET', ['GET', 'both']],
		['transcriptMethod', 'POST', ['POST']],
		['transcriptMethod', 'both', ['GET', 'both']],
	] as const)('%s: %s, as far as reading can settle it', async (point, value, expected) => {
		expect(await fits(point, { [point]: value })).toEqual(expected);
	});

	it('deletedUsers, as far as reading can settle it', async () => {
		expect(await fits('deletedUsers')).toEqual(['listed']);
		await simulator?.stop();
		expect(await fits('deletedUsers', {}, leftOut)).toEqual(['listed', 'leftOut']);
	});

	it.each([
		['a second page that is empty', [status(200, page(2), [])], ['wholeThenEmpty', 'pages']],
		['and one inbox where one a page is asked for', [status(200, page(2), []), status(200, { predicate: ({ query }) => query.per_page === '1' }, inboxes('First'))], ['pages']],
	])('tenantLists of a tenant with three inboxes: %s', async (_what, answers, expected) => {
		const started = await startSimulator();
		simulator = started;
		for (const answer of answers) started.faults.add(answer);
		const { findings } = await ask(optionsOf(started));
		expect(findings.find(({ point }) => point === 'tenantLists')?.fits).toEqual(expected);
	});

	it.each(READINGS.lastUpdatedMoves.values.map((value) => [value]))('lastUpdatedMoves: %s is among what fits', async (value) => {
		expect(await fits('lastUpdatedMoves', { lastUpdatedMoves: value })).toContain(value);
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
		for (const point of POINT_NAMES) expect(text).toContain(`  ${point} `);
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
		const started = await service({ emailKeyCase: 'insensitive', transcriptMethod: 'GET' });
		started.faults.add(leftOut);
		const text = (await report(optionsOf(started))).join('\n');
		expect(text).toMatch(/emailKeyCase +insensitive.*\n +needless: Contact: Create or Update looks for the address in small letters as well\n/);
		expect(text).toMatch(/perPageAboveMax +refused\n +needless: nothing\n/);
		expect(text).toMatch(/transcriptMethod +GET or both .*\n +needless by GET: Chat Transcript.*\n +needless by both: Chat Transcript/);
		expect(text).toMatch(/deletedUsers .*\n +needless by listed: nothing\n +needless by leftOut: dropdowns/);
		const asked = text.split('\n').filter((line) => /^ {2}\w+ .* or |^ {2}\w+ /.test(line) && !/not asked|none of the known/.test(line) && POINT_NAMES.some((name) => line.startsWith(`  ${name} `)));
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
