/** The operations that send a message, for the tests of what was sent before. */
import type { INodeParameters } from 'n8n-workflow';
import { byId, INBOX } from '../resources/service';
import type { RequestMatch, Simulator } from '../simulator';

export const TICKET = 1201;
/** What each of them sends. */
export const OWN: RequestMatch = { method: 'POST', path: /\/(mails|mails\/reply|records)$/ };

/** @returns the writes that arrived, of any kind */
export const writesTo = ({ requests }: Simulator) => requests.filter(({ method, path }) => method === 'POST' && !path.endsWith('/search'));

export type SendingName = 'Email: Send' | 'Email: Reply' | 'Memo: Create' | 'Ticket: Create';
export const SENDING: SendingName[] = ['Email: Send', 'Email: Reply', 'Memo: Create', 'Ticket: Create'];
/** Whether its message comes into a ticket that exists, from which it takes its subject unless that is given. */
export const isInTicket = (name: SendingName) => name === 'Email: Reply' || name === 'Memo: Create';

const inbox = { messageBoxId: byId(INBOX) };
const ticket = () => byId(`={{ $json.ticket ?? ${TICKET} }}` as never);
const subject = '={{ $json.subject ?? "Order 1" }}';

/**
 * An operation with the fields that people set, from the item where it has them; what can be taken from the ticket is.
 *
 * @param additionalFields more of them
 * @param body its text
 */
export function sending(name: SendingName, { store }: Simulator, additionalFields: INodeParameters = {}, body = '={{ $json.text ?? "It has left." }}'): INodeParameters {
	const [{ mail_account_id: account }] = store.inbox(INBOX).mailAccounts;
	const mail = { resource: 'email', ...inbox, body };
	switch (name) {
		case 'Email: Send':
			return { ...mail, operation: 'send', mailAccountId: account, to: '={{ $json.to ?? "ann@mail.example" }}', subject, sendEmailFields: additionalFields };
		case 'Email: Reply':
			return { ...mail, operation: 'reply', replyTicketId: ticket(), replyMailAccountId: account, replyEmailFields: { allowMultipleReplies: true, ...additionalFields } };
		case 'Memo: Create':
			return { resource: 'memo', operation: 'create', ...inbox, memoTicketId: ticket(), memoBody: body, createMemoFields: additionalFields };
		case 'Ticket: Create':
			return { resource: 'ticket', operation: 'create', ...inbox, ticketSubject: subject, ticketBody: body, customerEmail: '={{ $json.customer ?? "" }}', createTicketFields: additionalFields };
	}
}
