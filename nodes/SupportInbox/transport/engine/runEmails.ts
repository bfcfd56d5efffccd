import type { Attempt } from '../../adapter/attempt';
import { emailLimitsOf, refusalOfOthers, refusalText } from '../emailLimit/emailLimit';
import { type Email, type EmailLimits, EmailPlaces, recipientsIn, type Shortage } from '../emailLimit/places';
import { refuse } from '../errors/refuse';
import { isEmail } from '../permissions';
import { WriteLog } from '../writes/writeLog';
import { writerOf } from '../writes/writer';
import { goesOn } from './failedItem';
import { pastOf } from './resultCache';
import type { ReadyItem } from './sendingItem';

/** The most addresses that a line of the log has. */
const LOGGED = 100;

/** The emails of a try with a token: all take their places at once, or none of them leaves. */
class RunEmails {
	private waiting = new Set<Email>();
	private limits: EmailLimits = { perHour: Infinity, perRecipientAndDay: Infinity };
	private readonly refused = new Map<Email, Shortage[]>();

	/** @param limits those of its item: an expression in the credential may give each item others */
	note(email: Email, { perHour, perRecipientAndDay }: EmailLimits): void {
		this.waiting.add(email);
		this.limits = {
			perHour: Math.min(this.limits.perHour, perHour),
			perRecipientAndDay: Math.min(this.limits.perRecipientAndDay, perRecipientAndDay),
		};
	}

	/** Takes places for those that wait. @returns what there is no room for, where one of those is refused that waited with this one */
	shortagesOf(email: Email, places: EmailPlaces, now: number, onRefusal: (shortages: Shortage[]) => void): Shortage[] {
		if (this.waiting.has(email)) {
			const shortages = places.take([...this.waiting], this.limits, now);
			if (shortages.length > 0) onRefusal(shortages);
			for (const one of this.waiting) this.refused.set(one, shortages);
			this.waiting.clear();
		}
		return this.refused.get(email) ?? [];
	}

	forget(email: Email): void {
		this.waiting.delete(email);
	}
}

/** Of a token: an expression in the credential may give each item another one. */
class Runs {
	private readonly runs = new WeakMap<Attempt, RunEmails>();

	of(attempt: Attempt): RunEmails {
		const known = this.runs.get(attempt) ?? new RunEmails();
		this.runs.set(attempt, known);
		return known;
	}
}

/**
 * Call it when an item is checked.
 *
 * @returns the email that asks for places; undefined where there is no limit, where none leaves, and where this process knows that it
 *   has left before
 * @throws NodeOperationError for a limit that has no valid value
 */
export function emailOf(ready: ReadyItem): Email | undefined {
	const { context, node, attempt, connection, caller, prepared } = ready;
	if (!caller.writes || !isEmail(prepared)) return undefined;
	const limits = emailLimitsOf(context, connection.emailLimits, caller.order);
	if (connection.isDryRun || Math.min(limits.perHour, limits.perRecipientAndDay) === Infinity) return undefined;
	const { before, earlier } = pastOf({ ready, connection, writer: writerOf(context, node), log: connection.session.of(WriteLog) });
	if ((before ?? earlier) !== undefined) return undefined;
	const email = { recipients: recipientsIn(prepared.body) };
	connection.session.of(Runs).of(attempt).note(email, limits);
	return email;
}

/**
 * Call it behind the barrier: the first item takes places for all.
 *
 * @returns whether its email has places, or needs none; false where the run is refused because of other items
 * @throws NodeOperationError that names the addresses of this item alone; the others are in n8n's log
 */
export function hasRoom({ context, node, attempt, connection: { gate, session }, caller, email }: ReadyItem): boolean {
	if (email === undefined) return true;
	const warn = (shortages: Shortage[]) => {
		const names = shortages.slice(0, LOGGED).flatMap(({ recipient = [] }) => recipient).join(', ');
		if (names !== '') context.logger.warn(`"${node.name}" would send more than Email Limit per Recipient and Day to: ${names}`);
	};
	const shortages = session.of(Runs).of(attempt).shortagesOf(email, session.of(EmailPlaces), gate.clock.now(), warn);
	if (shortages.length === 0) return true;
	const own = shortages.find(({ recipient }) => recipient === undefined || email.recipients.includes(recipient));
	if (own === undefined && !goesOn(context, node)) return false;
	const { message, description } = own === undefined ? refusalOfOthers(shortages[0]) : refusalText(own, 'run', gate.clock);
	return refuse({ context, itemIndex: caller.order }, message, description);
}

/** Call it when an item has ended: the places that it has not used are given back. */
export function giveBack({ attempt, connection: { session }, email }: ReadyItem): void {
	if (email === undefined) return;
	session.of(Runs).of(attempt).forget(email);
	session.of(EmailPlaces).release(email);
}
