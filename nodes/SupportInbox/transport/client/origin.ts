const HAS_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * Reads the tenant's origin out of what a person entered or pasted as the Base URL (API document, Authentication).
 * The path and query of an address copied from the browser are dropped; a host without a scheme gets https, so that
 * a forgotten scheme never sends the token unprotected.
 *
 * @returns scheme, host and port without a trailing slash, or undefined when the text is no web address
 */
export function originOf(baseUrl: unknown): string | undefined {
	const text = String(baseUrl ?? '').trim();
	const address = HAS_SCHEME.test(text) ? text : `https://${text}`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	// A name and password in the address would be sent along, or shown; nobody means that.
	const isWebAddress = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
	return isWebAddress ? url.origin : undefined;
}
