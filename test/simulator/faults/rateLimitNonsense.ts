import type { Fault } from './Fault';

const absent = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };

/** Rate-limit headers that cannot be true, for faults of kind `headers`; what is not named stays as it is. */
export const RATE_LIMIT_NONSENSE: Record<string, NonNullable<Fault['headers']>> = {
	'limit 0': { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '0' },
	'limit 0, rest true': { 'X-RateLimit-Limit': '0' },
	'limit negative': { 'X-RateLimit-Limit': '-60', 'X-RateLimit-Remaining': '-1' },
	'limit no number': { 'X-RateLimit-Limit': 'sixty', 'X-RateLimit-Remaining': 'many', 'X-RateLimit-Reset': 'soon' },
	'limit empty': { 'X-RateLimit-Limit': '', 'X-RateLimit-Remaining': '', 'X-RateLimit-Reset': '' },
	'limit a fraction': { 'X-RateLimit-Limit': '0.5' },
	'limit beyond all numbers': { 'X-RateLimit-Limit': 'Infinity', 'X-RateLimit-Remaining': '1e400' },
	'no headers': absent,
	'limit absent': { 'X-RateLimit-Limit': null },
	'remaining absent': { 'X-RateLimit-Remaining': null },
	'reset absent': { 'X-RateLimit-Reset': null },
	'remaining above the limit': { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '1000' },
	'remaining negative': { 'X-RateLimit-Remaining': '-5' },
	'reset past': { 'X-RateLimit-Reset': '1' },
	'reset a thousand years ahead': { 'X-RateLimit-Reset': '33000000000' },
};
