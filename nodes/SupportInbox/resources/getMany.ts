import { plural } from '../fields/names';
import { limitFields } from '../fields/shared/limit';
import { addressBookField, inboxField } from '../fields/shared/locators';
import { list as listOf } from '../transport/client/answer';
import { type ListName, type ServiceList, DOCUMENTED, ownerSlotOf } from '../transport/client/lists';
import type { Item } from '../transport/engine/item';
import { type Selection, everyPage } from '../transport/engine/plans';
import type { Operation } from './operation';

const OWNER_FIELDS = { messageBoxId: [inboxField], customerGroupId: [addressBookField] };

/**
 * The Get Many of one of the service's lists.
 *
 * @param description what n8n shows of it
 * @param select the filter and order that the node applies; undefined: none
 */
export function getMany(list: ListName, description: string, select?: (item: Item) => Promise<Selection | undefined>) {
	const { noun, path, key, maxPerPage }: ServiceList = DOCUMENTED[list];
	const slot = ownerSlotOf(list);
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${plural(noun)}`,
		description,
		method: 'GET',
		path,
		answer: listOf(key),
		plan: everyPage({ in: 'qs', maxPerPage, key }, select),
		fields: [...(slot === undefined ? [] : OWNER_FIELDS[slot]), ...limitFields],
	} satisfies Operation;
}
