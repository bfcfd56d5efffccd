import { jsonParse } from 'n8n-workflow';
import { type Headers, ServiceFailure } from '../errors/failure';
import { isObject } from './answer';
import { type Response, isFile, textOfBody } from './response';

/**
 * Services that follow the API document answer a download with the file (API document, Attachment download). Others
 * answer with an address that is valid for half a minute: JSON `{ url, file_name, expires_in_sec }`, or a redirect.
 *
 * @param origin the tenant's; where that is http, the file may be on http as well
 * @param fetch reads an address as a stream, without the access token, which other hosts must not get
 * @returns the answer, with the file in place of its address; unchanged where it contains no allowed address
 * @throws ServiceFailure when the file cannot be had there; the next attempt gets a new address
 */
export async function followFileLink(answer: Response, origin: string, fetch: (url: string) => Promise<Response>): Promise<Response> {
	if (isFile(answer)) return answer;
	const read = { ...answer, body: await textOfBody(answer.body) };
	const link = linkIn(read);
	const url = link && allowedUrl(link.url, origin);
	if (url === undefined) return read;
	const { statusCode, headers, body } = await fetch(url.href);
	if (statusCode < 200 || statusCode > 299) {
		throw new ServiceFailure({ kind: 'network', code: `status ${statusCode}`, host: url.host });
	}
	const disposition = dispositionOf(link?.name, headers);
	return disposition === undefined ? read : { statusCode, headers: { ...headers, 'content-disposition': disposition }, body };
}

/** A redirect has no file name: that may be in the answer of the second address. */
function linkIn({ statusCode, headers, body }: Response): { url: string; name?: string } | undefined {
	if (statusCode >= 300 && statusCode < 400) return typeof headers.location === 'string' ? { url: headers.location } : undefined;
	const parsed = statusCode === 200 ? jsonParse<unknown>(String(body), { fallbackValue: null }) : undefined;
	if (!isObject(parsed) || typeof parsed.url !== 'string' || typeof parsed.file_name !== 'string') return undefined;
	return { url: parsed.url, name: parsed.file_name };
}

function allowedUrl(address: string, origin: string): URL | undefined {
	const url = address !== '' && URL.canParse(address, origin) ? new URL(address, origin) : undefined;
	const protocols = origin.startsWith('http:') ? ['https:', 'http:'] : ['https:'];
	const isAllowed =
		url !== undefined && protocols.includes(url.protocol) && url.username === '' && (!isInternal(url) || isInternal(new URL(origin)));
	return isAllowed ? url : undefined;
}

/** This machine, private networks and the cloud's own addresses: n8n can reach them, but the service keeps no files there. */
const INTERNAL = [
	/^(.+\.)?localhost\.?$/,
	/^(0|10|127)\.[\d.]+$/,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.[\d.]+$/,
	/^169\.254\.[\d.]+$/,
	/^172\.(1[6-9]|2\d|3[01])\.[\d.]+$/,
	/^192\.168\.[\d.]+$/,
	/^\[::1?\]$/,
	/^\[f[cd][\da-f]{2}:/,
	/^\[fe[89a-f][\da-f]:/,
];

/** An IPv4 address within an IPv6 address: mapped, compatible (the older form), behind NAT64, and of 6to4. */
const IPV4_WITHIN = /^\[(?:::(?:ffff:)?|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]$|^\[2002:([\da-f]{1,4}):([\da-f]{1,4}):/;

/** Host names are not resolved here: n8n does that, where its own protection is on (SECURITY.md). */
function isInternal({ hostname }: URL): boolean {
	const [high, low] = (IPV4_WITHIN.exec(hostname) ?? []).slice(1).filter((part) => part !== undefined);
	const host =
		high === undefined
			? hostname
			: [high, low]
					.map((part) => parseInt(part, 16))
					.map((part) => `${part >> 8}.${part & 255}`)
					.join('.');
	return INTERNAL.some((form) => form.test(host));
}

/** @returns undefined for a web page without a file name, such as the login page at an expired address */
function dispositionOf(name: string | undefined, headers: Headers): string | undefined {
	if (/html/i.test(String(headers['content-type'])) && headers['content-disposition'] === undefined && !/\.html?$/i.test(name ?? '')) {
		return undefined;
	}
	if (name !== undefined) return `attachment; filename*=UTF-8''${encodeURIComponent(name.replace(/\p{Surrogate}/gu, ''))}`;
	if (typeof headers['content-disposition'] === 'string') return headers['content-disposition'];
	return 'attachment';
}
