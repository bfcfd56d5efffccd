import { dropdown } from '../../loadOptions/dropdown';
import { LABEL_COLORS, valuesOf } from '../../fields/enumerations';
import { idOrName, oneOf, text } from '../../fields/rules';
import { bodyField } from '../../fields/sent';

const MAX_NAME = 255;

export const nameField = bodyField('name', text(MAX_NAME), {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	description: `The label's own name, without its parents (at most ${MAX_NAME} characters)`,
});

export const colorField = bodyField('color', oneOf(valuesOf(LABEL_COLORS)), {
	displayName: 'Color',
	name: 'color',
	type: 'options',
	options: LABEL_COLORS,
	default: 'gray_01',
	description: 'The color in which the label is shown. Yellow and pink belong to an earlier version of the service and may be refused.',
});

export const parentField = bodyField('parent_id', idOrName('label'), dropdown({
	displayName: 'Parent Name or ID',
	name: 'parentId',
	loads: 'getLabels',
	of: 'messageBoxId',
	description: 'The label under which it stands; without one it is at the top',
}));
