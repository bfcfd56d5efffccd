import { excerpt } from '../excerpt';
import type { Asked, Entry, Of, Text } from './entry';
import { isRateLimit } from './failure';

type Status = Of<'status'>;

/** What the service did not do, and what it may have done. */
const NOT_DONE = { isTransient: false, mayHaveHappened: false } as const;
const MAY_BE_DONE = { isTransient: true, mayHaveHappened: true } as const;

const ENTRIES: Array<Entry<Status>> = [
	{ is: ({ status }) => status < 400, meaning: 'fatal', ...NOT_DONE, text: ({ status }) => redirected(status) },
	{ is: ({ opensAt }) => opensAt !== undefined, meaning: 'trouble', ...NOT_DONE, text: ({ opensAt = 0 }) => notYet(opensAt) },
	{ is: (failure) => failure.status === 403 && !isRateLimit(failure), meaning: 'refused', ...NOT_DONE, text: () => DENIED },
	{ is: isOfAnotherServer, meaning: 'refused', ...NOT_DONE, text: () => NO_SUPPORT_INBOX },
	{ is: of(400), meaning: 'refused', ...NOT_DONE, text: wrongValues },
	{ is: of(401), meaning: 'fatal', ...NOT_DONE, text: () => WRONG_TOKEN },
	{ is: of(403), meaning: 'refused', ...NOT_DONE, text: () => ({ message: 'The rate limit of the service is used up', description: 'Try again in a minute.' }) },
	{ is: of(404), meaning: 'refused', ...NOT_DONE, text: notFound },
	{ is: of(414, 431), meaning: 'refused', ...NOT_DONE, text: tooLong },
	{ is: of(415), meaning: 'refused', ...NOT_DONE, text: () => WRONG_FORMAT },
	{ is: of(429), meaning: 'refused', ...NOT_DONE, text: () => ({ message: 'Too many requests', description: 'Try again in a minute.' }) },
	{ is: of(503), meaning: 'down', ...MAY_BE_DONE, text: () => MAINTENANCE },
	{ is: (failure) => of(502, 504)(failure) || (of(500)(failure) && failure.ofGateway === true), meaning: 'trouble', ...MAY_BE_DONE, text: gatewayFailed },
	{ is: of(500), meaning: 'trouble', ...MAY_BE_DONE, text: failed },
	{ is: ({ status, ofGateway }) => status > 500 && ofGateway === true, meaning: 'trouble', ...MAY_BE_DONE, isTransient: false, text: gatewayFailed },
	{ is: ({ status }) => status > 500, meaning: 'trouble', ...MAY_BE_DONE, isTransient: false, text: failed },
	{
		is: () => true,
		meaning: 'refused',
		...NOT_DONE,
		text: ({ status }) => ({ message: `The service refused the request (${status})`, description: 'Check the fields of this node.' }),
	},
];

/** Answers with an error status (API document, Errors; RFC 9110 for what is not in it). The service's own words are in every text. */
export const STATUS = ENTRIES.map((entry): Entry<Status> => ({ ...entry, text: (failure, ...more) => withWords(entry.text(failure, ...more), failure) }));

function of(...statuses: number[]): (failure: Status) => boolean {
	return ({ status }) => statuses.includes(status);
}

/** Any web server answers 404 to a path that it does not know; the service says so in its own form (API document, Errors, Limits). */
function isOfAnotherServer({ status, ofGateway, message, headers }: Status): boolean {
	return status === 404 && (ofGateway === true || (message === '' && headers['x-ratelimit-limit'] === undefined));
}

const NO_SUPPORT_INBOX: Text = {
	message: 'There is no Support Inbox at the Base URL (404)',
	description: 'Another web server answered. Open the Support Inbox credential and enter the address of your tenant as the Base URL.',
};
const DENIED: Text = {
	message: 'The service denied access although requests are left',
	description: 'This is not the rate limit. Ask the administrator of your tenant whether the access token may do this.',
};
const WRONG_TOKEN: Text = {
	message: 'The access token is missing or not valid',
	description: "Open the Support Inbox credential and enter a token from your tenant's system settings, under the API token item.",
};
const WRONG_FORMAT: Text = {
	message: 'The service did not accept the format of the request (415)',
	description: 'A proxy may have changed the Content-Type header. Check what stands between n8n and the service.',
};
const MAINTENANCE: Text = {
	message: 'The service is under maintenance (503)',
	description: 'Try again later. Nothing in this node needs to be changed.',
};

function redirected(status: number): Text {
	return {
		message: `The service redirected the request (${status})`,
		description:
			'Redirects are not followed, so that the access token reaches nobody else. Enter the final address of your tenant as the Base URL of the credential.',
	};
}

function notYet(opensAt: number): Text {
	return {
		message: 'The service refused the request although requests are left',
		description: `This is taken for the rate limit until the service refuses it again. Try again after ${new Date(opensAt).toISOString()}.`,
	};
}

function wrongValues(_failure: Status, { sent }: Asked): Text {
	return {
		message: 'The service refused the values',
		description: sent.length > 0 ? `Check what was sent in: ${sent.join(', ')}.` : 'Check the fields of this node.',
	};
}

/** The service says in its own words what is missing; the fields alone would leave it open. */
function notFound({ message: words }: Status, { about, ids = [] }: Asked): Text {
	const named = [...about, ...ids].map(excerpt);
	return named.length > 0
		? { message: `Not found: ${named.join(', ')}${words === '' ? '' : ` (${words})`}`, description: 'One of these does not exist, or not in the chosen inbox or address book. Check these fields.' }
		: { message: 'Not found', description: 'What was asked for does not exist, or the access token may not see it. Check the fields of this node.' };
}

/** The values in the address share its length; the longest of them is named. */
function tooLong({ status }: Status, { about }: Asked): Text {
	const [longest] = [...about].sort((one, other) => other.length - one.length);
	return longest === undefined
		? { message: `The address of the request is too long (${status})`, description: 'Shorten the values of this node.' }
		: { message: `Too long for the address of a request (${status}): ${excerpt(longest)}`, description: 'Check this field, and shorten its value.' };
}

function gatewayFailed({ status }: Status): Text {
	return {
		message: `A gateway before the service failed (${status})`,
		description: 'The service itself did not answer. Try again later; if it stays so, look at the proxies between n8n and the service.',
	};
}

function failed({ status }: Status): Text {
	return {
		message: `The service failed (${status})`,
		description: 'The fault is on the side of the service. Try again later.',
	};
}

/** @returns the text with the service's own words: behind the message, or behind the description where the message names fields. */
function withWords({ message, description }: Text, { message: words }: Status): Text {
	if (words === '' || message.endsWith(`(${words})`)) return { message, description };
	return message.includes(': ') ? { message, description: `${description} The service says: ${words}.` } : { message: `${message}: ${words}`, description };
}
