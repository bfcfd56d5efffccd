import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Failure, ResponseShape, ServiceFailure } from '../retry/failure';
import { isRateLimit } from '../retry/policy';

/** What a text can say about the request that failed: the fields as the user sees them. */
export interface Asked {
	/** Fields whose values are in the address, e.g. `Ticket 5`. */
	about: string[];
	/** Fields whose values were sent, e.g. `Status`. */
	sent: string[];
	itemIndex?: number;
}

type Doubt = Pick<ServiceFailure, 'outcomeUnknown' | 'findings'>;

interface Text {
	message: string;
	description: string;
	httpCode?: number;
}

const PROMISED: Record<ResponseShape, string> = {
	list: 'a JSON list',
	record: 'a JSON object with the promised fields',
	nothing: 'an empty answer',
	file: 'a file',
};

/**
 * Says what happened, which field it concerns and what to do next (API document, Errors).
 * The error is built from the failure alone: the error of the HTTP client carries the token.
 *
 * @param doubt whether the service may have done what was asked, and what was found out about it
 * @returns n8n's own error for a failed request, with `failure` set where n8n can wait for the limit
 */
export function toNodeApiError(node: INode, failure: Failure, asked: Asked, doubt: Doubt = { outcomeUnknown: false }): NodeApiError {
	const { message, description, httpCode } = textOf(failure, asked);
	const code = httpCode === undefined ? undefined : String(httpCode);
	const error = new NodeApiError(node, { message }, { httpCode: code, itemIndex: asked.itemIndex });
	// n8n replaces messages that hold one of its code words; ours already say it better.
	error.message = message;
	error.description = [description, ...doubtText(doubt)].join(' ');
	error.messages = [];
	if (failure.kind === 'rateLimit') {
		// Without it n8n takes a 403 in a poll for wrong credentials and waits half an hour.
		error.failure = { cause: 'rate-limited', resetsAtEpochMs: failure.opensAt };
	}
	return error;
}

/** The user has to know that running it again may do it twice, and how to see whether it was done. */
function doubtText({ outcomeUnknown, findings }: Doubt): string[] {
	if (!outcomeUnknown) return [];
	const { checked, how } = findings ?? { checked: '', how: 'Look in the Support Inbox before you run this again.' };
	return ['The service may have done it nevertheless.', checked, how].filter((sentence) => sentence !== '');
}

function textOf(failure: Failure, asked: Asked): Text {
	switch (failure.kind) {
		case 'rateLimit':
			return {
				message: `The rate limit of ${failure.limit} requests a minute is used up`,
				description: `It opens again at ${new Date(failure.opensAt).toISOString()}. All workflows and programs that use this access token share it. Try again then, or spread the work over more time.`,
				httpCode: 403,
			};
		case 'network':
			return networkText(failure.code);
		case 'circuitOpen':
			return {
				message: 'The service does not answer',
				description: 'The requests before this one waited in vain, so this one was not sent. Try again later.',
			};
		case 'unexpectedResponse':
			return {
				message: `The service answered with something else than ${PROMISED[failure.expected]}`,
				description: `The answer began with: ${failure.excerpt === '' ? '(nothing)' : failure.excerpt}. Check that the Base URL of the credential is the address of your tenant and that no proxy or login page stands in between.`,
				httpCode: failure.status,
			};
		case 'status':
			return { ...statusText(failure.status, failure, asked), httpCode: failure.status };
	}
}

function networkText(code: string): Text {
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return {
			message: 'The service did not answer in time',
			description:
				'Try again later. If it needs longer than usual, raise the time-out under "Request Options" of this node.',
		};
	}
	return {
		message: `The service could not be reached (${code})`,
		description: 'Check the Base URL of the credential and the network of the n8n server, then try again.',
	};
}

function statusText(status: number, failure: Extract<Failure, { kind: 'status' }>, asked: Asked): Text {
	const said = failure.message === '' ? '' : `: ${failure.message}`;
	if (status < 400) {
		return {
			message: `The service redirected the request (${status})`,
			description:
				'Redirects are not followed, so that the access token reaches nobody else. Enter the final address of your tenant as the Base URL of the credential.',
		};
	}
	switch (status) {
		case 400:
			return {
				message: `The service refused the values${said}`,
				description:
					asked.sent.length > 0
						? `Check what was sent in: ${asked.sent.join(', ')}.`
						: 'Check the fields of this node.',
			};
		case 401:
			return {
				message: 'The access token is missing or not valid',
				description:
					"Open the Support Inbox credential and enter a token from your tenant's system settings, under the API token item.",
			};
		case 403:
			return isRateLimit(failure)
				? {
						message: 'The rate limit of the access token is used up',
						description: 'Try again in a minute.',
					}
				: {
						message: `The service denied access although requests are left${said}`,
						description:
							'This is not the rate limit. Ask the administrator of your tenant whether the access token may do this.',
					};
		case 404:
			return {
				message: asked.about.length > 0 ? `Not found: ${asked.about.join(', ')}` : 'Not found',
				description:
					asked.about.length > 0
						? 'One of these does not exist, or not in the chosen inbox or address book. Check these fields.'
						: 'Check the Base URL of the credential.',
			};
		case 415:
			return {
				message: 'The service did not accept the format of the request (415)',
				description: 'A proxy may have changed the Content-Type header. Check what stands between n8n and the service.',
			};
		case 429:
			return { message: 'Too many requests', description: 'Try again in a minute.' };
		case 503:
			return {
				message: 'The service is under maintenance (503)',
				description: 'Try again later. Nothing in this node needs to be changed.',
			};
		default:
			return status >= 500
				? {
						message: `The service failed (${status})${said}`,
						description: 'The fault is on the side of the service. Try again later.',
					}
				: { message: `The service refused the request (${status})${said}`, description: 'Check the fields of this node.' };
	}
}
