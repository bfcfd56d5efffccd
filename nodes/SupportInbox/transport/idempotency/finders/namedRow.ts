import type { IDataObject } from 'n8n-workflow';

import { isId, isText, orNull } from '../../client/fields';
import { readPages } from '../../client/lists';
import { wholeList } from '../../client/answer';
import { greatest } from '../../client/extremes';
import type { Finder } from '../reconciliation';
import { CreatedIds } from '../reconciliation';

const PER_PAGE = 100;
const MAX_PAGES = 20;

/**
 * What is created by name in a list of an inbox.
 * - `noun`: what it is called; `where`: how its list is called on screen.
 * - `key`: its id in the list and in the answer to its creation.
 * - `separator`: stands between the names of parent and child in the list.
 */
interface Kind {
	noun: string;
	where: string;
	key: string;
	separator: string;
}

/**
 * Finds a label or classification that was created just now: the only one of its own name under the same parent, as the
 * row with the highest id of all. An older one may have been there before, and of several one may be another process's,
 * so these are only named in the error.
 */
export function namedRow({ noun, where, key, separator }: Kind): Finder {
	return {
		idField: key,
		how: `Look at the ${where} of the inbox before you create it again.`,
		find: async (write) => {
			const expected = wholeList({ [key]: isId, name: isText, parent_id: orNull(isId) });
			const rows = await readPages(write.session, write.read, { path: write.path, key, maxPerPage: PER_PAGE }, MAX_PAGES, expected);
			const like = rows.filter((row) => isLike(row, write.body, separator));
			const newest = greatest(rows.map((row) => Number(row[key])));
			const unknown = like.filter((row) => !write.session.of(CreatedIds).has(key, row[key]));
			if (unknown.length === 1 && unknown[0][key] === newest) return { found: { [key]: newest } };
			return { checked: seen(like, { noun, where, key }, String(write.body.name)) };
		},
	};
}

/** The list shows the whole way to a row; the name that was sent is its own only. */
function isLike(row: IDataObject, { name, parent_id: parent }: IDataObject, separator: string): boolean {
	const shown = String(row.name);
	const own = shown === name || (parent !== undefined && shown.endsWith(`${separator}${String(name)}`));
	return own && row.parent_id === (parent ?? null);
}

function seen(like: IDataObject[], { noun, where, key }: Omit<Kind, 'separator'>, name: string): string {
	if (like.length === 0) return `Checked the list afterwards: there is no ${noun} "${name}".`;
	const ids = like.map((row) => String(row[key])).join(', ');
	if (like.length > 1) return `Checked the list afterwards: there are several ${where} "${name}" (ID ${ids}), so it is not known which one is meant.`;
	return `Checked the list afterwards: there is a ${noun} "${name}" (ID ${ids}), but it may have been there before.`;
}
