import type { AttachmentInput } from '../store/inputs';
import type { Store } from '../store/Store';
import type { TimeInput } from '../time';

type Body = Record<string, unknown>;

function attachmentOf(input: Body): AttachmentInput {
	const { base64, size, ...rest } = input;
	if (typeof base64 === 'string') rest.content = Buffer.from(base64, 'base64');
	if (size !== undefined) rest.content = Buffer.alloc(Number(size), 'x');
	return rest as unknown as AttachmentInput;
}

/**
 * What a user or customer of the service does, or what befalls it.
 * Helpers take the id of what they are about first, then their input. The input comes from the project's own scripts: not checked.
 * @returns what does it and returns what the helper returned
 * @throws when there is nothing of that name
 */
export function actOf(store: Store, body: Body): () => unknown {
	const { do: name, ticketId, messageId, inboxId, addressBookId, ...rest } = body;
	const input = rest as never;
	const acts: Record<string, () => unknown> = {
		createTicket: () => store.createTicket(input),
		editTicket: () => store.editTicket(Number(ticketId), input),
		removeTicket: () => store.removeTicket(Number(ticketId)),
		addMessage: () => store.addMessage(Number(ticketId), input),
		editMessage: () => store.editMessage(Number(messageId), input),
		sendDraft: () => store.sendDraft(Number(messageId), body.sent_at as TimeInput | undefined),
		hideTicket: () => store.unshowable.hide(Number(ticketId), input),
		showTicket: () => store.unshowable.show(ticketId === undefined ? undefined : Number(ticketId)),
		addComment: () => store.addComment(Number(messageId), input),
		addConversation: () => store.addConversation(Number(messageId), input),
		addAttachment: () => store.addAttachment(Number(messageId), attachmentOf(rest)),
		addContact: () => store.addContact(Number(addressBookId), input),
		addBadge: () => store.addBadge(Number(addressBookId), input),
		addAddressBook: () => store.addAddressBook(input),
		addInbox: () => store.addInbox(input),
		addUser: () => store.addUser(input),
		addLabel: () => store.addLabel(Number(inboxId), input),
		addClassification: () => store.addClassification(Number(inboxId), input),
		addPendingReason: () => store.addPendingReason(Number(inboxId), input),
		addMailAccount: () => store.addMailAccount(Number(inboxId), input),
		addTemplate: () => store.addTemplate(Number(inboxId), input),
		getTicket: () => store.ticket(Number(ticketId)),
	};
	const chosen = acts[String(name)];
	if (!chosen) throw new Error(`Nothing to do by the name ${String(name)}`);
	return chosen;
}
