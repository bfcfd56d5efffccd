import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { ids } from '../fields/rules';
import { getInboxes, getUsersOrNone } from '../loadOptions';
import { labelsOf, WITHOUT_LABEL } from '../loadOptions/methods/labels';
import { chooseFirst, notice } from '../loadOptions/readList';

/** The labels of all chosen inboxes, with the inbox's name before them when there are several (API document, Label). */
async function getLabelsOfInboxes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen = (ids(this.getCurrentNodeParameter('messageBoxIds'), { zone: this.getTimezone(), now: Date.now() }) ??
		[]) as number[];
	if (chosen.length === 0) return [notice(chooseFirst('an inbox'))];
	const inboxes = chosen.length > 1 ? await getInboxes.call(this) : [];
	const options = [WITHOUT_LABEL];
	for (const inbox of chosen) {
		const name = inboxes.find(({ value }) => value === inbox)?.name ?? inbox;
		const labels = await labelsOf(this, inbox);
		options.push(...labels.map((label) => (chosen.length > 1 ? { ...label, name: `${name}: ${label.name}` } : label)));
	}
	return options;
}

/** What the trigger's dropdowns offer. */
export const loadOptions = { getInboxes, getLabelsOfInboxes, getUsersOrNone };
