import { Gate } from '../../nodes/SupportInbox/transport/gate';
import { Session } from '../../nodes/SupportInbox/transport/session';

/** @returns what a new process knows of a token, with a clock of its own (ms) */
export function sessionAt(now: () => number): Session {
	return new Session(new Gate({ now, wallTime: (at) => at, sleep: async () => await Promise.resolve(), random: () => 0.5 }));
}
