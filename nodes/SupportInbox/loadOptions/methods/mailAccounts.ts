import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { keep } from '../../fields/enumerations';
import { LISTS } from '../../transport/client/lists';
import { ofChosen, readList } from '../readList';

/** The addresses that the chosen inbox can send from, in screen order (API document, Sending mail account). */
export async function getMailAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.mailAccounts(inbox));
		return rows.map((row) => ({
			name: `${String(row.name)} <${String(row.email)}>`,
			value: row.mail_account_id as number,
		}));
	});
}

/** For a reply, which has an account of its own unless it was sent to several. */
export async function getMailAccountsOrAddressed(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [keep('The One That the Message Was Sent To'), ...(await getMailAccounts.call(this))];
}
