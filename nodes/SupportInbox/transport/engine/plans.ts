import { refuseEmpty } from '../errors/refuse';
import type { Plan } from './requestPolicy';

/** The plan of most operations: their one request. */
export const singleRequest: Plan = async (item) => (await item.send()).items;

/** The plan of an update: its one request, unless there is nothing in it. */
export const atLeastOneField: Plan = async (item) => {
	refuseEmpty(item, Object.keys(item.request.options.body ?? {}).length === 0);
	return await singleRequest(item);
};
