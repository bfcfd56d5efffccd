import { emptyRow, LISTS, type List } from '../../contract/lists';
import type { InboxColor, SnoozeTerm, UserState } from '../enums';
import type { Calendar } from '../time';
import { ContactBook } from './ContactBook';
import { Ids } from './ids';
import { TicketIndex } from './ticketIndex';
import { type TreeEntry, Tree } from './tree';

export interface AddressBook {
	customer_group_id: number;
	name: string;
	message_box_ids: number[];
	last_updated_at: number;
	/** numbers (1 to 10) of the custom items defined in this address book; others are ignored on write */
	customFields: number[];
}

export interface Inbox {
	message_box_id: number;
	name: string;
	color: InboxColor;
	last_updated_at: number;
	customer_group_id: number;
}

export interface Label extends TreeEntry {
	color: string;
}

export interface Classification extends TreeEntry {
	archived: boolean;
}

export interface PendingReason {
	pending_reason_id: number;
	name: string;
	is_snoozed: boolean;
	snooze_term: SnoozeTerm;
}

export interface User {
	mention_name: string;
	status_cd: UserState;
	first_name: string;
	last_name: string;
	department_name: string;
	employee_no: string;
	email: string;
	is_tenant_admin: boolean;
	is_otp_required: boolean;
	last_page_loaded_at: number | null;
}

export interface Badge {
	badge_id: number;
	name: string;
}

export interface MailAccount {
	mail_account_id: number;
	name: string;
	email: string;
}

export interface Template {
	template_id: number;
	template_category_name: string;
	template_name: string;
	from: string | null;
	to: string | null;
	cc: string | null;
	bcc: string | null;
	title: string;
	html_body: string;
	text_body: string;
	case_category_ids: number[];
	label_ids: number[];
	questionnaire_name: string | null;
}

/** The lists of an inbox of which more is known than the contract says; it has the others by the same names. */
interface InboxLists {
	pendingReasons: PendingReason[];
	mailAccounts: MailAccount[];
	templates: Template[];
}

/** An inbox with its tickets and lists. */
export interface InboxContents extends InboxLists {
	inbox: Inbox;
	labels: Tree<Label>;
	classifications: Tree<Classification>;
	tickets: TicketIndex;
}

/** An address book with its contacts and lists. */
export interface AddressBookContents {
	book: AddressBook;
	badges: Badge[];
	contacts: ContactBook;
}

/** @returns the property with the entries of a list whose rows are a tree; undefined for any other list */
export const treeOf = ({ name }: List) => ({ labels: 'labels', caseCategories: 'classifications' } as Record<string, 'labels' | 'classifications' | undefined>)[name];

type Row = Record<string, unknown>;

/** @returns the lists that the contract has for an inbox or address book, without rows */
function emptyLists<Known>(owner: List['owner']): Known {
	return Object.fromEntries(LISTS.filter((list) => list.owner === owner).map(({ name }) => [name, []])) as Known;
}

/** The input for a record: some required fields, such as a name, and all others optional; undefined fields get their default. */
type Given<Thing, Needed extends keyof Thing> = Pick<Thing, Needed> & Partial<Thing> & { id?: number };

/** @returns the defaults, replaced by the given values */
export function filled<Thing extends object>(defaults: Thing, given: object): Thing {
	return { ...defaults, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
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

	/** @returns the server's time, in the precision in which the service keeps times */
	now(): number {
		return this.calendar.keep(this.clock());
	}

	addAddressBook({ id, ...given }: Given<AddressBook, 'name'>): AddressBook {
		const customer_group_id = this.ids.next('addressBook', id);
		const book = { customer_group_id, message_box_ids: [], last_updated_at: this.now(), customFields: [1, 2, 3, 4, 5], ...given };
		this.addressBooks.set(customer_group_id, { ...emptyLists<{ badges: Badge[] }>('customer_group_id'), book, contacts: new ContactBook(this.ids) });
		return book;
	}

	addInbox({ id, ...given }: Given<Inbox, 'name' | 'customer_group_id'>): Inbox {
		const message_box_id = this.ids.next('inbox', id);
		const { name, color = 'blue', customer_group_id } = given;
		const inbox: Inbox = { message_box_id, name, color, last_updated_at: this.now(), customer_group_id };
		this.addressBook(customer_group_id).book.message_box_ids.push(message_box_id);
		this.inboxes.set(message_box_id, {
			...emptyLists<InboxLists>('message_box_id'),
			inbox,
			labels: new Tree('/'),
			classifications: new Tree(' > '),
			tickets: new TicketIndex(),
		});
		return inbox;
	}

	/** @throws when there is no such inbox, which is a mistake of the test and not of the client */
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

	addUser(given: Given<User, 'mention_name'>): User {
		const names = { first_name: '', last_name: '', department_name: '', employee_no: '', email: `${given.mention_name}@tenant.example` };
		const user: User = { status_cd: 'available', ...names, is_tenant_admin: false, is_otp_required: false, last_page_loaded_at: null, ...given };
		this.users.set(user.mention_name, user);
		return user;
	}

	addLabel(inboxId: number, { id, ...given }: Given<Label, 'name'>): Label {
		return this.inbox(inboxId).labels.add(filled({ id: this.ids.next('label', id), name: '', color: 'gray_01', parent_id: null }, given));
	}

	addClassification(inboxId: number, { id, ...given }: Given<Classification, 'name'>): Classification {
		const defaults = { id: this.ids.next('classification', id), name: '', parent_id: null, archived: false };
		return this.inbox(inboxId).classifications.add(filled(defaults, given));
	}

	/** @returns the rows of a list of an inbox or address book */
	rowsOf({ name, owner }: List, ownerId: number): Row[] {
		const contents = owner === 'message_box_id' ? this.inbox(ownerId) : this.addressBook(ownerId);
		return contents[name as keyof typeof contents] as unknown as Row[];
	}

	/** Adds a row to a list of the contract, labels and classifications aside. @param given its other fields are empty */
	addRow<Added extends object>(name: string, ownerId: number, { id, ...given }: { id?: number } & Row): Added {
		const list = LISTS.find((one) => one.name === name)!;
		const row = filled(emptyRow(list.row), { ...given, [list.key]: this.ids.next(name, id) });
		this.rowsOf(list, ownerId).push(row);
		return row as Added;
	}

	/** Adds a pending reason. A reason with a return time snoozes, unless `is_snoozed` is false. */
	addPendingReason(inboxId: number, given: Given<PendingReason, 'name'>): PendingReason {
		return this.addRow('pendingReasons', inboxId, { is_snoozed: given.snooze_term !== undefined, snooze_term: 'no_term', ...given });
	}

	addMailAccount(inboxId: number, given: Given<MailAccount, 'name' | 'email'>): MailAccount {
		return this.addRow('mailAccounts', inboxId, given);
	}

	addTemplate(inboxId: number, given: Given<Template, 'template_name'>): Template {
		return this.addRow('templates', inboxId, { template_category_name: 'General', title: given.template_name, ...given });
	}

	addBadge(addressBookId: number, given: Given<Badge, 'name'>): Badge {
		return this.addRow('badges', addressBookId, given);
	}
}
