import type { MessageState, SnoozeTerm } from '../enums';
import type { Readings } from '../readings';
import { toMillis, type Calendar, type TimeInput } from '../time';
import { Directory } from './Directory';
import type { AttachmentInput, CommentInput, ConversationInput, MessageInput, TicketInput, TicketPatch } from './inputs';
import { snoozeReturnTime } from './snoozeTime';
import { newAttributes, type Attachment, type Comment, type Contact, type Conversation, type Message, type Snooze, type Ticket } from './types';
import { Unshowable } from './Unshowable';

/** States of a message that has not been sent yet. */
const UNSENT: MessageState[] = ['draft', 'requested', 'approved', 'rejected', 'sending', 'scheduled', 'send_error'];

/**
 * A ticket or message, or its id. The document does not say that an id is unique in the tenant: where two inboxes have the same
 * one, the id means the ticket or message that was created last.
 */
type TicketRef = number | Ticket;
type MessageRef = number | Message;

/**
 * The state of the service, with helpers that act as a user of the service's own screens, a customer or an administrator.
 * The input of helpers is not validated like a request; a mistake (an unknown ticket id) throws.
 */
export class Store extends Directory {
	readonly tickets = new Map<number, Ticket>();
	readonly messages = new Map<number, Message>();
	readonly attachments = new Map<number, { attachment: Attachment; message: Message }>();
	/** tickets that are in lists, but cannot be read */
	readonly unshowable = new Unshowable(() => this.clock());
	/** tickets whose snooze ends at some time, so that `wakeSnoozed` does not have to check all tickets */
	private readonly snoozed = new Set<Ticket>();

	/** @param readings may change while the store is in use */
	constructor(
		clock: () => number,
		calendar: Calendar,
		private readonly readings: Readings,
	) {
		super(clock, calendar);
	}

	/** Creates a ticket with its messages, by default one received mail. */
	createTicket(input: TicketInput = {}): Ticket {
		const { id, message_box_id, created_at, messages = [{}], ...attributes } = input;
		const inboxId = message_box_id ?? [...this.inboxes.keys()][0];
		const contents = this.inbox(inboxId);
		const at = this.keptTime(created_at);
		const ticket: Ticket = {
			ticket_id: this.ids.next('ticket', id),
			message_box_id: inboxId,
			created_at: at,
			last_updated_at: at,
			messages: [],
			...newAttributes(),
			...(messages[0]?.title !== undefined && { title: messages[0].title }),
			...attributes,
		};
		this.tickets.set(ticket.ticket_id, ticket);
		contents.tickets.add(ticket);
		if (ticket.snooze) this.snoozed.add(ticket);
		for (const message of messages) {
			this.addMessage(ticket, { title: ticket.title, sent_at: at, created_at: at, ...message });
		}
		return ticket;
	}

	/** Adds a message to a ticket; it is new even if `sent_at` is in the past or the future. */
	addMessage(of: TicketRef, input: MessageInput = {}): Message {
		const ticket = this.ticket(of);
		const { id, sent_at, created_at, attachments = [], conversations = [], ...fields } = input;
		const now = this.keptTime(created_at);
		const message: Message = {
			message_id: this.ids.next('message', id),
			ticket,
			from: null,
			to: null,
			cc: null,
			bcc: null,
			reply_to: null,
			title: ticket.title,
			body: '',
			method_cd: 'mail',
			action_cd: 'received',
			is_html: false,
			created_at: now,
			last_updated_at: now,
			sent_at: sent_at === undefined ? now : this.keptTime(sent_at),
			comments: [],
			attachments: [],
			transcript: {},
			conversations: [],
			...fields,
		};
		ticket.messages.push(message);
		// The seed adds messages of the past, in any order.
		this.touch('messages', ticket, Math.max(ticket.last_updated_at, now));
		this.messages.set(message.message_id, message);
		for (const attachment of attachments) this.addAttachment(message, attachment);
		for (const conversation of conversations) this.addConversation(message, conversation);
		return message;
	}

	/**
	 * Changes a ticket silently, as an edit on the service's screen does: no message, but `last_updated_at` moves.
	 * When the status is no longer `ongoing`, the snooze ends, and the pending reason is removed unless the reading keeps it.
	 */
	editTicket(of: TicketRef, patch: TicketPatch): Ticket {
		const ticket = this.ticket(of);
		Object.assign(ticket, patch);
		const isWaiting = ticket.status_cd === 'ongoing';
		if (!isWaiting && this.readings.reasonAfterReturn === 'goes') ticket.pending_reason_id = null;
		if (!isWaiting || ticket.pending_reason_id === null) ticket.snooze = null;
		this.touch('edits', ticket);
		if (ticket.snooze) this.snoozed.add(ticket);
		else this.snoozed.delete(ticket);
		return ticket;
	}

	/** Changes a message, for example a draft that is sent: `{ action_cd: 'sent' }`. */
	editMessage(
		messageId: number,
		patch: Partial<Pick<Message, 'title' | 'body' | 'action_cd' | 'from' | 'to' | 'cc' | 'bcc'>> & {
			sent_at?: TimeInput;
		},
	): Message {
		const message = this.message(messageId);
		const { sent_at, ...fields } = patch;
		Object.assign(message, fields);
		if (sent_at !== undefined) message.sent_at = this.keptTime(sent_at);
		message.last_updated_at = this.now();
		this.touch('messages', message.ticket);
		return message;
	}

