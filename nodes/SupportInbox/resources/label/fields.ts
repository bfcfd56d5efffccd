import { LABEL_COLORS } from '../../fields/enumerations';
import { idOrName, oneOf, recordName } from '../../fields/rules';
import { bodyField, neverEmpty } from '../../fields/sent';
import { dropdown } from '../../loadOptions/dropdown';

const MAX_NAME = 255;

export const nameField = bodyField('name', recordName(MAX_NAME), {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	description: 'Its own name, without its parents',
});

export const colorField = bodyField('color', oneOf(LABEL_COLORS), {
	displayName: 'Color',
	name: 'color',
	type: 'options',
	options: LABEL_COLORS,
	default: 'gray_01',
	description: 'Yellow and pink may be refused',
});

const parentOf = (description: string) =>
	bodyField('parent_id', idOrName('labels'), dropdown({
		displayName: 'Parent Name or ID',
		name: 'parentId',
		loads: 'getLabels',
		of: 'messageBoxId',
		description,
	}));

/** An expression without a value is refused, because the new label would be at the top. */
export const parentField = neverEmpty(parentOf('The label above this one; at the top if not added'));

/** A label cannot be moved to the top (API document, Labels). */
export const newParentField = parentOf('The label above this one; its place does not change if not added');
