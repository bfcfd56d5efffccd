import { LABEL_COLORS } from '../../fields/enumerations';
import { filled, idOrName, oneOf } from '../../fields/rules';
import { bodyField } from '../../fields/sent';
import { parentFieldOf } from '../named';

export const colorField = bodyField('color', oneOf(LABEL_COLORS), {
	displayName: 'Color',
	name: 'color',
	type: 'options',
	options: LABEL_COLORS,
	default: 'gray_01',
	description: 'Yellow and pink may be refused',
});

/** An expression without a value is refused, because the new label would be at the top. */
export const parentField = parentFieldOf('getLabels', filled(idOrName('labels')), 'The label above this one; at the top if not added');

/** A label cannot be moved to the top (API document, Labels). */
export const newParentField = parentFieldOf('getLabels', idOrName('labels'), 'The label above this one; its place does not change if not added');
