/**
 * The fields of labels and classifications: both have a name and a parent (API document, Labels (write), Ticket classifications (write)).
 */
import type { IDataObject } from 'n8n-workflow';
import { fold } from '../fields/fold';
import { filled, idOrName, NONE, quote, type Rule, recordName } from '../fields/rules';
import { type Field, bodyField } from '../fields/sent';
import { dropdown } from '../loadOptions/dropdown';
import { DOCUMENTED, nameOf } from '../transport/client/lists';
import type { Item } from '../transport/engine/item';
import { reject } from '../transport/errors/reject';

/** The lists of an inbox whose rows have a name and a parent. */
export type Tree = 'labels' | 'classifications';

const MAX_NAME = 255;

export const nameField = bodyField('name', recordName(MAX_NAME), {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	description: 'Its own name, without its parents',
});

/** @param loads the rows to choose from */
export function parentFieldOf(loads: Parameters<typeof dropdown>[0]['loads'], rule: Rule, description: string): Field {
	return bodyField(
		'parent_id',
		rule,
		dropdown({ displayName: 'Parent Name or ID', name: 'parentId', loads, of: 'messageBoxId', description }),
	);
}

/**
 * The rule for the parent of a new entry. The service takes no null for none (API document), so `__none__` sends nothing. An
 * expression without a value is rejected, because the entry would be at the top.
 */
export const parentOfNew =
	(list: Tree): Rule =>
	(value, circumstances) => (value === NONE ? undefined : filled(idOrName(list))(value, circumstances));

/** @returns whether a name may be a path: it has the sign that lists show between the names of one */
export function hasSeparator(list: Tree, name: unknown): name is string {
	return typeof name === 'string' && name.normalize('NFKC').includes(DOCUMENTED[list].separator!);
}

/**
 * Rejects a name that is a path, as lists show names: its row would look like one below the other row, and a label cannot be deleted.
 *
 * @param rows the other rows of the list
 * @param parentId of the row that would get the name
 * @param hint what else the user can do, as a sentence
 * @throws NodeOperationError where the part before the last separator is the path of a row
 */
export function rejectPath(item: Item, list: Tree, rows: readonly IDataObject[], parentId: unknown, done: string, hint = ''): void {
	const { name } = item.body;
	if (!hasSeparator(list, name)) return;
	const { key, noun, separator = '' } = DOCUMENTED[list];
	const written = name.normalize('NFKC');
	const at = written.lastIndexOf(separator);
	const [path, own] = [written.slice(0, at), written.slice(at + separator.length).trim()];
	const above = rows.find((row) => row[key] === parentId);
	const paths = [...(above === undefined ? [] : [`${nameOf(above)}${separator}${path}`]), path].map(fold);
	const [parent] = paths.flatMap((one) => rows.filter((row) => fold(nameOf(row)) === one));
	if (own === '' || parent === undefined) return;
	const instead = `Enter ${quote(own)} as the Name and ${quote(nameOf(parent))} as the Parent.`;
	reject(item, `The name ${quote(name)} is a path: there is a ${noun} ${quote(nameOf(parent))}`, `${done} ${instead}${hint}`);
}
