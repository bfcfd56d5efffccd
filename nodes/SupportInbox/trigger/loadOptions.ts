import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listOf } from '../fields/rules/rule';
import { ALL_INBOXES } from '../fields/shared/locators';
import { getInboxes, getUsers, getUsersOrNone } from '../loadOptions';
import { behind, chosenIn, labelsOf, notice, WITHOUT_LABEL } from '../loadOptions/readList';

/** The labels of all chosen inboxes, with the inbox's name before them when there are several (API document, Label). */
async function getLabelsOfInboxes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const given = listOf(this.getCurrentNodeParameter('messageBoxIds'));
	const inboxes = new Set<number>();
	for (const one of given.length === 0 ? [''] : given) {
		const inbox = await chosenIn(this, 'messageBoxId', one);
		if (inbox.id === undefined) return [notice(inbox.missing)];
		inboxes.add(inbox.id);
	}
	const names = inboxes.size > 1 ? await getInboxes.call(this) : [];
	const options: INodePropertyOptions[] = [];
	for (const id of inboxes) {
		const name = names.find(({ value }) => value === id)?.name ?? id;
		const labels = await labelsOf(this, id);
		for (const label of labels) options.push(inboxes.size > 1 ? { ...label, name: `${name}: ${label.name}` } : label);
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
