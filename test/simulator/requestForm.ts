/** Checks the form of a request: content type, JSON, fields, query and paging, before a resource sees it. */
import { notShown, Refusal } from './refusal';
import type { Paging, Route } from './router';
import type { RecordedRequest } from './messages';
import type { Readings } from './readings';
import { checkObject, integer, isObject, type Schema } from './validate';

const NUMBER = /^\d{1,9}$/;

function refuse(problems: string[]): void {
	if (problems.length > 0) throw new Refusal(400, problems.join('; '), problems);
}

function isJson(request: RecordedRequest): boolean {
	return /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

/** @throws Refusal 415 by general rule 2 of the document, or 400 when the body is no JSON object of known fields */
export function readBody(request: RecordedRequest, route: Route): Record<string, unknown> {
	const writes = request.method === 'POST' || request.method === 'PUT';
	if (!writes && request.rawBody !== '') {
		throw new Refusal(415, 'Invalid format', [`a ${request.method} has no body`]);
	}
	if (!writes) return {};
	if (!isJson(request)) {
		throw new Refusal(415, 'Invalid format', ['Content-Type is not application/json']);
	}
	if (request.rawBody === '' && !route.body) return {};
	if (!isObject(request.body)) throw notShown('the body is not a JSON object');
	refuse(checkObject(bodySchema(route), request.body));
	return request.body;
}

function bodySchema(route: Route): Schema {
	const paged = route.paging && { per_page: integer(), page: integer() };
	return { ...route.body, ...paged };
}

/**
 * Page and page size, from the body of a search or the query of anything else.
 * @throws Refusal 400, also beyond the maximum unless the readings say that it is cut
 */
export function readPage(
	request: RecordedRequest,
	route: Route,
	body: Record<string, unknown>,
	{ perPageAboveMax }: Pick<Readings, 'perPageAboveMax'>,
): { perPage: number; page: number } {
	const fromBody = route.paging && route.body;
	const paging: Paging = route.paging ?? { default: 0, max: 0 };
	const allowed = route.paging && !fromBody ? ['page', ...(paging.isFixed ? [] : ['per_page'])] : [];
	refuse(
		Object.entries(request.query).flatMap(([name, value]) => {
			if (!allowed.includes(name)) return [`unknown query parameter ${name}`];
			return NUMBER.test(value) ? [] : [`${name} must be an integer`];
		}),
	);
	const given = { ...body, ...request.query };
	const asked = Number(given.per_page ?? paging.default);
	const perPage = perPageAboveMax === 'capped' ? Math.min(asked, paging.max) : asked;
	const page = Number(given.page ?? 1);
	if (route.paging && (perPage < 1 || perPage > paging.max)) {
		throw notShown(`per_page must be between 1 and ${paging.max}`);
	}
	if (page < 1) throw notShown('page must be at least 1');
	return { perPage, page };
}
