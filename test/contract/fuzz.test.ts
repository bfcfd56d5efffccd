/** The simulator against the contract: valid requests made from it, and the answers to them, also those at the edges of what it allows. */
import fc from 'fast-check';
import { startSimulator, type Answer, type IncomingRequest, type Simulator } from '../simulator';
import { READING_NAMES, READINGS, type Readings } from '../simulator/readings';
import { fitting } from './arbitrary';
import { answerProblems } from './check';
import { OPERATIONS, type ContractOperation, type Parameter } from './contract';
import { listNamedBy } from './lists';

let sim: Simulator;

// Once for all: what earlier requests wrote is there for later ones.
beforeAll(async () => {
	sim = await startSimulator({ http: false, rateLimit: { limit: 1_000_000 }, keepRequests: 100 });
});
afterAll(async () => await sim.stop());
afterEach(() => {
	sim.violations.length = 0;
});

/** A request as a client makes it, before it is on the wire. */
interface Made {
	path: Record<string, unknown>;
	query: Record<string, unknown>;
	body: unknown;
}

/** How the document is read: each open point in any of its ways; those left out answer what the document does not show. */
const READ = READING_NAMES.filter((name) => !['laterAdditions', 'attachmentAnswer', 'transcriptOtherMethod'].includes(name));
const readings = fc.record(Object.fromEntries(READ.map((name) => [name, fc.constantFrom<string>(...READINGS[name].values)])));

const valuesOf = (parameters: Parameter[], where: string, optional: boolean) =>
	fc.record(Object.fromEntries(parameters.filter((one) => one.in === where).map((one) => [one.name, fitting(one.schema)])), optional ? { requiredKeys: [] } : {});

/** The addresses of the demo data come often, so that most requests find what they are about. */
const PLACES: Record<string, unknown> = { message_box_id: 101, customer_group_id: 11, system_id1: 'C-001', email: 'hanako.sato@mail.example' };

function made({ parameters, body, isBodyOptional }: ContractOperation): fc.Arbitrary<Made> {
	return fc.record({
		path: fc
			.tuple(valuesOf(parameters, 'path', false), fc.integer({ min: 0, max: 3 }))
			.map(([path, dice]) => (dice === 0 ? path : { ...path, ...Object.fromEntries(Object.keys(path).filter((name) => name in PLACES).map((name) => [name, PLACES[name]])) }))
			.filter((path) => Object.values(path).every((value) => value !== '')),
		query: valuesOf(parameters, 'query', true),
		body: fc.oneof(...(body ? [fitting(body)] : []), ...(isBodyOptional ? [fc.constant(undefined)] : [])),
	});
}

function incoming({ method, segments }: ContractOperation, { path, query, body }: Made, { token }: Simulator): IncomingRequest {
	const place = segments.map((segment) => (segment.startsWith('{') ? encodeURIComponent(String(path[segment.slice(1, -1)])) : segment)).join('/');
	const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
	return {
		method,
		path: `/api/v2/${place}${search === '' ? '' : `?${search}`}`,
		headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
		rawBody: body === undefined ? undefined : JSON.stringify(body),
	};
}

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
	it('answers a valid request as the document shows', async () => {
		const runs = fc.asyncProperty(made(operation), readings, async (request, reading) => {
			await sim.setReadings(reading as Partial<Readings>);
			sim.violations.length = 0;
			const answer = (await sim.handle(incoming(operation, request, sim))) as Answer;
			expect(sim.violations.map(({ message }) => message)).toEqual([]);
			expect(answerProblems(operation, answer, true)).toEqual([]);
			// A defect of the simulator.
			expect(answer.status).not.toBe(500);
		});
		await fc.assert(runs, { numRuns: 60 });
	});
});

