import { type Expected, list } from '../transport/client/answer';
import type { ServiceList } from '../transport/client/lists';
import { type Selection, everyPage } from '../transport/engine/plans';
import type { ItemRequest, Plan } from '../transport/engine/requestPolicy';

/**
 * The common parts of every Get Many that reads one of the service's lists.
 *
 * @param select the filter and order that the node applies; undefined: none
 */
export function listing(
	{ path, key, maxPerPage }: ServiceList,
	select?: (item: ItemRequest) => Promise<Selection | undefined>,
): { method: 'GET'; path: string; answer: Expected; plan: Plan } {
	return { method: 'GET', path, answer: list(key), plan: everyPage({ in: 'qs', maxPerPage, key }, select) };
}
