import type { Example } from '../../../scripts/demo/workflow';
import type { CredentialReference, N8nApi } from '../../../scripts/n8n-host/api';
import type { LocalServer } from '../../../scripts/n8n-host/net';
import { standIn, type Asked } from '../standIn';
import { matches } from './kintoneQuery';

const KINTONE_TOKEN = 'kintone-stand-in';
const APP = '7';
const MAX_RECORDS = 100;
const UNIQUE_TYPES = ['SINGLE_LINE_TEXT', 'NUMBER'];
const SINGLE_RECORD = '/k/v1/record.json';
const SEVERAL_RECORDS = '/k/v1/records.json';

/** What a value of a field of this type has to look like; an empty one is taken by all. */
const TYPES = {
	SINGLE_LINE_TEXT: /^[^\r\n]*$/,
	MULTI_LINE_TEXT: /^/,
	NUMBER: /^-?\d+(\.\d+)?$/,
	DATETIME: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:?\d\d)$/,
};

/** A record: what a person sees of it, and its number and revision. */
export interface KintoneRecord {
	id: number;
	revision: number;
	updatedAt: number;
	values: Record<string, string>;
}

/** The form of an app. */
interface Form {
	/** field code -> type */
	fields: Record<string, keyof typeof TYPES>;
	/** the field codes whose values must not be there twice */
	unique?: string[];
}

export interface KintoneApp extends LocalServer {
	/** the number of the app */
	app: string;
	/** the addresses that a user puts into his nodes */
	recordUrl: string;
	recordsUrl: string;
	records: KintoneRecord[];
	/** the requests that were answered with success, in order */
	done: string[];
	/** Enters a record by hand, or edits one. @returns it */
	edit(values: Record<string, string>, id?: number): KintoneRecord;
	/** Answers the next requests with 503, as many as this. */
	fail(times: number): void;
}

/** Puts the number of the app where a user does: into the node that has a parameter for it. */
export function withApp(workflow: Example, app: string): Example {
	interface Pairs {
		parameters: Array<{ name: string; value: unknown }>;
	}
	for (const { parameters } of workflow.nodes as Array<{ parameters: { bodyParameters?: Pairs; queryParameters?: Pairs } }>) {
		const pairs = [parameters.bodyParameters, parameters.queryParameters].flatMap((group) => group?.parameters ?? []);
		for (const pair of pairs.filter(({ name }) => name === 'app')) pair.value = app;
	}
	return workflow;
}

/** @returns the credential that an app of the stand-in asks for */
export async function kintoneCredential(api: N8nApi): Promise<CredentialReference> {
	return await api.createCredential('kintone token (stand-in)', 'httpHeaderAuth', { name: 'X-Cybozu-API-Token', value: KINTONE_TOKEN });
}

/** What kintone answers to a request that it refuses. */
class Refusal extends Error {
	constructor(readonly status: number, readonly code: string, message: string) {
		super(message);
	}
}

type Written = Record<string, { value?: unknown }>;
type Body = Record<string, unknown>;

