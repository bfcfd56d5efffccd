/** Address-book records (section "Address-book records"). */
import type { Context, Handlers } from '../context';
import { badRequest, notFound } from '../refusal';
import { emptyContact } from '../store/ContactBook';
import type { Contact } from '../store/types';
import { checkUser } from './rules';

const CUSTOM_ITEMS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

function emailsOf(fields: Partial<Contact>): string[] {
	return [...(fields.emails ?? []), ...(fields.archived_emails ?? [])].map(({ email }) => email);
}

/** Takes the fields of a write body; values of custom items that the address book does not define are ignored. */
function fieldsOf(context: Context, present: Record<number, string> = {}): Partial<Contact> {
	const { book } = context.addressBook();
	const fields: Record<string, unknown> = {};
	const customFields = { ...present };
	for (const [name, value] of Object.entries(context.body)) {
		const number = /^custom_item(\d+)$/.exec(name)?.[1];
		if (number === undefined) fields[name] = value;
		else if (book.customFields.includes(Number(number))) customFields[Number(number)] = value as string;
	}
	checkUser(context, 'default_assignee');
	return { ...fields, customFields };
}

const inAnyCase = ({ readings }: Context) => readings.emailKeyCase === 'insensitive';

/** Rules 2 and 3: a customer code and an e-mail address can belong to one record only. */
function checkUnique(context: Context, fields: Partial<Contact>, self?: Contact): void {
	const { contacts } = context.addressBook();
	const sameCode = fields.system_id1 ? contacts.withCode(fields.system_id1) : undefined;
	if (sameCode && sameCode !== self) throw badRequest('system_id1 already exists');
	for (const email of emailsOf(fields)) {
		const owner = contacts.withEmail(email, inAnyCase(context));
		if (owner && owner !== self) throw badRequest('The e-mail address already exists');
	}
}

/** Finds the record by the key in the path (rule 8). */
function contactOfPath(context: Context): Contact {
	const { contacts } = context.addressBook();
	const { system_id1: code, email } = context.params;
	const found = code === undefined ? contacts.withEmail(email, inAnyCase(context)) : contacts.withCode(code);
	if (!found) throw notFound('Customer');
	return found;
}

function create(context: Context) {
	const fields = fieldsOf(context);
	checkUnique(context, fields);
	context.addressBook().contacts.add(fields);
}

function update(context: Context) {
	const contact = contactOfPath(context);
	const clears = context.readings.contactUpdateOmission === 'clear';
	const fields = fieldsOf(context, clears ? {} : contact.customFields);
	if (context.readings.contactKeyOfAnother === 'refused') checkUnique(context, fields, contact);
	// Even if omitted fields are cleared, the key in the path stays.
	const key = context.params.email === undefined ? { system_id1: contact.system_id1 } : { emails: contact.emails };
	const base = clears ? { ...emptyContact(contact.customer_id), ...key } : {};
	context.addressBook().contacts.change(contact, { ...base, ...fields });
}

function remove(context: Context) {
	context.addressBook().contacts.remove(contactOfPath(context));
}

function get(context: Context) {
	const { customFields, ...fields } = contactOfPath(context);
	const { customItemNames, contactEmptyText } = context.readings;
	const custom = CUSTOM_ITEMS.map((number) => {
		const suffix = customItemNames === 'custom_' ? String(number).padStart(2, '0') : number;
		return [`${customItemNames}${suffix}`, customFields[number] ?? null];
	});
	const record = { ...fields, ...Object.fromEntries(custom) };
	const shown = Object.entries(record).map(([name, value]) => [name, value === '' && contactEmptyText === 'null' ? null : value]);
	return Object.fromEntries(shown);
}

export const customers: Handlers = {
	createCustomer: create,
	getCustomerByCode: get,
	getCustomerByEmail: get,
	updateCustomerByCode: update,
	updateCustomerByEmail: update,
	deleteCustomerByCode: remove,
	deleteCustomerByEmail: remove,
};
