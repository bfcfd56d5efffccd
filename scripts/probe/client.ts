import { setTimeout as delay } from 'node:timers/promises';
import axios, { type AxiosInstance } from 'axios';

/** The most requests that a probe sends: half of what the service allows in a minute. */
export const MOST_REQUESTS = 30;
/** Requests of a minute that are left to others. */
const LEFT_TO_OTHERS = 5;
const MOST_BYTES = 1_000_000;

/** What the service answered; `rows` is empty where the body is no list. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	data: unknown;
	rows: Row[];
}

export type Row = Record<string, unknown>;

/** Names the types that a field of an answer had: `messages[].from` -> string, null. */
export type Shape = Map<string, Set<string>>;

/** Ends the questions that need requests: there is none left. */
export class NoRequestLeft extends Error {}

export interface ClientOptions {
	baseUrl: string;
	token: string;
	/** gets a line for each request, and one when it waits */
	log: (line: string) => void;
}

/** Reads of the service, counted, and what their answers look like. It writes nothing. */
export class ProbeClient {
	requests = 0;
	/** answers by the name of their request */
	readonly shapes = new Map<string, Shape>();
	/** the rate limit as the last answer had it */
	limit?: { limit: number; remaining: number; resetsAt: number };
	private readonly http: AxiosInstance;

	constructor(private readonly options: ClientOptions) {
		this.http = axios.create({
			baseURL: `${options.baseUrl.replace(/\/+$/, '')}/api/v2/`,
			validateStatus: () => true,
			// A redirect could lead the token to another host.
			maxRedirects: 0,
			maxContentLength: MOST_BYTES,
			timeout: 30_000,
		});
	}

	/** @param name of the request in progress lines and in the report; it says nothing of a customer */
	async get(name: string, path: string, params: Row = {}): Promise<Answer> {
		return await this.send(name, { method: 'GET', url: path, params });
	}

	/** A search, or the transcript as the document's sample asks for it: a POST that changes nothing. */
	async post(name: string, path: string, data: Row, params: Row = {}): Promise<Answer> {
		return await this.send(name, { method: 'POST', url: path, data, params });
	}

	/** @returns the same with another token, counted together */
	async getWith(token: string, name: string, path: string): Promise<Answer> {
		return await this.send(name, { method: 'GET', url: path, headers: { Authorization: `Bearer ${token}` } });
	}

	private async send(name: string, request: Row): Promise<Answer> {
		if (this.requests >= MOST_REQUESTS) throw new NoRequestLeft(`${MOST_REQUESTS} requests are sent`);
		await this.waitForLimit();
		this.requests++;
		this.options.log(`${String(this.requests).padStart(2)} of at most ${MOST_REQUESTS}  ${name}`);
		const { status, headers, data } = await this.http.request({
			...request,
			headers: { Authorization: `Bearer ${this.options.token}`, ...(request.data ? { 'Content-Type': 'application/json' } : {}), ...(request.headers as Row) },
		}).catch((error: Error) => {
			// The error of axios holds the token and the address.
			throw new Error(`${name}: ${error.message}`);
		});
		const answer: Answer = { status, headers: headers as Record<string, string>, data, rows: Array.isArray(data) ? (data as Row[]) : [] };
		this.noteLimit(answer.headers);
		if (status === 401) throw new Error('The service does not accept the token (401).');
		if (status === 200 && typeof data === 'object') noteShape(this.shapeOf(name), '', data);
		return answer;
	}

	private async waitForLimit(): Promise<void> {
		if (this.limit === undefined || this.limit.remaining > LEFT_TO_OTHERS) return;
		const ms = Math.min(Math.max(this.limit.resetsAt * 1_000 - Date.now(), 0) + 1_000, 61_000);
		this.options.log(`The rate limit is nearly used up: waiting for ${Math.ceil(ms / 1_000)} s`);
		await delay(ms);
	}

	private noteLimit(headers: Record<string, string>): void {
		const [limit, remaining, resetsAt] = ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`] ?? NaN));
		this.limit = Number.isFinite(remaining) ? { limit, remaining, resetsAt } : undefined;
	}

	private shapeOf(name: string): Shape {
		const shape = this.shapes.get(name) ?? new Map<string, Set<string>>();
		this.shapes.set(name, shape);
		return shape;
	}
}

function noteShape(shape: Shape, path: string, value: unknown): void {
	const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
	shape.set(path, (shape.get(path) ?? new Set<string>()).add(type));
	if (type === 'list') for (const entry of value as unknown[]) noteShape(shape, `${path}[]`, entry);
	if (type !== 'object') return;
	// What is no name of a field is not shown: it might be somebody's.
	for (const [name, field] of Object.entries(value as Row)) noteShape(shape, `${path}.${/^[a-z][a-z0-9_]{0,39}$/.test(name) ? name : '(another name)'}`, field);
}
