import type { Entry, Of, Text } from './failure';

type Network = Of<'network'>;

const HOST_UNKNOWN: Text = {
	message: 'The host of the Base URL is not known',
	description: 'Check the spelling of the Base URL in the credential, and the network and DNS settings of the n8n server.',
};
const NOBODY_ANSWERS: Text = {
	message: 'Nothing answers at the Base URL',
	description: 'Check the host and port of the Base URL in the credential. A firewall or a proxy may also be in between.',
};
const NO_HTTPS: Text = {
	message: 'The server at the Base URL does not speak https',
	description: 'Check the port of the Base URL in the credential. A test server without encryption is reached with http:// instead of https://.',
};
const NOT_TRUSTED: Text = {
	message: 'The certificate of the server is not trusted',
	description: 'Check that the Base URL of the credential is the address of your tenant, and ask your administrator about the certificate.',
};
const TOO_LATE: Text = {
	message: 'The service did not answer in time',
	description: 'Try again later. If it needs longer than usual, raise the Timeout under "Request Options" of this node.',
};
const NOT_REACHED: Text = {
	message: 'The service could not be reached',
	description: 'Check the Base URL of the credential and the network of the n8n server, then try again.',
};
const BROKEN: Text = {
	message: 'The connection broke before the answer came',
	description: 'Try again. If it happens often, look at the network of the n8n server and at proxies in between.',
};

/** Requests that were never sent: the trouble may pass by itself (MOMENT), or it stays until somebody changes something (LASTING). */
const MOMENT = { isTransient: true, mayHaveHappened: false, meaning: 'down' } as const;
const LASTING = { isTransient: false, mayHaveHappened: false, meaning: 'down' } as const;
const ON_ITS_WAY = { isTransient: true, mayHaveHappened: true, meaning: 'down' } as const;

/**
 * Requests without an answer, by the codes of Node, OpenSSL and the HTTP client. TLS errors occur before the request is
 * written. The texts contain the code in brackets, because administrators search for it.
 */
export const NETWORK: Array<Entry<Network>> = [
	networkEntry(/^ENOTFOUND$/, { ...MOMENT, meaning: 'fatal' }, HOST_UNKNOWN),
	networkEntry(/^EAI_AGAIN$/, MOMENT, HOST_UNKNOWN),
	networkEntry(/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, MOMENT, NOBODY_ANSWERS),
	networkEntry(/^ERR_INVALID_URL$/, { ...LASTING, meaning: 'fatal' }, NOT_REACHED),
	networkEntry(/^(ERR_INVALID_CHAR|ERR_UNESCAPED_CHARACTERS)$/, LASTING, NOT_REACHED),
	networkEntry(/^ERR_SSL_WRONG_VERSION_NUMBER$/, LASTING, NO_HTTPS),
	networkEntry(/^(ERR_TLS_CERT_ALTNAME_INVALID$|CERT_|SELF_SIGNED_|DEPTH_ZERO_)/, { ...LASTING, meaning: 'fatal' }, NOT_TRUSTED),
	networkEntry(/^(ERR_TLS_|ERR_SSL_|UNABLE_TO_)/, LASTING, NOT_TRUSTED),
	networkEntry(/^EPROTO$/, ON_ITS_WAY, NO_HTTPS),
	{ ...networkEntry(/^(ECONNABORTED|ETIMEDOUT)$/, ON_ITS_WAY, TOO_LATE), text: () => TOO_LATE },
	networkEntry(/./, ON_ITS_WAY, BROKEN),
].map((entry) => ({ ...entry, text: (failure) => (failure.host === undefined ? entry.text(failure) : ofFile(failure)) }));

function networkEntry(codes: RegExp, what: Pick<Entry, 'isTransient' | 'mayHaveHappened' | 'meaning'>, { message, description }: Text) {
	return {
		...what,
		is: ({ code }: Network) => codes.test(code),
		text: ({ code }: Network) => ({ message: `${message} (${code})`, description }),
	};
}

function ofFile({ host, code }: Network): Text {
	return {
		message: `The file could not be fetched from ${host} (${code})`,
		description: 'The service keeps its files there. Check that the n8n server reaches this host, then try again.',
	};
}
