import type { FunctionsBase, IDataObject } from 'n8n-workflow';
import type { Clock } from '../../adapter/clock';
import { ServiceFailure, type Text } from '../errors/failure';
import { reject } from '../errors/reject';
import { excerpt } from '../excerpt';
import { type Email, type EmailLimits, type EmailPermits, MAX_LIMIT, recipientsIn, type Shortage } from './permits';

const PER_HOUR = 'Email Limit per Hour';
const PER_RECIPIENT_AND_DAY = 'Email Limit per Recipient and Day';
const ENTER = 'Open the Support Inbox credential and enter one, or leave it empty for no limit.';

/** The values of the credential, by their names. */
export interface ConfiguredLimits {
	emailLimitPerHour: unknown;
	emailLimitPerRecipientAndDay: unknown;
}

/** @returns what is wrong with the first value that is no limit; undefined: nothing is */
export function wrongLimitIn({ emailLimitPerHour, emailLimitPerRecipientAndDay }: ConfiguredLimits): Text | undefined {
	const given: Array<[string, unknown]> = [[PER_HOUR, emailLimitPerHour], [PER_RECIPIENT_AND_DAY, emailLimitPerRecipientAndDay]];
	const [name, value] = given.find((one) => limitIn(one[1]) === undefined) ?? [];
	if (name === undefined) return undefined;
	return {
		message: `The ${name} of the credential is not a whole number from 1 to ${MAX_LIMIT}: ${excerpt(JSON.stringify(value) ?? 'undefined')}`,
		description: `${ENTER} To send no email at all, choose No Email or Deletion under Permissions.`,
	};
}

/** @throws NodeOperationError for a value that is no limit: an expression that finds nothing must not mean that there is none */
export function emailLimitsOf(context: Pick<FunctionsBase, 'getNode'>, given: ConfiguredLimits, itemIndex?: number): EmailLimits {
	const wrong = wrongLimitIn(given);
	if (wrong !== undefined) reject({ context, itemIndex }, wrong.message, `Nothing was sent. ${wrong.description}`);
	return { perHour: limitIn(given.emailLimitPerHour)!, perRecipientAndDay: limitIn(given.emailLimitPerRecipientAndDay)! };
}

/** @returns Infinity for an empty field, undefined for what is no limit */
function limitIn(value: unknown): number | undefined {
	if (value === '') return Infinity;
	const limit = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
	return typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT ? limit : undefined;
}

/**
 * @param what it is that there is no room for
 * @param clock the dispatcher's
 * @returns the texts of a refusal. A model reads them, so they name the recipient of this shortage and nobody else
 */
export function rejectionText({ limit, recipient, used, asked, opensAt }: Shortage, what: 'run' | 'email', clock: Clock): Text {
	const [name, counted] = recipient === undefined
		? [PER_HOUR, 'Recipients within the last hour']
		: [PER_RECIPIENT_AND_DAY, `Emails to ${excerpt(recipient)} within 24 hours`];
	const next = Math.min(asked, limit);
	const when = opensAt > clock.now() ? `from ${new Date(clock.wallTime(opensAt)).toISOString()} on` : 'now';
	const sentences = [
		what === 'run' ? 'Nothing was sent.' : 'It was not sent.',
		...(asked > limit ? ['It is more than the limit: send it in parts.'] : []),
		`The next ${next === 1 ? 'one' : next} can be sent ${when}.`,
		'The limit is in the Support Inbox credential. Do not try it in another way: ask the person you work for.',
	];
	return { message: `${name} is ${limit}. ${counted}: ${used}, in this ${what}: ${asked}`, description: sentences.join(' ') };
}

/** @returns the texts for an email of a run in which only others have a recipient who would get too many */
export function rejectionOfOthers({ limit }: Shortage): Text {
	return {
		message: `${PER_RECIPIENT_AND_DAY} is ${limit}, and other items of the run are above it`,
		description: "Nothing was sent. Leave these items out, or run it later: n8n's log has their addresses.",
	};
}

/**
 * The request of an email. `email`: what has its permits, if it acquired some before; `depart`: returns the body of an attempt, which is
 * sent then.
 */
export interface EmailRequest<P> {
	email?: Email;
	depart?: (planned: P) => IDataObject;
}

/**
 * Sends an email with its permits: it acquires those that it lacks when it is sent, and releases all of them if it surely was not sent.
 *
 * @param send sends the request, which is this one with another `depart`
 * @throws ServiceFailure when there is no room; what `send` throws
 */
export async function sendWithPermits<P extends { body: IDataObject }, R extends EmailRequest<P>, T>(
	{ permits, limits, clock }: { permits: EmailPermits; limits: EmailLimits; clock: Clock },
	request: R,
	send: (request: R) => Promise<T>,
): Promise<T> {
	const email: Email = request.email ?? { recipients: [] };
	const depart = (planned: P) => {
		const body = request.depart?.(planned) ?? planned.body;
		const [shortage] = permits.startSending(email, recipientsIn(body), limits, clock.now());
		if (shortage !== undefined) throw new ServiceFailure({ kind: 'emailLimit', ...rejectionText(shortage, 'email', clock) });
		return body;
	};
	const sending = send({ ...request, depart });
	await sending.then(
		() => permits.recordSent(email, clock.now()),
		(error) => (error instanceof ServiceFailure && error.outcomeUnknown ? permits.recordSent(email, clock.now()) : permits.release(email)),
	);
	return await sending;
}
