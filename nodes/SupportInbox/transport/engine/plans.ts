import { refuseEmpty } from '../errors/refuse';
import type { Check, Plan } from './requestPolicy';

/** The plan of most operations: their one request. */
export const singleRequest: Plan = async (item) => (await item.send()).items;

/** The check of an update: there is something in it. */
export const atLeastOneField: Check = (item) => refuseEmpty(item, Object.keys(item.request.options.body ?? {}).length === 0);
