import type { Ids } from './ids';
import type { AddressBook, Contact } from './types';

/** @returns a record with nothing set; `gender_cd` 9 is the document's default */
export function emptyContact(id: number): Contact {
	return {
		customer_id: id,
		last_name: null,
		first_name: null,
		last_name_kana: null,
		first_name_kana: null,
		company_name: null,
		department: null,
		title: null,
		postal_code: null,
		region: null,
		city: null,
		address1: null,
		address2: null,
		gender_cd: 9,
		url: null,
		note: null,
		system_id1: null,
		default_assignee: null,
		emails: [],
		archived_emails: [],
		tels: [],
		archived_tels: [],
		badge_ids: [],
		customItems: {},
	};
}

/** The records of one address book, found by customer code or e-mail address. */
export class ContactBook {
	private readonly contacts = new Set<Contact>();
	private readonly byCode = new Map<string, Contact>();
	private readonly byEmail = new Map<string, Contact>();

	constructor(
		readonly book: AddressBook,
		private readonly ids: Ids,
	) {}

	all(): Contact[] {
		return [...this.contacts];
	}

	add(fields: Partial<Contact>): Contact {
		const id = this.ids.next('contact', 9000, fields.customer_id);
		const contact = { ...emptyContact(id), ...fields, customer_id: id };
		this.contacts.add(contact);
		this.enter(contact);
		return contact;
	}

	/** Overwrites the given fields of a record. */
	change(contact: Contact, fields: Partial<Contact>): void {
		this.leave(contact);
		Object.assign(contact, fields);
		this.enter(contact);
	}

	remove(contact: Contact): void {
		this.leave(contact);
		this.contacts.delete(contact);
	}

	withCode(code: string): Contact | undefined {
		return this.byCode.get(code);
	}

	/** @returns the record holding the address, archived or not */
	withEmail(email: string): Contact | undefined {
		return this.byEmail.get(email);
	}

	private enter(contact: Contact): void {
		if (contact.system_id1) this.byCode.set(contact.system_id1, contact);
		for (const { email } of [...contact.emails, ...contact.archived_emails]) {
			this.byEmail.set(email, contact);
		}
	}

	private leave(contact: Contact): void {
		if (contact.system_id1) this.byCode.delete(contact.system_id1);
		for (const { email } of [...contact.emails, ...contact.archived_emails]) {
			this.byEmail.delete(email);
		}
	}
}
