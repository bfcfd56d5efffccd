import type { Failure } from '../../nodes/SupportInbox/transport/errors/failure';
import { entryOf } from '../../nodes/SupportInbox/transport/errors/table';
import { page, table } from './markdown';

const REQUESTS_LEFT = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '12' };
const status = (code: number, headers: Record<string, string> = REQUESTS_LEFT): Failure => ({ kind: 'status', status: code, headers, message: '' });
const network = (code: string, host?: string): Failure => ({ kind: 'network', code, host });
const unexpected = (more: Partial<Extract<Failure, { kind: 'unexpectedResponse' }>>): Failure => ({ kind: 'unexpectedResponse', status: 200, expected: 'record', content: 'foreign', ...more });

/** One failure for each line of the table of failures, the most usual ones first. */
const FAILURES: Failure[] = [
	status(400), status(401), status(404), status(404, {}), status(403),
	{ kind: 'rateLimit', limit: 60, opensAt: Date.parse('2026-11-28T09:30:00Z') },
	network('ENOTFOUND'), network('ECONNREFUSED'), network('CERT_HAS_EXPIRED'), network('EPROTO'), network('ETIMEDOUT'), network('ECONNRESET'), network('ENOTFOUND', 'files.example.com'),
	status(500), status(502), status(503), { kind: 'circuitOpen' }, status(302), status(407), status(415),
	unexpected({}), unexpected({ expected: 'nothing' }), unexpected({ content: 'json', missing: 'ticket_id' }), unexpected({ content: 'cutOff' }), unexpected({ content: 'tooLarge' }),
];

/** docs/reference/errors.md: what the nodes say when a request fails. */
export function errorsPage(): string {
	const rows = FAILURES.map((failure) => {
		const { text, isTransient, mayHaveHappened } = entryOf(failure);
		const { message, description } = text(failure, { about: [], sent: [] }, false);
		return [message, failure.kind === 'rateLimit' ? 'yes, until the fifth refusal' : isTransient ? 'yes' : 'no', mayHaveHappened ? 'unknown' : 'no', description];
	});
	return page('Errors of requests', [
		"The service's own words follow the message, at most 100 characters. What a node rejects before a request names the field and says what to do;",
		'[troubleshooting](../troubleshooting.md) has the frequent ones.',
		'"Tried again" is what the node does for reads, updates and deletes.',
		'"Done?" says whether the service may have carried out a write; then the error adds what the node has checked.',
	].join(' '), [table(['Message', 'Tried again', 'Done?', 'What to do'], rows)]);
}
