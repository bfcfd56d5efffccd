import type { RunAttempt } from '../../adapter/runAttempt';
import { emailLimitsOf, rejectionOfOthers, rejectionText } from '../emailLimit/emailLimit';
import { type Email, type EmailLimits, EmailPermits, recipientsIn, type Shortage } from '../emailLimit/permits';
import { reject } from '../errors/reject';
import { isEmail } from '../permissions';
import { goesOn } from './failedItem';
import type { Item } from './item';
import { cachedResultsOf } from './resultCache';

/** The most addresses that a line of the log has. */
const LOGGED = 100;

/** The emails of an attempt with a token: all acquire their permits at once, or none of them is sent. */
class RunEmails {
	private waiting = new Set<Email>();
	private limits: EmailLimits = { perHour: Infinity, perRecipientAndDay: Infinity };
	private readonly rejected = new Map<Email, Shortage[]>();

	/** @param limits those of its item: an expression in the credential may give each item others */
	add(email: Email, { perHour, perRecipientAndDay }: EmailLimits): void {
		this.waiting.add(email);
		this.limits = {
			perHour: Math.min(this.limits.perHour, perHour),
			perRecipientAndDay: Math.min(this.limits.perRecipientAndDay, perRecipientAndDay),
		};
	}

	/** Acquires permits for those that wait. @returns what there is no room for, where one of those is rejected that waited with this one */
	shortagesOf(email: Email, permits: EmailPermits, now: number, onRejection: (shortages: Shortage[]) => void): Shortage[] {
		if (this.waiting.has(email)) {
			const shortages = permits.acquire([...this.waiting], this.limits, now);
			if (shortages.length > 0) onRejection(shortages);
			for (const one of this.waiting) this.rejected.set(one, shortages);
			this.waiting.clear();
		}
		return this.rejected.get(email) ?? [];
	}

	remove(email: Email): void {
		this.waiting.delete(email);
	}
}

/** Of a token: an expression in the credential may give each item another one. */
class Runs {
	private readonly runs = new WeakMap<RunAttempt, RunEmails>();

	of(attempt: RunAttempt): RunEmails {
		const known = this.runs.get(attempt) ?? new RunEmails();
		this.runs.set(attempt, known);
		return known;
	}
}

/**
 * Call it when an item is checked.
 *
 * @returns the email that asks for permits; undefined where there is no limit, where none is sent, and where this process knows that it
 *   was sent before
 * @throws NodeOperationError for a limit that has no valid value
 */
export function emailOf(item: Item): Email | undefined {
	const { context, attempt, connection, itemIndex, body } = item;
	if (item.semantics === 'safe' || !isEmail(item)) return undefined;
	const limits = emailLimitsOf(context, connection.emailLimits, itemIndex);
	if (connection.isDryRun || Math.min(limits.perHour, limits.perRecipientAndDay) === Infinity) return undefined;
	const { before, earlier } = cachedResultsOf(item);
	if ((before ?? earlier) !== undefined) return undefined;
	const email = { recipients: recipientsIn(body) };
	connection.session.of(Runs).of(attempt).add(email, limits);
	return email;
}

/**
 * Call it behind the barrier: the first item acquires permits for all.
 *
 * @returns whether its email has permits, or needs none; false where the run is rejected because of other items
 * @throws NodeOperationError that names the addresses of this item alone; the others are in n8n's log
 */
export function hasPermits({ context, node, attempt, connection: { dispatcher, session }, itemIndex, email }: Item): boolean {
	if (email === undefined) return true;
	const warn = (shortages: Shortage[]) => {
		const names = shortages.slice(0, LOGGED).flatMap(({ recipient = [] }) => recipient).join(', ');
		if (names !== '') context.logger.warn(`"${node.name}" would send more than Email Limit per Recipient and Day to: ${names}`);
	};
	const shortages = session.of(Runs).of(attempt).shortagesOf(email, session.of(EmailPermits), dispatcher.clock.now(), warn);
	if (shortages.length === 0) return true;
	const own = shortages.find(({ recipient }) => recipient === undefined || email.recipients.includes(recipient));
	if (own === undefined && !goesOn(context, node)) return false;
	const { message, description } = own === undefined ? rejectionOfOthers(shortages[0]) : rejectionText(own, 'run', dispatcher.clock);
	return reject({ context, itemIndex }, message, description);
}

/** Call it when an item has ended: the permits that it has not used are released. */
export function releasePermits({ attempt, connection: { session }, email }: Item): void {
	if (email === undefined) return;
	session.of(Runs).of(attempt).remove(email);
	session.of(EmailPermits).release(email);
}
