import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { SOURCES } from '../../transport/client/lists';
import { choicesOf } from '../choices';
import { ofChosen, readList } from '../readList';

/** The labels of the chosen inbox with their path, in the service's order (API document, Label). */
export async function getLabels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) =>
		choicesOf(await readList.call(this, SOURCES.labels(inbox)), 'label_id'),
	);
}

/** For a search: `-1` selects tickets without a label (API document, Ticket search). */
export async function getLabelsOrWithout(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [{ name: 'Without Label', value: -1 }, ...(await getLabels.call(this))];
}
