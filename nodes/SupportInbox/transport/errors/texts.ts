import { networkText } from '../client/networkErrors';
import { excerpt } from '../excerpt';
import type { Failure, ResponseShape } from '../retry/failure';
import { isRateLimit } from '../retry/policy';

/** What a text can say about the request that failed: the fields as the user sees them. */
export interface Asked {
	/** Fields whose values are in the address, e.g. `Ticket 5`. */
	about: string[];
	/** Fields whose ids were sent in the body, e.g. `Badges 7, 8`. */
	ids?: string[];
	/** Fields whose values were sent, e.g. `Status`. */
	sent: string[];
	itemIndex?: number;
}

/** What the user reads: what happened, and what to do next. */
export interface Text {
	message: string;
	description: string;
	httpCode?: number;
}

type StatusFailure = Extract<Failure, { kind: 'status' }>;
type Unexpected = Extract<Failure, { kind: 'unexpectedResponse' }>;

const PROMISED: Record<ResponseShape, string> = {
	list: 'a JSON list',
	record: 'a JSON object with the promised fields',
	nothing: 'an empty answer',
	file: 'a file',
};

const NOT_THE_SERVICE =
	'Check that the Base URL of the credential is the address of your tenant and that no proxy or login page stands in between.';

/**
 * The text of every failure. None holds what the service keeps about customers: of an answer that is not the one
 * promised, only the name of a missing field or the title of a web page is shown.
 *
 * @param outcomeUnknown whether it was a write that the service may have done
 */
export function textOf(failure: Failure, asked: Asked, outcomeUnknown: boolean): Text {
	switch (failure.kind) {
		case 'rateLimit':
			return {
				message: `The rate limit of ${failure.limit} requests a minute is used up`,
				description: `It opens again at ${new Date(failure.opensAt).toISOString()}. All workflows and programs that use this access token share it, perhaps those with other tokens of the tenant too. Try again then, or spread the work over more time.`,
				httpCode: 403,
			};
		case 'network':
			return networkText(failure.code, failure.left, failure.host);
		case 'circuitOpen':
			return {
				message: 'The service does not answer',
				description: 'The requests before this one got no answer in time, so this one was not sent. Try again later.',
			};
		case 'unexpectedResponse':
			return { ...unexpectedText(failure, outcomeUnknown), httpCode: failure.status };
		case 'status':
			return { ...statusText(failure, asked), httpCode: failure.status };
	}
}

function unexpectedText({ expected, status, content, missing, title }: Unexpected, outcomeUnknown: boolean): Text {
	if (outcomeUnknown || expected === 'nothing') {
		const came = title === undefined ? `something else came with status ${status}` : `the page "${title}" came`;
		return {
			message: 'The service did not confirm the change',
			description: `Instead of ${PROMISED[expected]}, ${came}. ${NOT_THE_SERVICE}`,
		};
	}
	if (missing !== undefined) {
		return {
			message: `The answer of the service is not complete: ${missing} is missing or wrong`,
			description: 'Nothing was changed, because what was asked rests on it. Try again later; if it stays so, ask the administrator of your tenant.',
		};
	}
	if (content === 'cutOff') return { message: 'The answer was cut off', description: 'Try again. If it happens often, look at the network of the n8n server and at proxies in between.' };
	const instead = title === undefined ? '' : `The page "${title}" came instead. `;
	return { message: `The service answered with something else than ${PROMISED[expected]}`, description: `${instead}${NOT_THE_SERVICE}` };
}

function statusText(failure: StatusFailure, asked: Asked): Text {
	const { status, message } = failure;
	if (status < 400) return REDIRECTED(status);
	if (status === 403 && !isRateLimit(failure)) return DENIED(said(message));
	if (status === 404 && isOfAnotherServer(failure)) return NO_SUPPORT_INBOX;
	const known = BY_STATUS[status];
	if (known !== undefined) return known(said(message), asked);
	const isGateway = status === 502 || status === 504 || failure.ofGateway === true;
	if (status >= 500) return isGateway ? GATEWAY(status) : FAILED(status, said(message));
	return { message: `The service refused the request (${status})${said(message)}`, description: 'Check the fields of this node.' };
}

/** By the statuses that have a meaning of their own (API document, Errors; RFC 9110 for the rest). */
const BY_STATUS: Record<number, (said: string, asked: Asked) => Text> = {
	400: (words, { sent }) => ({
		message: `The service refused the values${words}`,
		description: sent.length > 0 ? `Check what was sent in: ${sent.join(', ')}.` : 'Check the fields of this node.',
	}),
	401: () => ({
		message: 'The access token is missing or not valid',
		description: "Open the Support Inbox credential and enter a token from your tenant's system settings, under the API token item.",
	}),
	403: () => ({ message: 'The rate limit of the service is used up', description: 'Try again in a minute.' }),
	404: (words, { about, ids = [] }) => {
		const named = [...about, ...ids].map(excerpt);
		const service = words === '' ? '' : ` The service says${words}.`;
		return named.length > 0
			? { message: `Not found: ${named.join(', ')}`, description: `One of these does not exist, or not in the chosen inbox or address book. Check these fields.${service}` }
			: { message: `Not found${words}`, description: 'What was asked for does not exist, or the access token may not see it. Check the fields of this node.' };
	},
	414: (_words, asked) => TOO_LONG(414, asked),
	415: () => ({
		message: 'The service did not accept the format of the request (415)',
		description: 'A proxy may have changed the Content-Type header. Check what stands between n8n and the service.',
	}),
	429: () => ({ message: 'Too many requests', description: 'Try again in a minute.' }),
	431: (_words, asked) => TOO_LONG(431, asked),
	503: () => ({
		message: 'The service is under maintenance (503)',
		description: 'Try again later. Nothing in this node needs to be changed.',
	}),
};

/** Any web server answers 404 to a path that it does not know; the service says so in its own form (API document, Errors, Limits). */
const NO_SUPPORT_INBOX: Text = {
	message: 'There is no Support Inbox at the Base URL (404)',
	description: 'Another web server answered. Open the Support Inbox credential and enter the address of your tenant as the Base URL.',
};

function isOfAnotherServer({ ofGateway, message, headers }: StatusFailure): boolean {
	return ofGateway === true || (message === '' && headers['x-ratelimit-limit'] === undefined);
}

const REDIRECTED = (status: number): Text => ({
	message: `The service redirected the request (${status})`,
	description:
		'Redirects are not followed, so that the access token reaches nobody else. Enter the final address of your tenant as the Base URL of the credential.',
});
const DENIED = (words: string): Text => ({
	message: `The service denied access although requests are left${words}`,
	description: 'This is not the rate limit. Ask the administrator of your tenant whether the access token may do this.',
});
const GATEWAY = (status: number): Text => ({
	message: `A gateway before the service failed (${status})`,
	description: 'The service itself did not answer. Try again later; if it stays so, look at the proxies between n8n and the service.',
});
const FAILED = (status: number, words: string): Text => ({
	message: `The service failed (${status})${words}`,
	description: 'The fault is on the side of the service. Try again later.',
});

/** The values in the address share its length; the longest of them is named. */
const TOO_LONG = (status: number, { about }: Asked): Text => {
	const [longest] = [...about].sort((one, other) => other.length - one.length);
	return longest === undefined
		? { message: `The address of the request is too long (${status})`, description: 'Shorten the values of this node.' }
		: { message: `Too long for the address of a request (${status}): ${excerpt(longest)}`, description: 'Check this field, and shorten its value.' };
};

function said(message: string): string {
	return message === '' ? '' : `: ${message}`;
}
