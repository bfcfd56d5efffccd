import { createHash, createHmac } from 'node:crypto';
import { type FunctionsBase, NodeOperationError } from 'n8n-workflow';
import { FULL_ACCESS, originOf, tokenOf } from '../../../credentials/SupportInboxApi.credentials';
import type { Dispatcher } from './dispatcher';
import type { ConfiguredLimits } from './emailLimit/emailLimit';
import { type Session, sessionOf } from './session';

export const CREDENTIAL = 'supportInboxApi';

/** The source of the node for an error. n8n copies the whole node for every `getNode()`, so it is called for errors only. */
type ErrorContext = Pick<FunctionsBase, 'getNode'>;

/** The part of an n8n context that connect() needs; any context has it. */
type Context = ErrorContext & {
	getCredentials(type: string): Promise<Record<string, unknown>>;
};

/**
 * A tenant, and all that is needed to send it a request.
 * - `origin`: scheme and host of the base URL, without a trailing slash; nothing is ever sent elsewhere.
 * - `session`: what this process keeps for the base URL and token; `dispatcher`: its dispatcher, which every request passes.
 * - `redactToken`: removes the token from a text that may echo it, see tokenRedactor.
 * - `hashOf`: a hash of a text, keyed with the token: in hex digits.
 * - `isDryRun`: whether writes are only shown; each credential sets this for itself, even for the same token.
 * - `permissions`: the value of Permissions in the credential, which decides what may be written, see permissions.ts.
 * - `emailLimits`: the values of the email limits in the credential, see emailLimit/.
 * - `sampleTicketUrl`: the credential's example of a ticket's address, as it was entered.
 */
export interface Connection {
	origin: string;
	session: Session;
	dispatcher: Dispatcher;
	redactToken: (text: string) => string;
	hashOf: (text: string) => string;
	isDryRun: boolean;
	permissions: unknown;
	emailLimits: ConfiguredLimits;
	sampleTicketUrl: unknown;
}

/** What a credential says that was saved without these fields. An expression that finds nothing gives undefined, which is another value. */
const DEFAULTS = { dryRun: false, permissions: FULL_ACCESS, emailLimitPerHour: '', emailLimitPerRecipientAndDay: '' };

/** The characters that an HTTP header can carry (RFC 9110); other characters get into a token by copying. */
const SENDABLE = /^[\x21-\x7e]*$/;

/**
 * Reads the credential of the node (API document, Authentication).
 *
 * @throws NodeOperationError when the base URL is not an http(s) origin, or the token cannot be sent
 */
export async function connect(context: Context): Promise<Connection> {
	const credential: Record<string, unknown> = { ...DEFAULTS, ...(await context.getCredentials(CREDENTIAL)) };
	const { baseUrl, accessToken, sampleTicketUrl, dryRun, permissions, emailLimitPerHour, emailLimitPerRecipientAndDay } = credential;
	const origin = originOf(baseUrl);
	if (origin === undefined) {
		throw new NodeOperationError(context.getNode(), 'The Base URL of the Support Inbox credential is not a web address', {
			description: 'Open the credential and enter the address of your tenant, for example https://your-company.example.com.',
		});
	}
	const token = tokenOf(accessToken);
	if (!SENDABLE.test(token)) {
		throw new NodeOperationError(context.getNode(), 'The access token has blanks or characters that cannot be sent', {
			description: 'Open the Support Inbox credential and enter the token again, without blanks or line breaks around it.',
		});
	}
	const session = sessionOf(createHash('sha256').update(`${origin}\n${token}`).digest('hex'));
	const emailLimits = { emailLimitPerHour, emailLimitPerRecipientAndDay };
	const hashOf = (text: string) => createHmac('sha256', token).update(text).digest('hex');
	return {
		origin,
		session,
		dispatcher: session.dispatcher,
		redactToken: tokenRedactor(token),
		hashOf,
		isDryRun: dryRun !== false,
		permissions,
		emailLimits,
		sampleTicketUrl,
	};
}

/** @returns a function that removes the token from a text of another program, which may echo it */
export function tokenRedactor(token: string): (text: string) => string {
	return (text) => (token === '' ? text : text.replaceAll(token, '***'));
}

/**
 * Rejects a path that a URL parser changes: a value such as `..` would lead to another path, even encoded.
 *
 * @throws NodeOperationError
 */
export function rejectForeignPath(context: ErrorContext, origin: string, path: string): void {
	const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined;
	if (url?.origin === origin && url.pathname === path) return;
	throw new NodeOperationError(context.getNode(), 'One of the values cannot be part of an address', {
		description: 'A value of this node is used in the address of the request, and "." or ".." would change it. Check the values.',
	});
}
