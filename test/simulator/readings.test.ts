/**
 * Tests of the simulator in each reading of the points that the API document leaves open.
 * The points of `ELSEWHERE` have no case here: the named test goes red where the simulator does not follow its reading.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readingsOf } from '../harness/readings';
import type { Simulator } from './index';
import { READING_NAMES, READINGS, type ReadingName, type Readings } from './readings';
import { MAIL, MEMO, startWithClient, type Send } from './testClient';

const ELSEWHERE = {
	'test/scripts/probe': [
		'attachmentAnswer', 'customItemNames', 'lastUpdatedMoves', 'laterAdditions', 'limitPer', 'messageCriteria', 'searchOrder', 'timeOffset', 'timePrecision',
	],
	'test/readings/asSaid': ['contactKeyOfAnother', 'emptyComments', 'memoPendingReason'],
	'test/resources/chatTranscript/get': ['transcriptMethod'],
	'test/trigger/comments': ['lastUpdatedByComments'],
} as const;

type Elsewhere = (typeof ELSEWHERE)[keyof typeof ELSEWHERE][number];
type Here = Exclude<ReadingName, Elsewhere>;

const START = Date.parse('2026-03-11T10:00:00Z');
const DAY = 24 * 3_600_000;
const customer = 'customer_groups/11/customers';

let sim: Simulator;
let send: Send;
let now: number;

/** Starts the service with the demo data and a clock that moves only by `now`. */
async function start(readings: Partial<Readings> = {}): Promise<void> {
	now = START;
	({ sim, send } = await startWithClient({ clock: () => now, ...readings }));
}

afterEach(async () => await sim.stop());

const statusOf = async (method: string, path: string, body?: unknown) => (await send(method, path, body)).status;
const detail = async (id: number) => (await send('GET', `101/tickets/${id}`)).data;
const update = async (body: object) => await statusOf('PUT', '101/tickets/7', body);
const last = async (path: string) => (await send('GET', path)).data.at(-1);

/** For each open point: `see` observes the service, `shows` has the expected result of each reading. */
const cases: { [Name in Here]: { see: () => Promise<unknown>; shows: Record<Readings[Name], unknown> } } = {
	contactUpdateOmission: {
		see: async () => {
			await send('PUT', `${customer}/system_id1/C-001`, { first_name: 'Hana' });
			return (await send('GET', `${customer}/system_id1/C-001`)).data.last_name;
		},
		shows: { keep: '佐藤', clear: null },
	},
	contactEmptyText: {
		see: async () => {
			await send('PUT', `${customer}/system_id1/C-001`, { first_name: '', custom_item1: '' });
			const { first_name, custom_item1 } = (await send('GET', `${customer}/system_id1/C-001`)).data;
			return [first_name, custom_item1];
		},
		shows: { empty: ['', ''], null: [null, null] },
	},
	emailKeyCase: {
		see: async () => [
			await statusOf('GET', `${customer}/email/Ken.Tanaka@Mail.example`),
			await statusOf('POST', `${customer}/create`, { emails: [{ email: 'KEN.tanaka@mail.example' }] }),
			await statusOf('GET', `${customer}/email/ken.tanaka@mail.example`),
		],
		shows: { sensitive: [404, 204, 200], insensitive: [200, 400, 200] },
	},
	labelUpdate: {
		see: async () => {
			sim.store.addLabel(103, { id: 7, name: 'A', color: 'red_01', parent_id: 3141 });
			sim.store.addClassification(103, { id: 8, name: 'B', archived: true, parent_id: 5013 });
			await send('PUT', '103/labels/7', { name: 'New' });
			await send('PUT', '103/case_categories/8', { name: 'New' });
			return [await last('103/labels'), await last('103/case_categories')];
		},
		shows: {
			keeps: [
				{ label_id: 7, name: 'To inspect/New', color: 'red_01', parent_id: 3141 },
				{ case_category_id: 8, name: 'Request > New', parent_id: 5013, archived: true },
			],
			replaces: [
				{ label_id: 7, name: 'New', color: 'gray_01', parent_id: null },
				{ case_category_id: 8, name: 'New', parent_id: null, archived: false },
			],
		},
	},
	reasonAfterReturn: {
		see: async () => {
			sim.store.createTicket({ id: 7, status_cd: 'ongoing', pending_reason_id: 202 });
			await update({ pending_reason_id: 202, snooze_term: 'tomorrow' });
			now += 2 * DAY;
			const { status_cd, pending_reason_id } = await detail(7);
			return { status_cd, pending_reason_id, withTheReason: await update({ color_cd: 'red', pending_reason_id: 202 }), without: await update({ color_cd: 'red' }) };
		},
		shows: {
			goes: { status_cd: 'open', pending_reason_id: null, withTheReason: 400, without: 204 },
			stays: { status_cd: 'open', pending_reason_id: 202, withTheReason: 400, without: 204 },
		},
	},
};

describe.each(Object.keys(cases) as Here[])('%s', (name) => {
	it.each(readingsOf(name))('%s', async (_title, reading) => {
		await start(reading);
		expect(await cases[name].see()).toEqual((cases[name].shows as Record<string, unknown>)[reading[name]!]);
	});
});

it.each([
	['PUT', '101/tickets/7', { assignee: 'nobody' }],
	['PUT', `${customer}/system_id1/C-001`, { default_assignee: 'nobody' }],
	['POST', '101/labels', { name: 'x', color: 'red_01', parent_id: 1 }],
	['PUT', '101/tickets/7', { label_ids: [3001, 1] }],
	['PUT', '101/tickets/7', { case_category_ids: [1] }],
	['PUT', '101/tickets/7', { status_cd: 'ongoing', pending_reason_id: 1 }],
	['POST', '101/mails', { ...MAIL, mail_account_id: 1 }],
	['POST', `${customer}/create`, { last_name: 'x', badge_ids: [1] }],
	['POST', '101/records', { ...MEMO, operator: 'nobody' }],
])('unknown ids are refused: %s %s %j', async (method, path, body) => {
	await start();
	sim.store.createTicket({ id: 7 });
	expect(await statusOf(method, path, body)).toBe(400);
});

it.each(Object.entries(ELSEWHERE))('%s has the other points', (file, names) => {
	const test = readFileSync(join(__dirname, '../..', `${file}.test.ts`), 'utf8');
	expect(names.filter((name) => !test.includes(name))).toEqual([]);
});

it('the first reading of each point is the default', async () => {
	await start();
	expect(sim.readings).toEqual(Object.fromEntries(READING_NAMES.map((name) => [name, READINGS[name].values[0]])));
});

it('readings change while the service runs; one that it does not have is an error', async () => {
	await start();
	await sim.setReadings({ reasonAfterReturn: 'stays', attachmentAnswer: 'address' });
	expect(await cases.reasonAfterReturn.see()).toMatchObject({ pending_reason_id: 202 });
	const { attachment_id } = sim.store.addAttachment(20001, { file_name: 'a.txt' });
	expect((await send('GET', `101/messages/attachments/${attachment_id}`)).data.url).toMatch(/^http/);
	expect(sim.readings).toMatchObject({ reasonAfterReturn: 'stays', labelUpdate: 'keeps' });
	await expect(sim.setReadings({ searchOrder: 'perhaps' as never })).rejects.toThrow('searchOrder is one of created, updated, not perhaps');
});
