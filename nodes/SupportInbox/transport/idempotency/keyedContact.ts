import type { IDataObject } from 'n8n-workflow';
import { isSame } from '../../ledger/snapshot';
import { isId, present, record } from '../client/answer';
import { hasStatus } from '../errors/failure';
import type { Finder, UnknownWrite } from './reconciliation';

/**
 * Finds a contact that was just created or got another key, by its customer code or else by its first e-mail address.
 * A key belongs to one contact only, so a contact with this key and all the values is the result of the write
 * (or it had the values before).
 */
export const keyedContact: Finder & Required<Pick<Finder, 'find'>> = {
	how: 'Look at the contacts of the address book before you create it again, or use Create or Update.',
	find: async (write) => {
		const key = searchKeyOf(write.body);
		if (key === undefined) return { checked: 'It could not be checked, because the contact has no customer code and no e-mail address.' };
		const contact = await readByKey(write, key);
		if (contact === undefined) return { checked: `Checked afterwards: there is no contact with ${key.noun} ${key.value}.` };
		if (hasAll(contact, write.body)) return { found: contact };
		return { checked: `Checked afterwards: there is a contact with ${key.noun} ${key.value}, but with other values, so it was there before.` };
	},
};

interface SearchKey {
	by: string;
	noun: string;
	value: string;
}

function searchKeyOf({ system_id1: code, emails, archived_emails: archived }: IDataObject): SearchKey | undefined {
	if (typeof code === 'string' && !/^\.{0,2}$/.test(code)) return { by: 'system_id1', noun: 'the customer code', value: code };
	const [row] = [emails, archived].flat() as Array<IDataObject | undefined>;
	return row === undefined ? undefined : { by: 'email', noun: 'the e-mail', value: String(row.email) };
}

async function readByKey({ values, body, read: ask }: UnknownWrite, { by, value }: SearchKey): Promise<IDataObject | undefined> {
	const path = `/api/v2/customer_groups/${String(values.customerGroupId)}/customers/${by}/${encodeURIComponent(value)}`;
	return await ask({ method: 'GET', path, expected: record({ customer_id: isId, ...Object.fromEntries(compared(body).map((name) => [name, present])) }) })
		.then(({ items }) => items[0].json)
		.catch((error) => {
			if (!hasStatus(error, 404)) throw error;
			return undefined;
		});
}

function hasAll(contact: IDataObject, sent: IDataObject): boolean {
	return compared(sent).every((name) => isSame(contact[name], sent[name]));
}

/** Custom items are left out: an address book that does not define them ignores them. */
function compared(sent: IDataObject): string[] {
	return Object.keys(sent).filter((name) => !name.startsWith('custom_'));
}
