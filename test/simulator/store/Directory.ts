import type { Calendar } from '../time';
import { ContactBook } from './ContactBook';
import { Ids } from './ids';
import { TicketIndex } from './ticketIndex';
import { Tree } from './tree';
import type { AddressBook, Badge, Classification, Inbox, Label, MailAccount, PendingReason, Template, User } from './types';

/** Everything that hangs on one inbox. */
export interface InboxContents {
	inbox: Inbox;
	labels: Tree<Label>;
	classifications: Tree<Classification>;
	pendingReasons: PendingReason[];
	mailAccounts: MailAccount[];
	templates: Template[];
	tickets: TicketIndex;
}

/** Everything that hangs on one address book. */
export interface AddressBookContents {
	book: AddressBook;
	badges: Badge[];
	contacts: ContactBook;
}

/** The tenant's settings: address books, inboxes, users and the lists of each inbox, in registration or screen order. */
export class Directory {
	readonly inboxes = new Map<number, InboxContents>();
	readonly addressBooks = new Map<number, AddressBookContents>();
	readonly users = new Map<string, User>();
	protected readonly ids = new Ids();

	constructor(
		protected readonly clock: () => number,
		readonly calendar: Calendar,
	) {}

	/** @returns the server's time, as finely as the service keeps times */
	now(): number {
		return this.calendar.keep(this.clock());
	}

	addAddressBook(input: { name: string; customItems?: number[]; id?: number }): AddressBook {
		const book: AddressBook = {
			customer_group_id: this.ids.next('addressBook', 10, input.id),
			name: input.name,
			message_box_ids: [],
			last_updated_at: this.now(),
			customItems: input.customItems ?? [1, 2, 3, 4, 5],
		};
		this.addressBooks.set(book.customer_group_id, {
			book,
			badges: [],
			contacts: new ContactBook(book, this.ids),
		});
		return book;
	}

	addInbox(input: {
		name: string;
		customer_group_id: number;
		color?: Inbox['color'];
		id?: number;
	}): Inbox {
		const inbox: Inbox = {
			message_box_id: this.ids.next('inbox', 100, input.id),
			name: input.name,
			color: input.color ?? 'blue',
			last_updated_at: this.now(),
			customer_group_id: input.customer_group_id,
		};
		this.addressBook(input.customer_group_id).book.message_box_ids.push(inbox.message_box_id);
		this.inboxes.set(inbox.message_box_id, {
			inbox,
			labels: new Tree('/'),
			classifications: new Tree(' > '),
			pendingReasons: [],
			mailAccounts: [],
			templates: [],
			tickets: new TicketIndex(),
		});
		return inbox;
	}

	/** @throws when there is no such inbox: a mistake of the test, not of the client */
	inbox(id: number): InboxContents {
		const contents = this.inboxes.get(id);
		if (!contents) throw new Error(`The simulator has no inbox ${id}`);
		return contents;
	}

	/** @throws when there is no such address book */
	addressBook(id: number): AddressBookContents {
		const contents = this.addressBooks.get(id);
		if (!contents) throw new Error(`The simulator has no address book ${id}`);
		return contents;
	}

	addUser(input: Partial<User> & { mention_name: string }): User {
		const user: User = {
			status_cd: 'available',
			first_name: '',
			last_name: '',
			department_name: '',
			employee_no: '',
			email: `${input.mention_name}@tenant.example`,
			is_tenant_admin: false,
			is_otp_required: false,
			last_page_loaded_at: null,
			...input,
		};
		this.users.set(user.mention_name, user);
		return user;
	}

	addLabel(
		inboxId: number,
		input: { name: string; color?: string; parent_id?: number | null; id?: number },
	): Label {
		return this.inbox(inboxId).labels.add({
			id: this.ids.next('label', 3000, input.id),
			name: input.name,
			color: input.color ?? 'gray_01',
			parent_id: input.parent_id ?? null,
		});
	}

	addClassification(
		inboxId: number,
		input: { name: string; parent_id?: number | null; archived?: boolean; id?: number },
	): Classification {
		return this.inbox(inboxId).classifications.add({
			id: this.ids.next('classification', 5000, input.id),
			name: input.name,
			parent_id: input.parent_id ?? null,
			archived: input.archived ?? false,
		});
	}

	addPendingReason(
		inboxId: number,
		input: { name: string; snooze_term?: PendingReason['snooze_term']; is_snoozed?: boolean; id?: number },
	): PendingReason {
		const reason: PendingReason = {
			pending_reason_id: this.ids.next('pendingReason', 200, input.id),
			name: input.name,
			is_snoozed: input.is_snoozed ?? input.snooze_term !== undefined,
			snooze_term: input.snooze_term ?? 'no_term',
		};
		this.inbox(inboxId).pendingReasons.push(reason);
		return reason;
	}

	addMailAccount(inboxId: number, input: { name: string; email: string; id?: number }): MailAccount {
		const account = {
			mail_account_id: this.ids.next('mailAccount', 400, input.id),
			name: input.name,
			email: input.email,
		};
		this.inbox(inboxId).mailAccounts.push(account);
		return account;
	}

	addTemplate(
		inboxId: number,
		input: Partial<Omit<Template, 'template_id'>> & { template_name: string; id?: number },
	): Template {
		const { id, ...fields } = input;
		const template: Template = {
			template_id: this.ids.next('template', 600, id),
			template_category_name: 'General',
			from: null,
			to: null,
			cc: null,
			bcc: null,
			title: input.template_name,
			html_body: '',
			text_body: '',
			case_category_ids: [],
			label_ids: [],
			questionnaire_name: null,
			...fields,
		};
		this.inbox(inboxId).templates.push(template);
		return template;
	}

	addBadge(addressBookId: number, input: { name: string; id?: number }): Badge {
		const badge = { badge_id: this.ids.next('badge', 800, input.id), name: input.name };
		this.addressBook(addressBookId).badges.push(badge);
		return badge;
	}
}
