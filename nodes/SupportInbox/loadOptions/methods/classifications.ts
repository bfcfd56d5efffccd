import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { none } from '../../fields/enumerations';
import { LISTS } from '../../transport/client/lists';
import { choicesOf } from '../choices';
import { ofChosen, readList } from '../readList';

/** The classifications of the chosen inbox that are not archived, with their path (API document, Ticket classification). */
export async function getClassifications(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.classifications(inbox));
		return choicesOf(rows.filter(({ archived }) => archived !== true), 'case_category_id');
	});
}

/** For an update, where a classification can be moved to the first level. */
export async function getClassificationsOrNone(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [none('No Parent'), ...(await getClassifications.call(this))];
}

/** For a change of a ticket's classifications: an archived one is offered only where it is taken away. */
export async function getClassificationsForMode(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const load = this.getCurrentNodeParameter('&mode') === 'remove' ? getClassificationsAndArchived : getClassifications;
	return await load.call(this);
}

/** For the choice of what to update: an archived classification can be brought back. */
export async function getClassificationsAndArchived(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.classifications(inbox));
		const marked = rows.map((row) => (row.archived === true ? { ...row, name: `${String(row.name)} (archived)` } : row));
		return choicesOf(marked, 'case_category_id');
	});
}
