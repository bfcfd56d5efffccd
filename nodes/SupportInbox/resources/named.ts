/** The fields of labels and classifications: both have a name and a parent (API document, Labels (write), Ticket classifications (write)). */
import { filled, idOrName, NONE, type Rule, recordName } from '../fields/rules';
import { type Field, bodyField } from '../fields/sent';
import { dropdown } from '../loadOptions/dropdown';

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
	return bodyField('parent_id', rule, dropdown({ displayName: 'Parent Name or ID', name: 'parentId', loads, of: 'messageBoxId', description }));
}

/**
 * The rule for the parent of a new entry. The service takes no null for none (API document), so `__none__` sends nothing. An
 * expression without a value is refused, because the entry would be at the top.
 */
export const parentOfNew =
	(list: 'labels' | 'classifications'): Rule =>
	(value, circumstances) => (value === NONE ? undefined : filled(idOrName(list))(value, circumstances));
