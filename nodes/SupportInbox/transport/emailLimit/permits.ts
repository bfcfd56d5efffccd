import type { IDataObject } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { DAY, HOUR } from '../../store/time';
import { addressesIn, withoutTag } from '../mailHeaders/addresses';

/** The most recipients of an hour, and the most emails to a recipient within 24 hours; Infinity: no limit. */
export interface EmailLimits {
	perHour: number;
	perRecipientAndDay: number;
}

/** The most that either limit can be. */
export const MAX_LIMIT = 10_000;

/**
 * The most recipients that are kept of 24 hours; the oldest are forgotten first. At 60 requests a minute a token sends 86,400 emails a day
 * (API document, Limits).
 */
const MAX_RECIPIENTS = 100_000;

/** Stands for a recipient that only the ticket shows. */
const UNKNOWN = '';

/**
 * @param email the body of its request
 * @returns the mailbox of each address, at least one. Two addresses of one mailbox, by a tag such as anna+shop@ex.jp, are two
 */
export function recipientsIn({ to, cc, bcc }: IDataObject): string[] {
	const keys = new Set([to, cc, bcc].flatMap(addressesIn).map(({ key }) => key));
	return keys.size > 0 ? [...keys].map(withoutTag) : [UNKNOWN];
}

/** An email that has permits, or asks for them. `sentAt`: set when it was sent. */
export interface Email {
	recipients: readonly string[];
	sentAt?: LocalTime;
}

/**
 * A limit that leaves no room.
 * - `recipient`: whose; undefined for the limit per hour.
 * - `used`: how many permits are in use; `asked`: how many more are asked for.
 * - `opensAt`: from when on there is room for all, or for as many as the limit, if they are more than that.
 */
export interface Shortage {
	limit: number;
	recipient?: string;
	used: number;
	asked: number;
	opensAt: LocalTime;
}

/** The emails of this process with a token: each has a permit for each of its recipients, before it is sent and for 24 hours after. */
export class EmailPermits {
	/** Those that were not sent yet. */
	private readonly acquired = new Set<Email>();
	/** In the order in which they were sent. */
	private readonly sent = new Set<Email>();
	/** How many recipients these have. */
	private size = 0;

	/** Acquires permits for all of these emails, or for none. @returns what there is no room for */
	acquire(emails: readonly Email[], limits: EmailLimits, now: LocalTime): Shortage[] {
		const asked = emails.flatMap(({ recipients }) => recipients);
		const shortages = this.shortages(limits, asked.length, asked, now);
		if (shortages.length === 0) for (const email of emails) this.acquired.add(email);
		return shortages;
	}

	/**
	 * An email is about to be sent. Permits that it has already are not asked for again, whatever others have taken since.
	 *
	 * @param recipients those that it leaves with
	 * @returns what there is no room for; then it has no permits any more
	 */
	startSending(email: Email, recipients: readonly string[], { perHour, perRecipientAndDay }: EmailLimits, now: LocalTime): Shortage[] {
		const has = this.acquired.delete(email) ? email.recipients : [];
		const grown = recipients.filter((one) => countOf(recipients, one) > countOf(has, one));
		const limits = { perHour: recipients.length > has.length ? perHour : Infinity, perRecipientAndDay };
		const shortages = this.shortages(limits, recipients.length, grown, now);
		email.recipients = recipients;
		if (shortages.length === 0) this.acquired.add(email);
		return shortages;
	}

	/** An email was sent, or may have been sent. */
	recordSent(email: Email, now: LocalTime): void {
		this.acquired.delete(email);
		email.sentAt = now;
		this.sent.add(email);
		this.size += email.recipients.length;
		for (const old of this.sent) {
			if (old.sentAt! > now - DAY && this.size <= MAX_RECIPIENTS) break;
			this.sent.delete(old);
			this.size -= old.recipients.length;
		}
	}

	/** Releases the permits of an email that was not sent. */
	release(email: Email): void {
		this.acquired.delete(email);
	}

	/** @returns what there is no room for, what opens last first */
	private shortages({ perHour, perRecipientAndDay }: EmailLimits, count: number, recipients: readonly string[], now: LocalTime): Shortage[] {
		const asked = new Map<string, number>();
		for (const one of recipients) if (one !== UNKNOWN) asked.set(one, (asked.get(one) ?? 0) + 1);
		const inHour = perHour < Infinity ? [...this.grants(HOUR, now)] : [];
		const inDay = new Map([...asked.keys()].map((recipient) => [recipient, [] as number[]]));
		if (perRecipientAndDay < Infinity) for (const [at, recipient] of this.grants(DAY, now)) inDay.get(recipient)?.push(at);
		const ofDay = (recipient: string, emails: number) =>
			shortageOf({ limit: perRecipientAndDay, asked: emails, recipient }, inDay.get(recipient)!, DAY, now);
		const all = [
			...shortageOf({ limit: perHour, asked: count }, inHour.map(([at]) => at), HOUR, now),
			...[...asked].flatMap(([recipient, emails]) => ofDay(recipient, emails)),
		];
		return all.sort((one, other) => other.opensAt - one.opensAt);
	}

	/** @returns the permits that were acquired within a time, in the order in which they expire; those of unsent emails are last */
	private *grants(within: number, now: LocalTime): Iterable<[at: LocalTime, recipient: string]> {
		for (const { sentAt, recipients } of [...this.sent, ...this.acquired]) {
			if (sentAt === undefined || sentAt > now - within) for (const recipient of recipients) yield [sentAt ?? now, recipient];
		}
	}
}

type Asked = Pick<Shortage, 'limit' | 'asked' | 'recipient'>;

/** @param grantedAt when permits were acquired, the first first. @returns the shortage, if there is one */
function shortageOf(one: Asked, grantedAt: readonly LocalTime[], within: number, now: LocalTime): Shortage[] {
	const { limit, asked } = one;
	const used = grantedAt.length;
	if (used + asked <= limit) return [];
	const tooMany = used + Math.min(asked, limit) - limit;
	return [{ ...one, used, opensAt: tooMany > 0 ? grantedAt[tooMany - 1] + within : now }];
}

function countOf(recipients: readonly string[], recipient: string): number {
	return recipients.filter((one) => one === recipient).length;
}
