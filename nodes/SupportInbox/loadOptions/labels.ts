import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { SOURCES } from '../transport/client/lists';
import { choicesOf } from './choices';
import { chosen, readList } from './readList';

/** The labels of the chosen inbox with their path, in the service's order (API document, Label). */
export async function getLabels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const source = SOURCES.labels(chosen.call(this, 'messageBoxId'));
	return choicesOf(await readList.call(this, source), 'label_id');
}

/** For a search: `-1` selects tickets without a label (API document, Ticket search). */
export async function getLabelsOrWithout(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [{ name: 'Without Label', value: -1 }, ...(await getLabels.call(this))];
}
