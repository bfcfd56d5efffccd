import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { chosen, readList } from './readList';

/** The labels of the chosen inbox with their path, in the service's order (API document, Label). */
export async function getLabels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const path = `/api/v2/${chosen.call(this, 'messageBoxId')}/labels`;
	const rows = await readList.call(this, { path, key: 'label_id', maxPerPage: 100 });
	return rows.map((row) => ({ name: String(row.name), value: row.label_id as number }));
}

/** For a search: `-1` selects tickets without a label (API document, Ticket search). */
export async function getLabelsOrWithout(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [{ name: 'Without Label', value: -1 }, ...(await getLabels.call(this))];
}
