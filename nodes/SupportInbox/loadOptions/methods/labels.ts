import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { LISTS } from '../../transport/client/lists';
import { choicesOf } from '../choices';
import { ofChosen, readList } from '../readList';

/** For a search: `-1` selects tickets without a label (API document, Ticket search). */
export const WITHOUT_LABEL: INodePropertyOptions = { name: 'Without Label', value: -1 };

/** The labels of the chosen inbox with their path, in the service's order (API document, Label). */
export async function getLabels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => await labelsOf(this, inbox));
}

export async function getLabelsOrWithout(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [WITHOUT_LABEL, ...(await getLabels.call(this))];
}

/** @returns the labels of an inbox as choices */
export async function labelsOf(context: ILoadOptionsFunctions, messageBoxId: number): Promise<INodePropertyOptions[]> {
	return choicesOf(await readList.call(context, LISTS.labels(messageBoxId)), 'label_id');
}
