import type { RecordedRequest, Simulator } from '../simulator';

/** The parts of a request that a test of an operation compares; `body` only where there is one. */
export type Sent = Pick<RecordedRequest, 'method' | 'path' | 'query'> & { body?: unknown };

/**
 * @returns the requests that arrived, oldest first, below `/api/v2/`; a request with a body and no JSON
 * Content-Type, or one without the token, fails the test
 */
export function sent({ requests, token }: Simulator): Sent[] {
	return requests.map(({ method, path, query, body, headers }) => {
		expect(headers.authorization).toBe(`Bearer ${token}`);
		if (body === undefined) return { method, path: below(path), query };
		expect(headers['content-type']).toMatch(/^application\/json/);
		return { method, path: below(path), query, body };
	});
}

const LISTS = /\/(labels|case_categories|users|pending_reasons|mail_accounts|badges)$/;

/** @returns the requests without the lists in which names and ids are looked for */
export function withoutLists<T extends Pick<RecordedRequest, 'method' | 'path'>>(requests: readonly T[]): T[] {
	return requests.filter(({ method, path }) => method !== 'GET' || !LISTS.test(`/${path}`));
}

function below(path: string): string {
	expect(path).toMatch(/^\/api\/v2\//);
	return path.slice('/api/v2/'.length);
}
