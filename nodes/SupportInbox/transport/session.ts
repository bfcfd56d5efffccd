import { setBounded } from '../store/bounded';
import { Gate } from './gate';
import { Scope } from './scope';

/**
 * Everything that this process keeps for one base URL and token: the gate, and objects by their class, such as the cache of
 * lists and the outcome cache.
 */
export class Session extends Scope {
	constructor(readonly gate = new Gate()) {
		super();
	}
}

const sessions = new Map<string, Session>();

const MAX_SESSIONS = 500;

/** @param key identifies the base URL and token without holding them */
export function sessionOf(key: string): Session {
	const session = sessions.get(key) ?? new Session();
	setBounded(sessions, key, session, MAX_SESSIONS);
	return session;
}
