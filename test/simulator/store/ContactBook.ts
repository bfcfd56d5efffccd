import type { Ids } from './ids';
import { CONTACT_TEXTS, type Contact } from './types';

/** @returns an empty record; `gender_cd` 9 is the document's default */
export function emptyContact(id: number): Contact {
	return {
		customer_id: id,
		...(Object.fromEntries(CONTACT_TEXTS.map((name) => [name, null])) as Record<(typeof CONTACT_TEXTS)[number], null>),
		gender_cd: 9,
		emails: [],
		archived_emails: [],
		tels: [],
		archived_tels: [],
		badge_ids: [],
		customFields: {},
	};
}

const codeKey = (code: string) => `code ${code}`;
const emailKey = (email: string) => `email ${email}`;
const anyCaseKey = (email: string) => `any case ${email.toLowerCase()}`;

/** @returns the keys of a record */
function keysOf({ system_id1: code, emails, archived_emails }: Contact): string[] {
	const addresses = [...emails, ...archived_emails].flatMap(({ email }) => [emailKey(email), anyCaseKey(email)]);
	return code ? [codeKey(code), ...addresses] : addresses;
}

/** The records of one address book. Of several records with the same customer code or e-mail address, the oldest holder is found. */
export class ContactBook {
	private readonly contacts = new Set<Contact>();
	private readonly owners = new Map<string, Set<Contact>>();

	constructor(private readonly ids: Ids) {}

	all(): Contact[] {
		return [...this.contacts];
	}

	add(fields: Partial<Contact>): Contact {
		const id = this.ids.next('contact', fields.customer_id);
		const contact = { ...emptyContact(id), ...fields, customer_id: id };
		this.contacts.add(contact);
		for (const key of keysOf(contact)) this.own(key, contact);
		return contact;
	}

	/** Overwrites the given fields of a record. */
	change(contact: Contact, fields: Partial<Contact>): void {
		const before = keysOf(contact);
		Object.assign(contact, fields);
		const after = keysOf(contact);
		for (const key of before) if (!after.includes(key)) this.owners.get(key)?.delete(contact);
		for (const key of after) this.own(key, contact);
	}

	remove(contact: Contact): void {
		for (const key of keysOf(contact)) this.owners.get(key)?.delete(contact);
		this.contacts.delete(contact);
	}

	withCode(code: string): Contact | undefined {
		return this.firstOwner(codeKey(code));
	}

	/** @returns the record with the address, also an archived one; `inAnyCase`: letter case does not matter */
	withEmail(email: string, inAnyCase = false): Contact | undefined {
		return this.firstOwner(inAnyCase ? anyCaseKey(email) : emailKey(email));
	}

	private own(key: string, contact: Contact): void {
		this.owners.set(key, (this.owners.get(key) ?? new Set()).add(contact));
	}

	private firstOwner(key: string): Contact | undefined {
		return this.owners.get(key)?.values().next().value;
	}
}
