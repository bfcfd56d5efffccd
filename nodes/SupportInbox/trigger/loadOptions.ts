import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { ids } from '../fields/rules';
import { getInboxes, getUsersOrNone } from '../loadOptions';
import { chooseFirst, readList } from '../loadOptions/readList';
import { SOURCES } from '../transport/client/lists';

/** The labels of all chosen inboxes, with the inbox's name before them when there are several (API document, Label). */
async function getLabelsOfInboxes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen = (ids(this.getCurrentNodeParameter('messageBoxIds'), { zone: this.getTimezone(), now: Date.now() }) ??
		[]) as number[];
	if (chosen.length === 0) return [chooseFirst('an inbox')];
	const inboxes = chosen.length > 1 ? await getInboxes.call(this) : [];
	const options: INodePropertyOptions[] = [{ name: 'Without Label', value: -1 }];
	for (const inbox of chosen) {
		const rows = await readList.call(this, SOURCES.labels(inbox));
		const name = inboxes.find(({ value }) => value === inbox)?.name;
		const prefix = chosen.length > 1 ? `${name ?? inbox}: ` : '';
		options.push(...rows.map((row) => ({ name: `${prefix}${String(row.name)}`, value: row.label_id as number })));
	}
	return options;
}

/** What the trigger's dropdowns offer. */
export const loadOptions = { getInboxes, getLabelsOfInboxes, getUsersOrNone };