/** Stands in for one app of kintone, with an API token of its own: reads, updates and upserts records, and refuses as the vendor documents it. */
export async function startKintone({ fields, unique = [] }: Form): Promise<KintoneApp> {
	const records: KintoneRecord[] = [];
	const done: string[] = [];
	let failures = 0;

	const checked = (record: unknown, without?: string): Record<string, string> =>
		Object.fromEntries(
			Object.entries((record ?? {}) as Written).map(([code, { value, ...others }]) => {
				const type = fields[code];
				if (type === undefined || code === without || Object.keys(others).length) throw new Refusal(400, 'CB_VA01', `record.${code} is not allowed`);
				const written = String(value ?? '');
				if (typeof value === 'object' && value !== null) throw new Refusal(400, 'CB_VA01', `record.${code}.value`);
				if (written !== '' && !TYPES[type].test(written)) throw new Refusal(400, 'CB_VA01', `record.${code}.value: ${written}`);
				return [code, written];
			}),
		);
	const store = (values: Record<string, string>, record?: KintoneRecord): KintoneRecord => {
		for (const code of unique) {
			const isTaken = values[code] && records.some((other) => other !== record && other.values[code] === values[code]);
			if (isTaken) throw new Refusal(400, 'CB_VA01', `record.${code}.value: must be unique`);
		}
		const stored = record ?? { id: records.length + 1, revision: 0, updatedAt: 0, values: {} };
		if (record === undefined) records.push(stored);
		return Object.assign(stored, { revision: stored.revision + 1, updatedAt: Date.now(), values: { ...stored.values, ...values } });
	};
	const byId = (id: unknown): KintoneRecord => {
		const record = records.find((one) => String(one.id) === String(id));
		if (!record) throw new Refusal(404, 'GAIA_RE01', `The specified record (ID: ${String(id)}) is not found.`);
		return record;
	};
	const shown = ({ id, revision, updatedAt, values }: KintoneRecord) => ({
		...Object.fromEntries(Object.entries(fields).map(([code, type]) => [code, { type, value: values[code] ?? '' }])),
		Updated_datetime: { type: 'UPDATED_TIME', value: new Date(updatedAt).toISOString().replace(/:\d\d\.\d+Z$/, ':00Z') },
		$id: { type: '__ID__', value: String(id) },
		$revision: { type: '__REVISION__', value: String(revision) },
	});

	const get = (query: URLSearchParams) => {
		onlyThese(Object.fromEntries(query), ['app', 'query']);
		return { records: matches(query.get('query') ?? '', records.map(shown)), totalCount: null };
	};
	const putOne = ({ id, record }: Body) => ({ revision: String(store(checked(record), byId(id)).revision) });
	const putSeveral = ({ upsert, records: rows }: Body) => {
		if (upsert !== true || !Array.isArray(rows) || !rows.length || rows.length > MAX_RECORDS) throw new Refusal(400, 'CB_VA01', 'records');
		// Nothing of a request is written where one of its records is refused.
		const writes = (rows as Body[]).map((row) => {
			onlyThese(row, ['updateKey', 'record']);
			const { field, value } = row.updateKey as Record<string, unknown>;
			const code = String(field);
			const isKey = unique.includes(code) && UNIQUE_TYPES.includes(String(fields[code]));
			if (!isKey || !['string', 'number'].includes(typeof value) || value === '') throw new Refusal(400, 'CB_VA01', 'records[0].updateKey');
			const key = checked({ [code]: { value } });
			return { values: { ...checked(row.record, code), ...key }, record: records.find(({ values }) => values[code] === key[code]) };
		});
		return {
			records: writes.map(({ values, record }) => {
				const { id, revision } = store(values, record);
				return { id: String(id), revision: String(revision), operation: record === undefined ? 'INSERT' : 'UPDATE' };
			}),
		};
	};

	const answer = ({ what, query, headers, text }: Asked): unknown => {
		const token = headers['x-cybozu-api-token'];
		if (failures > 0) {
			failures -= 1;
			throw new Refusal(503, 'CB_SV01', 'Service unavailable');
		}
		if (token === undefined) throw new Refusal(401, 'CB_AU01', 'Please login.');
		if (token !== KINTONE_TOKEN) throw new Refusal(400, 'GAIA_IA02', 'The specified API token does not match the API token generated via an app.');
		const isRead = what.startsWith('GET ');
		// A request to read that says that it has a body, and one to write that does not say that it is JSON, are no requests.
		if ((headers['content-type'] ?? '').startsWith('application/json') === isRead) throw new Refusal(400, 'CB_IL02', 'Illegal request.');
		const sent = isRead ? Object.fromEntries(query) : (JSON.parse(text) as Body);
		if (String(sent.app) !== APP) throw new Refusal(404, 'GAIA_AP01', `The app (ID: ${String(sent.app)}) not found.`);
		if (what === `GET ${SEVERAL_RECORDS}`) return get(query);
		if (what === `PUT ${SINGLE_RECORD}`) return putOne(onlyThese(sent, ['app', 'id', 'record']));
		if (what === `PUT ${SEVERAL_RECORDS}`) return putSeveral(onlyThese(sent, ['app', 'upsert', 'records']));
		throw new Refusal(404, 'CB_NO01', 'Not found.');
	};

	const server = await standIn((asked) => {
		try {
			const body = answer(asked);
			done.push(asked.what);
			return { body };
		} catch (error) {
			const { status, code, message } = error instanceof Refusal ? error : new Refusal(400, 'CB_IJ01', String(error));
			return { status, body: { code, id: 'stand-in', message } };
		}
	});
	return {
		...server,
		app: APP,
		recordUrl: `${server.url}${SINGLE_RECORD}`,
		recordsUrl: `${server.url}${SEVERAL_RECORDS}`,
		records,
		done,
		edit: (values, id) => store(values, id === undefined ? undefined : byId(id)),
		fail: (times) => void (failures = times),
	};
}

function onlyThese(sent: Body, names: string[]): Body {
	const unknown = Object.keys(sent).filter((name) => !names.includes(name));
	if (unknown.length) throw new Refusal(400, 'CB_VA01', unknown.join(', '));
	return sent;
}
