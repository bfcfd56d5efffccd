import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { chosen, readList } from './readList';

/** The classifications of the chosen inbox that are not archived, with their path (API document, Ticket classification). */
export async function getClassifications(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const path = `/api/v2/${chosen.call(this, 'messageBoxId')}/case_categories`;
	const rows = await readList.call(this, { path, key: 'case_category_id', maxPerPage: 100 });
	return rows
		.filter((row) => row.archived !== true)
		.map((row) => ({ name: String(row.name), value: row.case_category_id as number }));
}
