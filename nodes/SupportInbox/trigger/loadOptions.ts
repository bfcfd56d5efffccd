import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { ids } from '../fields/rules';
import { ALL_INBOXES } from '../fields/shared/locators';
import { getInboxes, getUsers, getUsersOrNone } from '../loadOptions';
import { behind, chooseFirst, labelsOf, notice, WITHOUT_LABEL } from '../loadOptions/readList';

/** Each inbox has its own labels, so with all inboxes there is no list to choose from. */
const TYPE_NAMES = { name: 'Labels of All Inboxes Are Typed by Name', description: 'Switch this field to Expression and enter the names, such as {{ ["Urgent"] }}' };

/** The labels of all chosen inboxes, with the inbox's name before them when there are several (API document, Label). */
async function getLabelsOfInboxes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const given = this.getCurrentNodeParameter('messageBoxIds');
	if ([given].flat().includes(ALL_INBOXES)) return [notice(TYPE_NAMES)];
	const chosen = (ids(given, { zone: this.getTimezone(), now: Date.now() }) ??
		[]) as number[];
	if (chosen.length === 0) return [notice(chooseFirst('an inbox'))];
	const inboxes = chosen.length > 1 ? await getInboxes.call(this) : [];
	const options: INodePropertyOptions[] = [];
	for (const inbox of chosen) {
		const name = inboxes.find(({ value }) => value === inbox)?.name ?? inbox;
		const labels = await labelsOf(this, inbox);
		for (const label of labels) options.push(chosen.length > 1 ? { ...label, name: `${name}: ${label.name}` } : label);
	}
	return options;
}

/** For a filter: "without" is no label that could be added to a ticket, so only filters offer it. */
const getLabelsOfInboxesOrWithout = behind(WITHOUT_LABEL, getLabelsOfInboxes);

/** The inboxes, and before them the choice of all inboxes (API document, Inbox list). */
async function getInboxesOrAll(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const inboxes = await getInboxes.call(this);
	const isList = inboxes.some(({ value }) => typeof value === 'number');
	return isList ? [{ name: ALL_INBOXES, value: ALL_INBOXES, description: 'Also inboxes added later' }, ...inboxes] : inboxes;
}

/** What the trigger's dropdowns offer. */
export const loadOptions = { getInboxes: getInboxesOrAll, getLabelsOfInboxes, getLabelsOfInboxesOrWithout, getUsers, getUsersOrNone };
