/** Mail send and reply (sections "Mail send" and "Mail reply"). */
import type { Context, Handlers } from '../context';
import type { TicketStatus } from '../enums';
import { badRequest } from '../refusal';
import type { MessageInput } from '../store/inputs';
import { pendingReason, refuseUnknown } from './rules';

interface MailBody extends Record<'to' | 'subject' | 'body', string>, Partial<Record<'cc' | 'bcc', string>> {
	status_cd: TicketStatus;
	pending_reason_id?: number;
	mail_account_id: number;
	is_html: boolean;
}

/** Checks one or several addresses, which are separated by commas. */
function checkAddresses(field: string, value: string | undefined): void {
	const wrong = value?.split(',').some((address) => !/^[^@]+@[^@]+$/.test(address.trim()));
	if (wrong) throw badRequest(`${field} is no e-mail address`);
}

function mailOf(context: Context, body: MailBody): MessageInput {
	const account = context.inbox().mailAccounts.find((one) => one.mail_account_id === body.mail_account_id)!;
	for (const field of ['to', 'cc', 'bcc'] as const) checkAddresses(field, body[field] || undefined);
	return {
		from: account.email,
		to: body.to,
		cc: body.cc ?? null,
		bcc: body.bcc ?? null,
		title: body.subject,
		body: body.body,
		is_html: body.is_html,
		method_cd: 'mail',
		action_cd: 'sent',
	};
}

/** @returns what a mail changes of its ticket; with a pending reason that snoozes, the ticket returns at its default time */
function statusPatch(context: Context, { status_cd, pending_reason_id }: MailBody) {
	const reason = pendingReason(context, pending_reason_id, status_cd);
	if (!reason) return { status_cd };
	const snooze = reason.is_snoozed ? context.store.snoozeBy(reason.snooze_term) : null;
	return { status_cd, pending_reason_id: reason.pending_reason_id, snooze };
}

function send(context: Context) {
	const inbox = context.inbox();
	const body = context.body as unknown as MailBody;
	const mail = mailOf(context, body);
	const { ticket_id, messages } = context.store.createTicket({
		message_box_id: inbox.inbox.message_box_id,
		title: mail.title,
		messages: [mail],
		...statusPatch(context, body),
	});
	return { message_id: messages[0].message_id, ticket_id };
}

function reply(context: Context) {
	const { store } = context;
	const inbox = context.inbox();
	const body = context.body as unknown as MailBody & { message_id: number };
	const original = [...inbox.tickets.newestFirst()].flatMap(({ messages }) => messages).find(({ message_id }) => message_id === body.message_id);
	if (!original) return refuseUnknown('message_id');
	const { ticket } = original;
	const mail = mailOf(context, body);
	const patch = statusPatch(context, body);
	// With the approval requirement a send needs a superior first (section "States and transitions").
	const action_cd = ticket.approvalRequired ? 'requested' : 'sent';
	const { message_id } = store.addMessage(ticket, { ...mail, action_cd });
	if (ticket.approvalRequired) store.addComment(message_id, { comment_type: 'request', comment: '' });
	store.editTicket(ticket, patch);
	return { message_id, ticket_id: ticket.ticket_id };
}

export const mails: Handlers = { sendMail: send, replyToMessage: reply };
