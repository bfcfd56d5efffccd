import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { SupportInboxApi, tokenOf } from '../../credentials/SupportInboxApi.credentials';
import { TICKET_URL_PLACES, ticketAddressOf, type TicketAddress } from './output/ticketUrl';
import { checkedAnswer, list } from './transport/client/answer';
import { messageOf } from './transport/client/response';
import { originOf } from './transport/connection';
import { networkFailure } from './transport/errors/failure';
import { tokenHider } from './transport/errors/hiddenToken';
import { entryOf } from './transport/errors/table';

/** A person waits in front of it, and a wrong address often answers nothing at all. */
const TIMEOUT_MS = 10_000;

const NO_SUPPORT_INBOX =
	'There is no Support Inbox at this address. Enter the address of your tenant as the Base URL, as your browser shows it.';

/** API document, Errors. */
const BY_STATUS: Record<number, string> = {
	401: "The access token was not accepted. Copy it again from your tenant's system settings, under the API token item.",
	403: 'Too many requests were made with this access token. Wait a minute and retry.',
	429: 'Too many requests were made with this access token. Wait a minute and retry.',
	503: 'The Support Inbox is under maintenance. Retry later.',
};

/** An answer as n8n's helper gives it with `resolveWithFullResponse`. */
interface Answer {
	statusCode: number;
	body: unknown;
}

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
	let address: TicketAddress | undefined;
	try {
		address = ticketAddressOf(data.ticketUrl);
	} catch (error) {
		return wrong(`The Ticket URL cannot be used. ${(error as Error).message}`);
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
		})) as Answer;
		return resultOf(answer, messageOf(answer.body, tokenHider(token)), address?.inbox);
	} catch (error) {
		const failure = networkFailure(error);
		if (failure?.kind !== 'network') return wrong(`The connection could not be tested. ${NO_SUPPORT_INBOX}`);
		const { message, description } = entryOf(failure).text(failure, { about: [], sent: [] }, false);
		return wrong(`${message}: ${origin}. ${description}`);
	}
}

/**
 * @param words the service's own words, where it has answered with an error
 * @param inbox that the example of a ticket's address seems to name
 */
function resultOf({ statusCode, body }: Answer, words = '', inbox?: number): INodeCredentialTestResult {
	const answer = checkedAnswer(body, list('message_box_id'));
	if (statusCode === 200 && 'rows' in answer) {
		const isShown = inbox === undefined || answer.rows.some((row) => row.message_box_id === inbox);
		return isShown ? { status: 'OK', message: 'Connection successful!' } : wrong(`The connection works, but the first number of the Ticket URL, ${inbox}, is not an inbox. ${TICKET_URL_PLACES}`);
	}
	const service = words === '' ? '' : ` The service says: ${words}.`;
	if (statusCode in BY_STATUS) return wrong(BY_STATUS[statusCode] + service);
	if (statusCode >= 500) return wrong(`The server at this address failed (${statusCode}). Retry later, or check the Base URL.${service}`);
	return wrong(NO_SUPPORT_INBOX + service);
}

function wrong(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
