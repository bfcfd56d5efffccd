import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { none } from '../../fields/enumerations';
import { LISTS } from '../../transport/client/lists';
import { ofChosen, readList } from '../readList';

/** The pending reasons of the chosen inbox in screen order (API document, Pending reason). */
export async function getPendingReasons(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.pendingReasons(inbox));
		return rows.map((row) => ({
			name: String(row.name),
			value: row.pending_reason_id as number,
			description: row.is_snoozed === true ? 'Snoozes: the ticket comes back by itself' : undefined,
		}));
	});
}

/** For an update, where the reason can be cleared. */
export async function getPendingReasonsOrNone(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [none('No Pending Reason'), ...(await getPendingReasons.call(this))];
}

/** For a search: `-1` selects tickets without a pending reason (API document, Ticket search). */
export async function getPendingReasonsOrWithout(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [{ name: 'Without Pending Reason', value: -1 }, ...(await getPendingReasons.call(this))];
}
