import { isTlsCode } from '../retry/failure';

/** What a user reads about a connection that failed: what happened, and what to check. */
export interface NetworkText {
	message: string;
	description: string;
}

const HOST_UNKNOWN: NetworkText = {
	message: 'The host of the Base URL is not known',
	description: 'Check the spelling of the Base URL in the credential, and the network and DNS settings of the n8n server.',
};
const NOBODY_ANSWERS: NetworkText = {
	message: 'Nothing answers at the Base URL',
	description: 'Check the host and port of the Base URL in the credential. A firewall or a proxy may also stand in between.',
};
const NO_HTTPS: NetworkText = {
	message: 'The server at the Base URL does not speak https',
	description: 'Check the port of the Base URL in the credential. A test server without encryption is reached with http:// instead of https://.',
};
const NOT_TRUSTED: NetworkText = {
	message: 'The certificate of the server is not trusted',
	description: 'Check that the Base URL of the credential is the address of your tenant, and ask your administrator about the certificate.',
};
const TOO_LATE: NetworkText = {
	message: 'The service did not answer in time',
	description: 'Try again later. If it needs longer than usual, raise the Timeout under "Request Options" of this node.',
};

/** By the codes of Node and of the HTTP client. */
const TEXTS: Record<string, NetworkText> = {
	ENOTFOUND: HOST_UNKNOWN,
	EAI_AGAIN: HOST_UNKNOWN,
	ECONNREFUSED: NOBODY_ANSWERS,
	EHOSTUNREACH: NOBODY_ANSWERS,
	ENETUNREACH: NOBODY_ANSWERS,
	EPROTO: NO_HTTPS,
	ERR_SSL_WRONG_VERSION_NUMBER: NO_HTTPS,
	ECONNABORTED: TOO_LATE,
	ETIMEDOUT: TOO_LATE,
};

/**
 * Words for a request that got no answer. The code stands in brackets: it is what an administrator searches for.
 *
 * @param code of Node or of the HTTP client, such as `ECONNRESET`
 * @param left whether the request may have reached the service
 * @param host who was asked, where that is not the service itself
 */
export function networkText(code: string, left: boolean, host?: string): NetworkText {
	if (host !== undefined) {
		return {
			message: `The file could not be fetched from ${host} (${code})`,
			description: 'The service keeps its files there. Check that the n8n server reaches this host, then try again.',
		};
	}
	const known = TEXTS[code] ?? (isTlsCode(code) ? NOT_TRUSTED : undefined);
	if (known === TOO_LATE) return known;
	if (known !== undefined) return { ...known, message: `${known.message} (${code})` };
	return left
		? {
				message: `The connection broke before the answer came (${code})`,
				description: 'Try again. If it happens often, look at the network of the n8n server and at proxies in between.',
			}
		: {
				message: `The service could not be reached (${code})`,
				description: 'Check the Base URL of the credential and the network of the n8n server, then try again.',
			};
}
