/** What a request or an answer has that the contract does not allow. */
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { OPERATIONS, type ContractOperation, type JsonSchema, type Parameter } from './contract';

/** A request as the simulator keeps it. */
export interface CheckedRequest {
	method: string;
	/** undecoded, without query */
	path: string;
	query: Record<string, string>;
	/** names in lower case */
	headers: Record<string, string | undefined>;
	rawBody: string;
	/** undefined when there is none or it is no JSON */
	body: unknown;
}

const PREFIX = '/api/v2/';
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, keywords: ['x-codes'] });
addFormats(ajv);

const compiled = new Map<JsonSchema, ValidateFunction>();

/** @returns what is wrong with the value, each with its place */
export function misfits(schema: JsonSchema, value: unknown, at: string): string[] {
	const validate = compiled.get(schema) ?? ajv.compile(schema);
	compiled.set(schema, validate);
	if (validate(value)) return [];
	return (validate.errors ?? []).map(({ instancePath, message, params }) => {
		const { additionalProperty } = params as { additionalProperty?: string };
		return `${at}${instancePath} ${message}${additionalProperty === undefined ? '' : `: ${additionalProperty}`}`;
	});
}

/** @returns the operation of a request; undefined when the document has none */
export function operationOf({ method, path }: Pick<CheckedRequest, 'method' | 'path'>): ContractOperation | undefined {
	if (!path.startsWith(PREFIX)) return undefined;
	const asked = path.slice(PREFIX.length).split('/');
	const fitting = OPERATIONS.filter(
		(one) => one.method === method && one.segments.length === asked.length && one.segments.every((segment, place) => segment === asked[place] || segment.startsWith('{')),
	);
	// A path without a parameter at that place comes first: `tickets/search` before `tickets/{ticket_id}`.
	return fitting.sort((a, b) => placeholders(a) - placeholders(b))[0];
}

const placeholders = ({ segments }: ContractOperation) => segments.filter((segment) => segment.startsWith('{')).length;

/** What a request has that the document does not allow or does not show; `status`: what it is answered with. */
export interface Problem {
	status: 400 | 401 | 404 | 415;
	message: string;
}

/** @returns what is wrong with the request; the first problem decides about the answer */
export function requestProblems(request: CheckedRequest): Problem[] {
	const operation = operationOf(request);
	if (!operation) return [{ status: 404, message: `${request.method} ${request.path} is not an endpoint of the document` }];
	const as = (status: Problem['status'], messages: string[]) => messages.map((message) => ({ status, message }));
	return [
		...as(401, /^Bearer \S+$/.test(request.headers.authorization ?? '') ? [] : ['no access token as Authorization: Bearer']),
		...as(404, pathProblems(operation, request)),
		...as(415, mediaProblems(operation, request)),
		...as(400, queryProblems(operation, request)),
		...as(400, operation.body && hasBody(operation, request) ? misfits(operation.body, request.body, 'body') : []),
	];
}

/** @returns the path parameters of a request, not decoded yet */
function rawParameters({ segments, parameters }: ContractOperation, { path }: Pick<CheckedRequest, 'path'>): Array<[Parameter, string]> {
	const values = path.slice(PREFIX.length).split('/');
	return parameters.filter((one) => one.in === 'path').map((one) => [one, values[segments.indexOf(`{${one.name}}`)]]);
}

/** @returns the path parameters of a well-formed request, percent-decoded once */
export function pathParameters(operation: ContractOperation, request: Pick<CheckedRequest, 'path'>): Record<string, string> {
	return Object.fromEntries(rawParameters(operation, request).map(([{ name }, raw]) => [name, decodeURIComponent(raw)]));
}

function pathProblems(operation: ContractOperation, request: CheckedRequest): string[] {
	return rawParameters(operation, request).flatMap(([one, raw]) => {
		try {
			return parameterProblems(one, decodeURIComponent(raw));
		} catch {
			return [`path ${one.name} is not percent-encoded`];
		}
	});
}

function queryProblems({ parameters }: ContractOperation, { query }: CheckedRequest): string[] {
	return Object.entries(query).flatMap(([name, value]) => {
		const parameter = parameters.find((one) => one.in === 'query' && one.name === name);
		return parameter ? parameterProblems(parameter, value) : [`unknown query parameter ${name}`];
	});
}

/** A parameter comes as text: an integer has nothing but digits. */
function parameterProblems({ name, in: where, schema }: Parameter, text: string): string[] {
	const value = schema.type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text;
	return misfits(schema, value, `${where} ${name}`);
}

const hasBody = ({ isBodyOptional }: ContractOperation, { rawBody }: CheckedRequest) => !isBodyOptional || rawBody !== '';

/** General rule 2 of the document. */
function mediaProblems(operation: ContractOperation, request: CheckedRequest): string[] {
	const { method, rawBody, headers } = request;
	if (!operation.body) return rawBody === '' ? [] : [`a ${method} has no body`];
	if (!hasBody(operation, request)) return [];
	return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '') ? [] : ['Content-Type is not application/json'];
}