	/**
	 * Sends an unsent message: a draft, or a message that waited for approval or its time. It gets its send time.
	 * @param sentAt default now
	 * @throws when it was already sent or received, which is a mistake of the test
	 */
	sendDraft(messageId: number, sentAt?: TimeInput): Message {
		const { action_cd } = this.message(messageId);
		if (!UNSENT.includes(action_cd)) throw new Error(`Message ${messageId} is ${action_cd}, it cannot be sent`);
		return this.editMessage(messageId, { action_cd: 'sent', sent_at: sentAt ?? this.now() });
	}

	/** People move a ticket to another inbox; it keeps its id and its messages, and the pair of old inbox and ticket is no longer there. */
	moveTicket(ticketId: number, inboxId: number): void {
		const ticket = this.ticket(ticketId);
		this.inbox(ticket.message_box_id).tickets.remove(ticket);
		ticket.message_box_id = inboxId;
		this.inbox(inboxId).tickets.add(ticket);
		this.touch('edits', ticket);
	}

	/** Deletes a ticket for good, with its messages. */
	removeTicket(ticketId: number): void {
		const ticket = this.ticket(ticketId);
		this.inbox(ticket.message_box_id).tickets.remove(ticket);
		this.tickets.delete(ticketId);
		this.snoozed.delete(ticket);
		for (const message of ticket.messages) {
			this.messages.delete(message.message_id);
			for (const { attachment_id } of message.attachments) this.attachments.delete(attachment_id);
		}
	}

	addAttachment(of: MessageRef, input: AttachmentInput): Attachment {
		const message = this.message(of);
		const attachment: Attachment = {
			attachment_id: this.ids.next('attachment', input.id),
			file_name: input.file_name,
			content_type: input.content_type ?? 'application/octet-stream',
			content: Buffer.from(input.content ?? ''),
		};
		message.attachments.push(attachment);
		this.attachments.set(attachment.attachment_id, { attachment, message });
		return attachment;
	}

	/** Adds a comment to a message, by default with the present time and the type `comment`. */
	addComment(of: MessageRef, { commented_at, ...fields }: CommentInput): Comment {
		const { ticket, comments } = this.message(of);
		const comment: Comment = { commenter: 'api', comment_type: 'comment', commented_at: this.keptTime(commented_at), ...fields };
		comments.push(comment);
		if (this.readings.lastUpdatedByComments === 'moves') this.touch('edits', ticket);
		return comment;
	}

	/**
	 * Adds a comment of an update to the ticket's newest message; without a message it is dropped.
	 * The document shows comments of types `assign` and `snooze` on messages, but not which message gets them or who the commenter is.
	 */
	addTicketComment(ticket: Ticket, input: CommentInput): void {
		const newest = ticket.messages[ticket.messages.length - 1];
		if (newest) this.addComment(newest, input);
	}

	/** Adds a conversation to a chat message's transcript, which is kept oldest first. */
	addConversation(of: MessageRef, input: ConversationInput): Conversation {
		const { id, sent_at, ...fields } = input;
		const conversation: Conversation = {
			id: this.ids.next('conversation', id),
			action_cd: 'conversation',
			speaker_name: 'Guest',
			sent_by: null,
			auto_send: false,
			conversation_type: 'text',
			note: null,
			file_name: null,
			sent_at: this.keptTime(sent_at),
			...fields,
		};
		const { conversations } = this.message(of);
		conversations.push(conversation);
		conversations.sort((a, b) => a.sent_at - b.sent_at || a.id - b.id);
		return conversation;
	}

	addContact(addressBookId: number, fields: Partial<Contact>): Contact {
		return this.addressBook(addressBookId).contacts.add(fields);
	}

	/** @throws when there is no such ticket, which is a mistake of the test and not of the client */
	ticket(of: TicketRef): Ticket {
		const ticket = typeof of === 'number' ? this.tickets.get(of) : of;
		if (!ticket) throw new Error(`The simulator has no ticket ${of as number}`);
		return ticket;
	}

	/** @throws when there is no such message */
	message(of: MessageRef): Message {
		const message = typeof of === 'number' ? this.messages.get(of) : of;
		if (!message) throw new Error(`The simulator has no message ${of as number}`);
		return message;
	}

	/** @returns a snooze that starts now, by a predefined term */
	snoozeBy(term: SnoozeTerm, comment = '', notify: string | null = null): Snooze {
		return { returnsAt: snoozeReturnTime(term, this.clock(), this.calendar), comment, notify };
	}

	/** Sets every snoozed ticket whose return time has passed to the status `open`, once. */
	wakeSnoozed(): void {
		const now = this.clock();
		for (const ticket of this.snoozed) {
			const { snooze } = ticket;
			if (!snooze || snooze.returnsAt === null || snooze.returnsAt > now) continue;
			const returnedAt = Math.max(this.calendar.keep(snooze.returnsAt), ticket.last_updated_at);
			this.editTicket(ticket, { status_cd: 'open' });
			// The ticket returned at its return time, not when this function noticed it.
			if (ticket.last_updated_at > returnedAt) ticket.last_updated_at = returnedAt;
		}
	}

	/** Moves `last_updated_at`, if the reading says that this kind of change does so. */
	private touch(by: 'messages' | 'edits', ticket: Ticket, at = this.now()): void {
		if ([by, 'messagesAndEdits'].includes(this.readings.lastUpdatedMoves)) ticket.last_updated_at = at;
	}

	private keptTime(input: TimeInput | undefined): number {
		return input === undefined ? this.now() : this.calendar.keep(toMillis(input));
	}
}

