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

function below(path: string): string {
	expect(path).toMatch(/^\/api\/v2\//);
	return path.slice('/api/v2/'.length);
}
