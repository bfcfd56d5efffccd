import { Refusal } from './refusal';
import type { FileHost } from './fileHost';
import type { Readings } from './readings';
import type { AddressBookContents, InboxContents } from './store/Directory';
import type { Store } from './store/Store';
import type { Schema } from './validate';
import type { Answer } from './messages';

/** Page sizes of a list (section "Limits"). */
export interface Paging {
	default: number;
	max: number;
	/** the page size is not asked for */
	isFixed?: boolean;
}

export interface Route {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** below `/api/v2/`; `:name` is a path parameter, an integer when the name ends in `_id` */
	path: string;
	/** fields of the JSON body; a route without takes no body */
	body?: Schema;
	/** the list is paged: in the query of a GET, in the body of a POST */
	paging?: Paging;
	handle: (context: Context) => Answer;
}

/** What a resource sees of a request whose form was checked. */
export interface Context {
	store: Store;
	/** where files lie that are answered by their address */
	files: FileHost;
	readings: Readings;
	/** decoded path parameters */
	params: Record<string, string>;
	/** path parameter `<name>` as an integer */
	id: (name: string) => number;
	/** the inbox of the path; 404 when there is none */
	inbox: () => InboxContents;
	/** the address book of the path; 404 when there is none */
	addressBook: () => AddressBookContents;
	/** checked by the route's schema, so that a resource may name its type */
	body: Record<string, unknown>;
	page: { perPage: number; page: number };
}

const PREFIX = '/api/v2/';
const INTEGER = /^\d{1,15}$/;

interface CompiledRoute {
	route: Route;
	segments: string[];
}

export interface Match {
	route: Route;
	params: Record<string, string>;
}

/** Finds the route of a request by its undecoded path. */
export class Router {
	private readonly compiled: CompiledRoute[];

	constructor(routes: Route[]) {
		this.compiled = routes.map((route) => ({ route, segments: route.path.split('/') }));
	}

	/** @throws Refusal 404; a path or method the document does not have, or an id that is no integer, is a violation */
	match(method: string, path: string): Match {
		const raw = path.startsWith(PREFIX) ? path.slice(PREFIX.length).split('/') : [];
		let wrongId: string | undefined;
		for (const { route, segments } of this.compiled) {
			if (route.method !== method || segments.length !== raw.length) continue;
			const params = readParams(segments, raw);
			if (!params) continue;
			wrongId = Object.keys(params).find((name) => isId(name) && !INTEGER.test(params[name]));
			if (wrongId === undefined) return { route, params };
		}
		const reason = wrongId === undefined ? 'no such endpoint' : `${wrongId} must be an integer`;
		throw new Refusal(404, 'Not found', [`${method} ${path}: ${reason}`]);
	}
}

function isId(name: string): boolean {
	return name.endsWith('_id');
}

function readParams(segments: string[], raw: string[]): Record<string, string> | undefined {
	const params: Record<string, string> = {};
	for (const [place, segment] of segments.entries()) {
		if (!segment.startsWith(':')) {
			if (segment !== raw[place]) return undefined;
			continue;
		}
		const value = decode(raw[place]);
		if (value === undefined || value === '') return undefined;
		params[segment.slice(1)] = value;
	}
	return params;
}

/** Percent-decoded once. */
function decode(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch {
		return undefined;
	}
}
