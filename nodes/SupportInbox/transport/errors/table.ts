import type { Asked, Entry, Of, Text } from './entry';
import type { Failure, ResponseShape } from './failure';
import { NETWORK } from './network';
import { STATUS } from './status';

const NOT_THE_SERVICE =
	'Check that the Base URL of the credential is the address of your tenant and that no proxy or login page stands in between.';

const RATE_LIMIT: Array<Entry<Of<'rateLimit'>>> = [
	{
		is: () => true,
		meaning: 'limit',
		isTransient: false,
		mayHaveHappened: false,
		text: ({ limit, opensAt, message = '' }) => ({
			message: `The rate limit of ${limit} requests a minute is used up`,
			description: `It opens again at ${new Date(opensAt).toISOString()}. All workflows and programs that use this access token share it, perhaps those with other tokens of the tenant too. Try again then, or spread the work over more time.${message === '' ? '' : ` The service says: ${message}.`}`,
		}),
	},
];

const CIRCUIT_OPEN: Array<Entry<Of<'circuitOpen'>>> = [
	{
		is: () => true,
		meaning: 'down',
		isTransient: false,
		mayHaveHappened: false,
		text: () => ({
			message: 'The service does not answer',
			description: 'The requests before this one got no answer in time, so this one was not sent. Try again later.',
		}),
	},
];

const INTERRUPTED: Array<Entry<Of<'interrupted'>>> = [
	{ is: () => true, meaning: 'trouble', isTransient: false, mayHaveHappened: true, text: ({ message, description }) => ({ message, description }) },
];

type Unexpected = Of<'unexpectedResponse'>;

/** A success that is not the promised one. A page stays a page, and JSON without a field stays without it. */
const UNEXPECTED_RESPONSE: Array<Entry<Unexpected>> = [
	// A web page in the place of an answer is another address.
	{ is: ({ content }) => content === 'foreign', meaning: 'fatal', isTransient: false, mayHaveHappened: true, text: unexpected },
	{ is: ({ content, expected }) => content !== 'tooLarge' && (content !== 'json' || expected === 'nothing'), meaning: 'trouble', isTransient: true, mayHaveHappened: true, text: unexpected },
	{ is: () => true, meaning: 'trouble', isTransient: false, mayHaveHappened: true, text: unexpected },
];

/** The one place that knows what a failure is: whether it is tried again, what may have happened, and what the user reads. */
const TABLE = { network: NETWORK, status: STATUS, rateLimit: RATE_LIMIT, interrupted: INTERRUPTED, circuitOpen: CIRCUIT_OPEN, unexpectedResponse: UNEXPECTED_RESPONSE };

/** @returns the line of the table that a failure belongs to */
export function entryOf(failure: Failure): Omit<Entry, 'is' | 'text'> & { text: (asked: Asked, outcomeUnknown: boolean) => Text } {
	const entries = TABLE[failure.kind] as Entry[];
	const { text, ...entry } = entries.find(({ is }) => is(failure)) as Entry;
	return { ...entry, text: (asked, outcomeUnknown) => text(failure, asked, outcomeUnknown) };
}

const PROMISED: Record<ResponseShape, string> = {
	list: 'a JSON list',
	record: 'a JSON object with the promised fields',
	nothing: 'an empty answer',
	file: 'a file',
};

function unexpected({ expected, status, content, missing, title }: Unexpected, _asked: Asked, outcomeUnknown: boolean): Text {
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
	if (content === 'tooLarge') return { message: 'The answer of the service is larger than 100 MB', description: 'It was not taken into the memory of n8n. Ask for less, by filters or a smaller Limit.' };
	if (content === 'cutOff') return { message: 'The answer was cut off', description: 'Try again. If it happens often, look at the network of the n8n server and at proxies in between.' };
	const instead = title === undefined ? '' : `The page "${title}" came instead. `;
	return { message: `The service answered with something else than ${PROMISED[expected]}`, description: `${instead}${NOT_THE_SERVICE}` };
}