describe('an id that no row of its list has is refused', () => {
	const fields = OPERATIONS.filter(({ segments }) => segments.at(-1) !== 'search').flatMap((operation) =>
		Object.keys(operation.body?.properties ?? {}).filter((field) => listNamedBy(field, operation)).map((field) => [operation.id, field, operation] as const),
	);

	it.each(fields)('%s: %s', async (_id, field, operation) => {
		const [request] = fc.sample(made(operation).filter(({ path }) => path.message_box_id === 101 || path.customer_group_id === 11), 1);
		const others = Object.fromEntries(Object.entries(request.body as object).filter(([name]) => !listNamedBy(name, operation)));
		const required = 'mail_account_id' in (request.body as object) ? { mail_account_id: 401 } : {};
		const isList = operation.body!.properties![field].items !== undefined;
		const answer = (await sim.handle(incoming(operation, { ...request, body: { ...others, ...required, [field]: isList ? [1] : 1 } }, sim))) as Answer;
		expect([answer.status, JSON.parse(String(answer.body))]).toEqual([400, { message: `${field} is missing or unknown` }]);
	});
});

describe('answers at the edges of what the document allows', () => {
	/** @returns the answer of each operation that reads, by its id */
	async function reads(answers: 'everythingNull' | 'everythingFilled', method_cd: 'webchat' | 'mallshop' | 'mallmsg' | 'chatapp'): Promise<Map<string, unknown>> {
		const service = await startSimulator({ http: false, answers });
		service.store.createTicket({ id: 7, message_box_id: 101, messages: [{ id: 70, method_cd, conversations: [{}] }] });
		const path = { ...PLACES, email: 'old.hanako.sato@mail.example', ticket_id: 7, message_id: 70 };
		const found = new Map<string, unknown>();
		for (const operation of OPERATIONS.filter((one) => one.answer && (one.method === 'GET' || one.id.startsWith('search')))) {
			const { id, method, segments } = operation;
			if (id.endsWith('Transcript') && !segments.includes(method_cd)) continue;
			const body = id === 'searchTemplates' ? { template_category_name: 'Delivery' } : method === 'POST' ? {} : undefined;
			const answer = (await service.handle(incoming(operation, { path, query: {}, body }, service))) as Answer;
			expect(answerProblems(operation, answer, true)).toEqual([]);
			found.set(id, JSON.parse(String(answer.body)));
		}
		service.expectNoViolations();
		return found;
	}

	/** @returns places in a value that are null or an empty list */
	function emptyPlaces(value: unknown, at = ''): string[] {
		if (value === null || (Array.isArray(value) && value.length === 0)) return [at];
		return typeof value === 'object' ? Object.entries(value as object).flatMap(([name, one]) => emptyPlaces(one, `${at}.${name}`)) : [];
	}

	it.each(['webchat', 'mallshop', 'mallmsg', 'chatapp'] as const)('nothing is null and no list empty, %s', async (channel) => {
		const answers = await reads('everythingFilled', channel);
		for (const [id, answer] of answers) expect({ id, empty: emptyPlaces(answer) }).toEqual({ id, empty: [] });
	});

	it('all that may be null is null, except what was asked for', async () => {
		const answers = await reads('everythingNull', 'webchat');
		expect(answers.get('getCustomerByCode')).toMatchObject({ customer_id: expect.any(Number), system_id1: 'C-001', last_name: null, emails: null, badge_ids: null, gender_cd: null, custom_item1: null });
		expect(answers.get('getCustomerByEmail')).toMatchObject({ system_id1: null, archived_emails: [{ email: 'old.hanako.sato@mail.example' }] });
		expect(answers.get('getTicket')).toMatchObject({ assignee: null, color_cd: null, pending_reason_id: null, status_cd: 'open', messages: [{ from: null, reply_to: null, body: '' }] });
		expect((answers.get('listUsers') as unknown[])[0]).toMatchObject({ mention_name: 'user01', first_name: null, last_page_loaded_at: null });
		expect(answers.get('getWebchatTranscript')).toMatchObject({ account: null, conversations: [{ speaker_name: null, auto_send: false }] });
	});
});
