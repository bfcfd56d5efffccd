import { type IDataObject, UserError } from 'n8n-workflow';
import { isSame } from '../../store/snapshot';
import { hasStatus } from '../../transport/errors/failure';
import type { Reconciliation } from '../../transport/writes/reconciliation';
import { keysIn, nameOfKey } from './keysOfContact';
import { readContact } from './wholeContact';

/**
 * Finds a contact that was just created or got another key, by its customer code or else by its first e-mail address.
 * A key belongs to one contact only, so a contact with this key and all the values is the result of the write
 * (or it had the values before).
 */
export const keyedContact: Reconciliation = {
	how: 'Look at the contacts of the address book before you create it again, or use Create or Update.',
	find: async (write) => {
		const [key] = keysIn(write.body);
		if (key === undefined) return { unclear: 'the contact has no customer code and no e-mail address to look for' };
		const fields = compared(write.body);
		const found = await readContact(write, key, (message) => new UserError(message), fields).catch((error) => {
			if (!hasStatus(error, 404)) throw error;
		});
		if (found === undefined) return { notSent: `there is no contact with the ${nameOfKey(key)}` };
		if (fields.every((name) => isSame(found.contact[name], write.body[name]))) return { found: found.contact };
		return { notSent: `there is a contact with the ${nameOfKey(key)}, but with other values, so it was there before` };
	},
};

/** Custom items are left out: an address book that does not define them ignores them. */
function compared(sent: IDataObject): string[] {
	return Object.keys(sent).filter((name) => !name.startsWith('custom_'));
}
