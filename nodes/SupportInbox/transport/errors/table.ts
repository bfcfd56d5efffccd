import { excerpt } from '../excerpt';
import {
	type Entry,
	type Failure,
	type Of,
	type RequestFields,
	type ResponseShape,
	type StatusFailure,
	type Text,
	isDenied,
} from './failure';
import { NETWORK } from './network';

/** Requests that the service did not carry out, and requests that it may have carried out. */
const NOT_DONE = { isTransient: false, mayHaveHappened: false } as const;
const MAY_BE_DONE = { isTransient: true, mayHaveHappened: true } as const;

const ENTRIES: Array<Entry<StatusFailure>> = [
	{ is: ({ status }) => status < 400, meaning: 'fatal', ...NOT_DONE, text: ({ status }) => redirected(status) },
	{ is: isDenied, meaning: 'refused', ...NOT_DONE, text: () => DENIED },
	{ is: isOfAnotherServer, meaning: 'refused', ...NOT_DONE, text: () => NO_SUPPORT_INBOX },
	{ is: of(400), meaning: 'refused', ...NOT_DONE, text: wrongValues },
	{ is: of(401), meaning: 'fatal', ...NOT_DONE, text: () => WRONG_TOKEN },
	{ is: of(404), meaning: 'refused', ...NOT_DONE, text: notFound },
	{ is: of(407), meaning: 'fatal', ...NOT_DONE, text: () => PROXY },
	{ is: of(415), meaning: 'refused', ...NOT_DONE, text: () => WRONG_FORMAT },
	{ is: of(503), meaning: 'down', ...MAY_BE_DONE, text: () => MAINTENANCE },
	{
		is: (failure) => of(502, 504)(failure) || (of(500)(failure) && failure.ofGateway === true),
		meaning: 'trouble',
		...MAY_BE_DONE,
		text: gatewayFailed,
	},
	{ is: of(500), meaning: 'trouble', ...MAY_BE_DONE, text: failed },
	{
		is: ({ status, ofGateway }) => status > 500 && ofGateway === true,
		meaning: 'trouble',
		...MAY_BE_DONE,
		isTransient: false,
		text: gatewayFailed,
	},
	{ is: ({ status }) => status > 500, meaning: 'trouble', ...MAY_BE_DONE, isTransient: false, text: failed },
	{
		meaning: 'refused',
		...NOT_DONE,
		text: ({ status, ofGateway }) => ({
			message: `The service refused the request (${status})`,
			description: ofGateway === true ? NOT_THE_SERVICE : 'Check the fields of this node.',
		}),
	},
];

/** Answers with an error status (API document, Errors; other statuses by RFC 9110). Every text contains the service's own words. */
const STATUS = ENTRIES.map((entry): Entry<StatusFailure> => ({
	...entry,
	text: (failure, ...more) => withWords(entry.text(failure, ...more), failure),
}));

function of(...statuses: number[]): (failure: StatusFailure) => boolean {
	return ({ status }) => statuses.includes(status);
}

