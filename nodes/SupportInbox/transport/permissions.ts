import { type FunctionsBase, NodeOperationError } from 'n8n-workflow';
import type { ServiceRequest } from './client/request';
import { excerpt } from './excerpt';

/** What a credential may write: which requests, and what a model or a person may do instead of another one. */
interface Rule {
	name: string;
	allows: (request: Write) => boolean;
	instead: string;
}

type Write = Pick<ServiceRequest, 'method' | 'path' | 'body'>;

const INBOX = String.raw`^/api/v2/\d+`;
const MAIL = new RegExp(`${INBOX}/mails(/reply)?$`);
const REPLY = new RegExp(`${INBOX}/mails/reply$`);
const TICKET = new RegExp(`${INBOX}/tickets/\\d+$`);
const MEMO = new RegExp(`${INBOX}/records$`);

export const REPLIES_ONLY = 'repliesOnly';

/** By the value of Permissions in the credential. A value that is not here, such as one of an expression, allows no write. */
const RULES: Record<string, Rule> = {
	fullAccess: { name: 'Full Access', allows: () => true, instead: '' },
	noEmailOrDeletion: {
		name: 'No Email or Deletion',
		allows: (write) => !isEmail(write) && !deletes(write),
		instead: 'It may read, and create and change tickets, memos, contacts, labels and classifications',
	},
	[REPLIES_ONLY]: {
		name: 'Replies Only',
		allows: (write) => !deletes(write) && isAnswer(write),
		instead: 'It may read, reply to the people of a ticket, update tickets, and write memos into tickets that exist',
	},
	readOnly: { name: 'Read Only', allows: () => false, instead: 'It may read' },
};

/** @returns whether a write sends an email */
export function isEmail({ path }: Pick<Write, 'path'>): boolean {
	return MAIL.test(path);
}

/** The service deletes what is in the trash by itself. */
function deletes({ method, body }: Write): boolean {
	return method === 'DELETE' || body?.status_cd === 'trash';
}

function isAnswer({ method, path, body }: Write): boolean {
	if (method === 'PUT') return TICKET.test(path);
	// A memo without a ticket opens a new one.
	return method === 'POST' && (REPLY.test(path) || (MEMO.test(path) && typeof body?.ticket_id === 'number'));
}

/**
 * Rejects a write that the credential does not allow; it also rejects where Permissions has an unknown value.
 *
 * @param permissions the value of Permissions in the credential
 * @throws NodeOperationError that says what may be done instead
 */
export function rejectUnlessAllowed(context: Pick<FunctionsBase, 'getNode'>, permissions: unknown, write: Write, itemIndex?: number): void {
	const rule = typeof permissions === 'string' && Object.hasOwn(RULES, permissions) ? RULES[permissions] : undefined;
	if (rule?.allows(write)) return;
	if (rule !== undefined) throw rejectionOf(context, rule.name, rule.instead, itemIndex);
	throw new NodeOperationError(context.getNode(), `The Permissions of the credential are not known: ${excerpt(JSON.stringify(permissions) ?? 'undefined')}`, {
		description: 'Nothing was sent. It may read. Open the Support Inbox credential and choose one under Permissions.',
		itemIndex,
	});
}

/** The refusal of a recipient that is not one of the people of the ticket. */
export function rejectionOfRecipient(context: Pick<FunctionsBase, 'getNode'>, address: string, itemIndex: number): NodeOperationError {
	const { name } = RULES[REPLIES_ONLY];
	return new NodeOperationError(context.getNode(), `${excerpt(address)} is not one of the people of this ticket, and the credential allows ${name}`, {
		description: 'Nothing was sent. Leave To, CC, BCC and Reply All out: the reply goes to the sender. Addresses that our mails in the ticket have had before can be used as well.',
		itemIndex,
	});
}

function rejectionOf(context: Pick<FunctionsBase, 'getNode'>, name: string, instead: string, itemIndex?: number): NodeOperationError {
	return new NodeOperationError(context.getNode(), `The credential does not allow this (Permissions: ${name})`, {
		description: `Nothing was sent. ${instead}. Do not try it in another way: ask the person you work for.`,
		itemIndex,
	});
}
