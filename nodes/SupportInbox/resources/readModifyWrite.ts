import type { IDataObject } from 'n8n-workflow';
import { difference } from '../output/difference';
import { omit, pick } from '../output/pick';
import { type ServiceList, DOCUMENTED, LISTS } from '../transport/client/lists';
import { PagedList } from '../transport/client/pages';
import type { Item, Plan } from '../transport/engine/item';
import { sendRequest, withLock } from '../transport/engine/sendItem';
import { reject } from '../transport/errors/reject';
import { type Tree, hasSeparator, rejectPath } from './named';

/**
 * The values that an update of a row in an inbox's list must keep.
 * - `slot`: the slot of the row's id in the path.
 * - `values`: the values to send along, by their names in the API, with their checks; a value that fails its check is left out.
 */
interface CarriedValues {
	list: Tree;
	slot: string;
	values: Readonly<Record<string, (value: unknown, rows: RowsById) => boolean>>;
}

/** The rows of a list by their ids, up to the page with the row to update. */
type RowsById = ReadonlyMap<unknown, IDataObject>;

/**
 * The plan of an update that keeps values the user did not set: the API document does not say what the service does with omitted
 * values (Labels (write), Ticket classifications (write)). They are read before the write and sent along, except the name, which
 * lists show as a path. `fields_not_sent` in the output lists the values that could not be sent along.
 */
export function readModifyWrite({ list, slot, values }: CarriedValues): Plan {
	const { noun } = DOCUMENTED[list];
	return async (item) => {
		const { path, body: change } = item;
		const unchanged = Object.keys(values).filter((name) => !(name in change));
		const mayBePath = hasSeparator(list, change.name);
		if (unchanged.length === 0 && !mayBePath && !item.connection.isDryRun) return (await sendRequest(item)).items;
		const read = async () => {
			const id = Number(item.values[slot]);
			const rows = await readRows(item, LISTS[list](Number(item.values.messageBoxId)), mayBePath ? undefined : id);
			const row =
				rows.get(id) ??
				reject(
					item,
					`The inbox has no ${noun} ${id}`,
					`Its other values could not be sent along. Choose the ${noun} from the list of this inbox.`,
				);
			const others = [...rows].flatMap(([other, one]) => (other === id ? [] : [one]));
			rejectPath(item, list, others, 'parent_id' in change ? change.parent_id : row.parent_id, 'Nothing was changed.');
			const there = unchanged.filter((name) => row[name] !== null);
			const notSent = there.filter((name) => !values[name](row[name], rows));
			return { along: omit(pick(row, there), ...notSent), notSent, row };
		};
		const plan = async () => {
			const { along, notSent, row } = await read();
			const shown = { ...(item.connection.isDryRun && difference(row, change)), ...(notSent.length > 0 && { fields_not_sent: notSent }) };
			return { body: { ...along, ...change }, notes: (json: IDataObject) => ({ ...json, ...shown }) };
		};
		return (await withLock(item, path, async () => await sendRequest(item, { plan }))).items;
	};
}

/** Reads a list up to the page with a row, or to its end. @throws ServiceFailure */
async function readRows(item: Item, list: ServiceList, id?: number): Promise<RowsById> {
	const read = new PagedList(item.connection.dispatcher.clock.now());
	while (!read.isWhole && !read.rows.some((row) => row[list.key] === id)) await read.complete(item.read, list, read.pages + 1);
	return new Map(read.rows.map((row) => [row[list.key], row]));
}