/** Any web server answers 404 to an unknown path. This service adds a message or its rate limit headers (API document, Errors, Limits). */
function isOfAnotherServer({ status, ofGateway, message, headers }: StatusFailure): boolean {
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
const PROXY: Text = {
	message: 'A proxy before the service wants a user name and a password (407)',
	description: 'Ask the administrator of your n8n server for its proxy settings.',
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

function wrongValues(_failure: StatusFailure, { sent }: RequestFields): Text {
	return {
		message: 'The service refused the values',
		description: sent.length > 0 ? `Check what was sent in: ${sent.join(', ')}.` : 'Check the fields of this node.',
	};
}

/** The service's own words say which of the fields' values does not exist. */
function notFound({ message: words }: StatusFailure, { about, ids = [] }: RequestFields): Text {
	const named = [...about, ...ids].map(excerpt);
	return named.length > 0
		? {
				message: `Not found: ${named.join(', ')}${words === '' ? '' : ` (${words})`}`,
				description: 'One of these does not exist, or not in the chosen inbox or address book. Check these fields.',
			}
		: {
				message: 'Not found',
				description: 'What was asked for does not exist, or the access token may not see it. Check the fields of this node.',
			};
}

function gatewayFailed({ status }: StatusFailure): Text {
	return {
		message: `A gateway before the service failed (${status})`,
		description: 'The service itself did not answer. Try again later; if it happens again, look at the proxies between n8n and the service.',
	};
}

function failed({ status }: StatusFailure): Text {
	return {
		message: `The service failed (${status})`,
		description: 'The fault is on the side of the service. Try again later.',
	};
}

/** @returns the text with the service's own words: after the message, or after the description if the message names fields */
function withWords({ message, description }: Text, { message: words }: StatusFailure): Text {
	if (words === '' || message.endsWith(`(${words})`)) return { message, description };
	return message.includes(': ')
		? { message, description: `${description} The service says: ${words}.` }
		: { message: `${message}: ${words}`, description };
}

const NOT_THE_SERVICE =
	'Check that the Base URL of the credential is the address of your tenant and that no proxy or login page is in between.';

const RATE_LIMIT: Array<Entry<Of<'rateLimit'>>> = [
	{
		meaning: 'limit',
		...NOT_DONE,
		text: ({ limit, opensAt, message = '' }) => ({
			message: `The rate limit of ${limit} requests a minute is used up`,
			description: `It opens again at ${new Date(opensAt).toISOString()}. All workflows and programs that use this access token share it, perhaps also programs with other tokens of the tenant. Try again then, or spread the work over more time.${message === '' ? '' : ` The service says: ${message}.`}`,
		}),
	},
];

const EMAIL_LIMIT: Array<Entry<Of<'emailLimit'>>> = [
	{ meaning: 'refused', ...NOT_DONE, text: ({ message, description }) => ({ message, description }) },
];

const CIRCUIT_OPEN: Array<Entry<Of<'circuitOpen'>>> = [
	{
		meaning: 'down',
		...NOT_DONE,
		text: () => ({
			message: 'The service does not answer',
			description: 'The requests before this one got no answer in time, so this one was not sent. Try again later.',
		}),
	},
];

const INTERRUPTED: Array<Entry<Of<'interrupted'>>> = [
	{ meaning: 'trouble', isTransient: false, mayHaveHappened: true, text: ({ message, description }) => ({ message, description }) },
];

type Unexpected = Of<'unexpectedResponse'>;

/** A success status with an unexpected answer. Another attempt would not change a web page, or JSON that lacks a field. */
const UNEXPECTED_RESPONSE: Array<Entry<Unexpected>> = [
	// A web page in place of an answer shows that the base URL is wrong.
	{ is: ({ content }) => content === 'foreign', meaning: 'fatal', isTransient: false, mayHaveHappened: true, text: unexpected },
	{
		is: ({ content, expected }) => content !== 'tooLarge' && (content !== 'json' || expected === 'nothing'),
		meaning: 'trouble',
		isTransient: true,
		mayHaveHappened: true,
		text: unexpected,
	},
	{ meaning: 'trouble', isTransient: false, mayHaveHappened: true, text: unexpected },
];

const PROMISED: Record<ResponseShape, string> = {
	list: 'a JSON list',
	record: 'a JSON object with the promised fields',
	nothing: 'an empty answer',
	file: 'a file',
};

function unexpected({ expected, status, content, missing, title }: Unexpected, { writes }: RequestFields, outcomeUnknown: boolean): Text {
	if (outcomeUnknown || expected === 'nothing') {
		const came = title === undefined ? `something else came with status ${status}` : `the page "${title}" came`;
		return {
			message: 'The service did not confirm the change',
			description: `Instead of ${PROMISED[expected]}, ${came}. ${NOT_THE_SERVICE}`,
		};
	}
	if (missing !== undefined) {
		const form = missing.endsWith('_at') ? 'A time has to be ISO 8601 with an offset, such as 2026-11-20T09:30:00Z. ' : '';
		const notDone = writes === true ? 'Nothing was changed, because the change depends on it. ' : '';
		return {
			message: `The answer of the service is not complete: ${missing} is missing or wrong`,
			description: `${form}${notDone}Try again later; if it happens again, ask the administrator of your tenant.`,
		};
	}
	if (content === 'tooLarge') {
		return {
			message: 'The answer of the service is larger than 100 MB',
			description: 'It was not loaded into the memory of n8n. Ask for less, by filters or a smaller Limit.',
		};
	}
	if (content === 'cutOff') {
		return {
			message: 'The answer was cut off',
			description: 'Try again. If it happens often, look at the network of the n8n server and at proxies in between.',
		};
	}
	const instead = title === undefined ? '' : `The page "${title}" came instead. `;
	return { message: `The service answered with something other than ${PROMISED[expected]}`, description: `${instead}${NOT_THE_SERVICE}` };
}

/** The one table of failures: whether to retry, whether the service may have done it, and what the user reads. */
const TABLE = {
	network: NETWORK,
	status: STATUS,
	rateLimit: RATE_LIMIT,
	interrupted: INTERRUPTED,
	emailLimit: EMAIL_LIMIT,
	circuitOpen: CIRCUIT_OPEN,
	unexpectedResponse: UNEXPECTED_RESPONSE,
};

/** @returns the line of the table that a failure belongs to */
export function entryOf(failure: Failure): Entry {
	return (TABLE[failure.kind] as Entry[]).find(({ is }) => is === undefined || is(failure)) as Entry;
}
