import type { IDataObject } from 'n8n-workflow';
import { pick } from '../../output/pick';
import type { Item } from '../../transport/engine/item';
import type { Refuse } from './keysOfContact';
import { plainOf, ROW_LISTS } from './recordFields';

type Added = Readonly<Record<string, string | undefined>> & { badgeIds?: number[] };

/** @returns the lists, in the API's names, that entries are added to */
export function listsToAdd({ settings }: Item): string[] {
	const added = settings as Added;
	const lists = ROW_LISTS.filter(({ one }) => added[one.name] !== undefined).map(({ property }) => property);
	return added.badgeIds === undefined ? lists : [...lists, 'badge_ids'];
}

/**
 * @param present the record as it was read; `{}` for a new one
 * @param fields values to set, which may replace or clear its lists
 * @returns the values with the entries that are added; an entry that a list has already changes nothing
 * @throws the error of `reject` when a list gets longer than the service takes (API document, Limits)
 */
export function withAdded({ settings }: Item, present: IDataObject, fields: IDataObject, reject: Refuse): IDataObject {
	const added = settings as Added;
	const body = { ...fields };
	const listOf = (property: string) => (fields[property] ?? present[property] ?? []) as unknown[];
	for (const list of ROW_LISTS) {
		const { property, entry, max, displayName, one } = list;
		const text = added[one.name];
		if (text === undefined) continue;
		const rows = listOf(property) as IDataObject[];
		if (rows.some((row) => plainOf(list, row[entry]) === plainOf(list, text))) continue;
		if (rows.length >= max) {
			throw reject(
				`${one.displayName}: the contact has ${rows.length} ${displayName} already, and the service takes at most ${max}`,
				`Remove one in the Support Inbox, or use Replace ${displayName}.`,
			);
		}
		body[property] = [...rows.map((row) => pick(row, [entry])), { [entry]: text }];
	}
	if (added.badgeIds !== undefined) body.badge_ids = [...new Set([...(listOf('badge_ids') as number[]), ...added.badgeIds])];
	return body;
}
