import { setBounded } from '../store/bounded';
import { Dispatcher } from './dispatcher';
import { SharedInstances } from './sharedInstances';

/**
 * Everything that this process keeps for one base URL and token: the dispatcher, and objects by their class, such as the cache of
 * lists and the result cache.
 */
export class Session extends SharedInstances {
	constructor(readonly dispatcher = new Dispatcher()) {
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
