import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { someOf } from '../../fields/rules';
import { type Field, propertyOf, settingField } from '../../fields/sent';
import { pick } from '../../output/pick';
import type { Item } from '../../transport/engine/item';
import { reject } from '../../transport/errors/reject';
import type { Refuse } from './keysOfContact';
import { CUSTOM_ITEM_TEXTS, plainOf, ROW_LISTS, rowFields, textFields } from './recordFields';

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

type Added = Readonly<Record<string, string | undefined>> & { badgeIds?: number[] };

/** @returns the lists, in the API's names, that entries are added to */
export function listsToAdd({ settings }: Item): string[] {
	const added = settings as Added;
	const lists = ROW_LISTS.filter(({ one }) => added[one.name] !== undefined).map(({ property }) => property);
	return added.badgeIds === undefined ? lists : [...lists, 'badge_ids'];
}

/**
 * @param present the record as it was read; `{}` for a new one
 * @returns the values to set: the body made from the fields, with an empty value for each field to clear, and with the entries that are
 *   added to lists; an entry that a list has already changes nothing
 * @throws NodeOperationError when a field has a value and is also to be cleared; the error of `refuse` when a list gets longer than the
 *   service takes (API document, Limits)
 */
export function changeOf(item: Item, present: IDataObject, refuse: Refuse): IDataObject {
	const body = { ...item.body };
	const { clearFields = [], ...added } = item.settings as Added & { clearFields?: string[] };
	for (const { field: { displayName, name }, property, empty } of CLEARABLE) {
		if (!clearFields.includes(name)) continue;
		if (property in body) {
			reject(item, `${displayName} has a value and is also under Clear Fields`, 'Remove the value, or take the field out of Clear Fields.');
		}
		body[property] = empty;
	}
	const listOf = (property: string) => (body[property] ?? present[property] ?? []) as unknown[];
	for (const list of ROW_LISTS) {
		const { property, entry, max, displayName, one } = list;
		const text = added[one.name];
		if (text === undefined) continue;
		const rows = listOf(property) as IDataObject[];
		if (rows.some((row) => plainOf(list, row[entry]) === plainOf(list, text))) continue;
		if (rows.length >= max) {
			throw refuse(
				`${one.displayName}: the contact has ${rows.length} ${displayName} already, and the service takes at most ${max}`,
				`Remove one in the Support Inbox, or use Replace ${displayName}.`,
			);
		}
		body[property] = [...rows.map((row) => pick(row, [entry])), { [entry]: text }];
	}
	if (added.badgeIds !== undefined) body.badge_ids = [...new Set([...(listOf('badge_ids') as number[]), ...added.badgeIds])];
	return body;
}
