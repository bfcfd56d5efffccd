import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { originOf, SupportInboxApi, tokenOf } from '../../credentials/SupportInboxApi.credentials';
import { TICKET_URL_PLACES, ticketAddressOf, type TicketAddress } from './output/sampleTicketUrl';
import { list } from './transport/client/answer';
import { type Response, readResponse } from './transport/client/response';
import { tokenRedactor } from './transport/connection';
import { wrongLimitIn } from './transport/emailLimit/emailLimit';
import { type Failure, isRateLimit, networkFailure, ServiceFailure, type StatusFailure } from './transport/errors/failure';
import { entryOf } from './transport/errors/table';
import { DOCUMENTED_LIMIT } from './transport/rateLimit/quotaWindow';
import { WINDOW_MS } from './transport/timing';

/** A person waits in front of it, and a wrong address often answers nothing at all. */
const TIMEOUT_MS = 10_000;

/**
 * The test of the credential: lists the inboxes, which every token may do (API document, Address books and inboxes).
 * It stands on the node's side, because n8n shows only the code of a failed connection for a test that is data.
 *
 * @returns what is wrong and what to check, in a sentence each
 */
export async function supportInboxApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const origin = originOf(data.baseUrl);
	if (origin === undefined) return wrong('The Base URL is not a web address. Enter the address of your tenant, for example https://your-company.example.com.');
	const token = tokenOf(data.accessToken);
	if (!/^[\x21-\x7e]+$/.test(token)) return wrong('The Access Token is empty or holds blanks or characters that cannot be sent. Copy it again.');
	const limit = wrongLimitIn({ emailLimitPerHour: '', emailLimitPerRecipientAndDay: '', ...data });
	if (limit !== undefined) return wrong(`${limit.message}. ${limit.description}`);
	let address: TicketAddress | undefined;
	try {
		address = ticketAddressOf(data.sampleTicketUrl);
	} catch (error) {
		return wrong(`The Sample Ticket URL cannot be used. ${(error as Error).message}`);
	}
	// The only way to a server that n8n gives a credential test; it is not the deprecated helper of that name.
	const { request } = this.helpers;
	const uri = `${origin}/api/v2/message_boxes`;
	try {
		const { headers } = await new SupportInboxApi().authenticate(data, { url: uri });
		const answer = (await request({
			method: 'GET',
			uri,
			headers,
			json: true,
			simple: false,
			resolveWithFullResponse: true,
			// The token goes to this address only.
			followRedirect: false,
			timeout: TIMEOUT_MS,
		})) as Response;
		const { items } = await readResponse(answer, list('message_box_id'), tokenRedactor(token), () => undefined);
		const inbox = address?.inbox;
		const isShown = inbox === undefined || items.some(({ json }) => json.message_box_id === inbox);
		return isShown
			? { status: 'OK', message: 'Connection successful!' }
			: wrong(`The connection works, but the first number of the Sample Ticket URL, ${inbox}, is not an inbox. ${TICKET_URL_PLACES}`);
	} catch (error) {
		const failure = error instanceof ServiceFailure ? error.failure : networkFailure(error);
		return wrong(
			failure === undefined
				? 'The connection could not be tested. Check that the Base URL is the address of your tenant.'
				: sentencesOn(failure, origin),
		);
	}
}

/** @returns what the node says of this failure */
function sentencesOn(failure: Failure, origin: string): string {
	const meant = failure.kind === 'status' ? meantBy(failure) : failure;
	const { message, description } = entryOf(meant).text(meant, { about: [], sent: [] }, false);
	return `${message}${failure.kind === 'network' ? `: ${origin}` : ''}. ${description}`;
}

/** The test waits for no window, and every token may read the list of every tenant (API document, Limits; Address books and inboxes). */
function meantBy(failure: StatusFailure): Failure {
	const { status, message, ofGateway } = failure;
	if (isRateLimit(failure) && ofGateway !== true) {
		return { kind: 'rateLimit', limit: DOCUMENTED_LIMIT, opensAt: Date.now() + WINDOW_MS, message };
	}
	return status === 404 ? { ...failure, ofGateway: true } : failure;
}

function wrong(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
