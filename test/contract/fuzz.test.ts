/** The simulator against the contract: valid requests made from it, and the answers to them. */
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

function incoming({ method, segments }: ContractOperation, { path, query, body }: Made): IncomingRequest {
	const place = segments.map((segment) => (segment.startsWith('{') ? encodeURIComponent(String(path[segment.slice(1, -1)])) : segment)).join('/');
	const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
	return {
		method,
		path: `/api/v2/${place}${search === '' ? '' : `?${search}`}`,
		headers: { authorization: `Bearer ${sim.token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
		rawBody: body === undefined ? undefined : JSON.stringify(body),
	};
}

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
	it('answers a valid request as the document shows', async () => {
		const runs = fc.asyncProperty(made(operation), readings, async (request, reading) => {
			await sim.setReadings(reading as Partial<Readings>);
			sim.violations.length = 0;
			const answer = (await sim.handle(incoming(operation, request))) as Answer;
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
		await sim.setReadings({ unknownIds: 'badRequest' });
		const [request] = fc.sample(made(operation).filter(({ path }) => path.message_box_id === 101 || path.customer_group_id === 11), 1);
		const others = Object.fromEntries(Object.entries(request.body as object).filter(([name]) => !listNamedBy(name, operation)));
		const required = 'mail_account_id' in (request.body as object) ? { mail_account_id: 401 } : {};
		const isList = operation.body!.properties![field].items !== undefined;
		const answer = (await sim.handle(incoming(operation, { ...request, body: { ...others, ...required, [field]: isList ? [1] : 1 } }))) as Answer;
		expect([answer.status, JSON.parse(String(answer.body))]).toEqual([400, { message: `${field} is missing or unknown` }]);
	});
});
