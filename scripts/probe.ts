/**
 * npm run probe -- --base-url https://your-company.example.com [--inbox 101]
 *
 * Asks the real service what its API document leaves open. The access token is taken from SUPPORT_INBOX_TOKEN. It reads
 * only, sends at most 30 requests, and its report holds no customer's data.
 */
import { parseArgs } from 'node:util';
import { startSimulator } from '../test/simulator';
import { POINT_NAMES, OPEN_POINTS, type PointName } from '../test/simulator/readings';
import { NoRequestLeft, ProbeClient, type ClientOptions, type Shape } from './probe/client';
import { NEEDLESS } from './probe/needless';
import { Questions, type Finding, type Settings } from './probe/questions';
import { exitWith } from './run';

const USAGE = `npm run probe -- --base-url https://your-company.example.com [--inbox 101]
The access token is taken from SUPPORT_INBOX_TOKEN. With SUPPORT_INBOX_SECOND_TOKEN, another token of the same tenant,
the probe also says whose requests the rate limit counts. It reads only, and sends at most 30 requests.`;

/** What a probe saw. */
export interface Seen {
	findings: Finding[];
	client: ProbeClient;
}

/** Puts the questions to the service. @throws what keeps it from reading at all, without the token */
export async function ask(options: ClientOptions, settings: Settings = {}): Promise<Seen> {
	const client = new ProbeClient(options);
	const findings: Finding[] = [];
	for (const question of new Questions(client, settings).list) {
		try {
			findings.push(...(await question()));
		} catch (error) {
			if (!(error instanceof NoRequestLeft)) throw error;
			options.log('No request is left for the other questions.');
			break;
		}
	}
	return { findings, client };
}

/** @returns the report: each open point with what the package does needlessly by the answer, then what else differs from the simulator */
export async function report(options: ClientOptions, settings: Settings = {}): Promise<string[]> {
	const { findings, client } = await ask(options, settings);
	const simulator = await startSimulator({ rateLimit: { limit: 1_000 } });
	try {
		const same = await ask({ baseUrl: simulator.baseUrl, token: simulator.token, log: () => undefined });
		const { more, differences } = differencesOf(client.shapes, same.client.shapes);
		findings.push({ point: 'laterAdditions', fits: more > 0 ? ['some'] : ['none'], note: more > 0 ? undefined : 'no unknown field was seen' });
		return [
			'',
			'What the API document leaves open, and what this service does',
			...POINT_NAMES.flatMap((point) => linesOf(point, findings.find((finding) => finding.point === point))),
			'',
			'What the simulator does otherwise, beside that',
			...(differences.length > 0 ? differences : ['  nothing was seen']),
			'',
			limitLine(client),
			`${client.requests} requests were sent, all of them reads. The report holds no data of a customer.`,
		];
	} finally {
		await simulator.stop();
	}
}

function linesOf(point: PointName, finding?: Finding): string[] {
	return [lineOf(point, finding), ...(finding?.fits ?? []).map((value) => needlessBy(point, value, finding?.fits.length === 1))];
}

/** @returns what the package does only because the service might follow another reading */
function needlessBy(point: PointName, value: string, isSettled: boolean): string {
	const what = (NEEDLESS[point] as Record<string, string | undefined>)[value] ?? 'nothing';
	return `${' '.repeat(27)}needless${isSettled ? '' : ` by ${value}`}: ${what}`;
}

function lineOf(point: PointName, finding?: Finding): string {
	const [usual] = OPEN_POINTS[point].values;
	const note = finding?.note ? ` (${finding.note})` : '';
	if (!finding) return `  ${point.padEnd(24)} not asked: it takes a write, or more requests`;
	if (finding.fits.length === 0) return `  ${point.padEnd(24)} none of the known readings${note}: the simulator does otherwise`;
	const isOther = finding.fits.includes(usual) ? '' : `; the simulator does otherwise by default: ${usual}`;
	return `  ${point.padEnd(24)} ${finding.fits.join(' or ')}${note}${isOther}`;
}

function limitLine({ limit }: ProbeClient): string {
	return limit ? `The rate limit is ${limit.limit} requests.` : 'The answers carry no rate limit, other than in the simulator.';
}

/** @returns fields and types that only one of the two has, where both have answered, and how many fields only the service has */
function differencesOf(service: Map<string, Shape>, simulator: Map<string, Shape>): { more: number; differences: string[] } {
	let more = 0;
	const differences = [...service].flatMap(([name, shape]) => {
		const other = simulator.get(name);
		if (!other) return [];
		const unknown = fieldsBeyond(shape, other);
		more += unknown.length;
		const types = [...shape].flatMap(([path, own]) => {
			const known = other.get(path);
			if (!known || isNullAlone(known)) return [];
			return [...own].filter((type) => type !== 'null' && !known.has(type)).map((type) => `  ${name}: ${path} is ${type}`);
		});
		return [
			...unknown.map((path) => `  ${name}: the service has ${path}`),
			...fieldsBeyond(other, shape).map((path) => `  ${name}: the service has no ${path}`),
			...types,
		];
	});
	return { more, differences };
}

/** @returns the fields of a shape that another one lacks; of the entries of a list that is empty there nothing is known */
function fieldsBeyond(shape: Shape, other: Shape): string[] {
	return [...shape.keys()].filter((path) => !path.endsWith('[]') && !other.has(path) && other.get(path.slice(0, path.lastIndexOf('.')))?.has('object'));
}

function isNullAlone(types: Set<string>): boolean {
	return types.size === 1 && types.has('null');
}

async function probe(): Promise<number> {
	const { values } = parseArgs({ options: { 'base-url': { type: 'string' }, inbox: { type: 'string' } } });
	const { SUPPORT_INBOX_TOKEN: token, SUPPORT_INBOX_SECOND_TOKEN: secondToken } = process.env;
	const baseUrl = values['base-url'];
	if (!baseUrl || !token) {
		console.error(USAGE);
		return 2;
	}
	const inbox = values.inbox === undefined ? undefined : Number(values.inbox);
	console.log((await report({ baseUrl, token, log: console.error }, { inbox, secondToken })).join('\n'));
	return 0;
}

if (require.main === module) exitWith(probe);
