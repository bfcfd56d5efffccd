/** Web pages of programs that stand before the service. */

function page(title: string): Buffer {
	return Buffer.from(`<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`);
}

/** @returns the page of a sign-on portal or a captive network */
export function signInPage(): Buffer {
	return page('Sign in');
}

const TITLES: Record<number, string> = {
	414: 'URI Too Long',
	431: 'Request Header Fields Too Large',
	502: 'Bad Gateway',
	503: 'Service Temporarily Unavailable',
	504: 'Gateway Time-out',
};

/** @returns the error page of a proxy */
export function gatewayPage(status: number): Buffer {
	return page(`${status} ${TITLES[status] ?? 'Error'}`);
}
