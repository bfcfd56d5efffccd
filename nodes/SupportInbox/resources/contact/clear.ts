import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { someOf } from '../../fields/rules';
import { type Field, propertyOf, settingField } from '../../fields/sent';
import type { Item } from '../../transport/engine/item';
import { reject } from '../../transport/errors/reject';
import { CUSTOM_ITEM_TEXTS, rowFields, textFields } from './recordFields';

/** A field that can be cleared: its name on screen and in the API, and the value that empties it. */
interface Clearable {
	field: Pick<Field, 'name' | 'displayName'>;
	property: string;
	empty: '' | [] | null;
}

/** API document, Address-book records, rules 5 to 7: an empty array empties a list, null removes the default assignee. */
const CLEARABLE: Clearable[] = [
	...rowFields.map((field) => ({ field, property: propertyOf(field)!, empty: [] as [] })),
	...textFields.map((field) => ({ field, property: propertyOf(field)!, empty: '' as const })),
	...CUSTOM_ITEM_TEXTS.map(({ property, ...field }) => ({ field, property, empty: '' as const })),
	{ field: { displayName: 'Badges', name: 'badgeIds' }, property: 'badge_ids', empty: [] },
	{ field: { displayName: 'Customer Code', name: 'systemId1' }, property: 'system_id1', empty: '' },
	{ field: { displayName: 'Default Assignee', name: 'defaultAssignee' }, property: 'default_assignee', empty: null },
];

/** Clearing is a separate choice, so that an empty field never erases a value by accident. */
export const clearField = clearFieldOf(CLEARABLE);

/** For operations that may find the contact by its customer code, which therefore cannot be cleared. */
export const clearButCodeField = clearFieldOf(CLEARABLE.filter(({ property }) => property !== 'system_id1'));

function clearFieldOf(clearable: readonly Clearable[]): Field {
	const options: INodePropertyOptions[] = clearable.map(({ field: { displayName, name } }) => ({ name: displayName, value: name }));
	return settingField(someOf(options), {
		displayName: 'Clear Fields',
		name: 'clearFields',
		type: 'multiOptions',
		options: options.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
		default: [],
		description: 'What to remove. Texts are sent empty, which is not documented.',
	});
}

/**
 * @returns the body made from the fields, with an empty value for each field to clear
 * @throws NodeOperationError when a field has a value and is also to be cleared
 */
export function withCleared(item: Item): IDataObject {
	const body = { ...item.body };
	const { clearFields: chosen = [] } = item.settings as { clearFields?: string[] };
	for (const { field, property, empty } of CLEARABLE) {
		if (!chosen.includes(field.name)) continue;
		if (property in body) {
			reject(
				item,
				`${field.displayName} has a value and is also under Clear Fields`,
				'Remove the value, or take the field out of Clear Fields.',
			);
		}
		body[property] = empty;
	}
	return body;
}
