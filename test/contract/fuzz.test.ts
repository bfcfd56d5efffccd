/** The simulator against the contract: requests made from it, valid and invalid, and the answers to them. */
import fc from 'fast-check';

import { startSimulator, type Answer, type IncomingRequest, type Simulator } from '../simulator';
import { READING_NAMES, READINGS, type Readings } from '../simulator/readings';
import { fitting } from './arbitrary';
import { answerProblems, requestProblems } from './check';
import { OPERATIONS, type ContractOperation, type Parameter } from './contract';

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
const READ = READING_NAMES.filter((name) => name !== 'laterAdditions' && name !== 'attachmentAnswer');
const readings = fc.record(Object.fromEntries(READ.map((name) => [name, fc.constantFrom<string>(...READINGS[name].values)])));

const valuesOf = (parameters: Parameter[], where: string, optional: boolean) =>
	fc.record(Object.fromEntries(parameters.filter((one) => one.in === where).map((one) => [one.name, fitting(one.schema)])), optional ? { requiredKeys: [] } : {});

/** The addresses of the demo data come often, so that most requests find what they are about. */
const PLACES: Record<string, unknown> = { message_box_id: 101, customer_group_id: 11, system_id1: 'C-001', email: 'hanako.sato@mail.example' };

function made({ parameters, body }: ContractOperation): fc.Arbitrary<Made> {
	return fc.record({
		path: fc
			.tuple(valuesOf(parameters, 'path', false), fc.integer({ min: 0, max: 3 }))
			.map(([path, dice]) => (dice === 0 ? path : { ...path, ...Object.fromEntries(Object.keys(path).filter((name) => name in PLACES).map((name) => [name, PLACES[name]])) }))
			.filter((path) => Object.values(path).every((value) => value !== '')),
		query: valuesOf(parameters, 'query', true),
		body: body ? fitting(body) : fc.constant(undefined),
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

/** @returns what the simulator itself found, without what the contract says of the same request */
const ownViolations = () => sim.violations.filter(({ message }) => !message.startsWith('contract: '));

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

	it('refuses what the document does not show', async () => {
		const runs = fc.asyncProperty(broken(operation), async (request) => {
			sim.violations.length = 0;
			const answer = (await sim.handle(request)) as Answer;
			expect(answer.status).toBeGreaterThanOrEqual(400);
			expect(answer.status).toBeLessThan(500);
			expect(ownViolations()).not.toEqual([]);
			const [{ request: recorded }] = sim.violations;
			expect(requestProblems(recorded)).not.toEqual([]);
		});
		await fc.assert(runs, { numRuns: 40 });
	});
});

/** A valid request with one thing wrong. */
function broken(operation: ContractOperation): fc.Arbitrary<IncomingRequest> {
	return made(operation).chain((request) => {
		const { method } = operation;
		const ways: Array<() => IncomingRequest> = [() => incoming(operation, { ...request, query: { ...request.query, unknown: 'x' } })];
		const body = request.body as Record<string, unknown> | undefined;
		const whole = incoming(operation, request);
		if (operation.parameters.some(({ name }) => name === 'page')) ways.push(() => incoming(operation, { ...request, query: { page: 'one' } }));
		const ids = Object.keys(request.path).filter((name) => name.endsWith('_id'));
		for (const id of ids) ways.push(() => incoming(operation, { ...request, path: { ...request.path, [id]: 'abc' } }));
		if (method === 'GET' || method === 'DELETE') ways.push(() => ({ ...whole, rawBody: '{}' }));
		if (body) {
			ways.push(() => incoming(operation, { ...request, body: { ...body, unknown: 1 } }));
			ways.push(() => incoming(operation, { ...request, body: [body] }));
			ways.push(() => ({ ...whole, headers: { ...whole.headers, 'content-type': 'text/plain' } }));
			ways.push(() => ({ ...whole, rawBody: `${String(whole.rawBody)}}` }));
			for (const field of Object.keys(operation.body?.properties ?? {})) {
				ways.push(() => incoming(operation, { ...request, body: { ...body, [field]: { of: 'no type' } } }));
			}
		}
		return fc.constantFrom(...ways).map((way) => way());
	});
}
