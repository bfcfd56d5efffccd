import { LABEL_COLORS } from '../../fields/enumerations';
import { idOrName, oneOf } from '../../fields/rules';
import { bodyField } from '../../fields/sent';
import { parentFieldOf, parentOfNew } from '../named';

export const colorField = bodyField('color', oneOf(LABEL_COLORS), {
	displayName: 'Color',
	name: 'color',
	type: 'options',
	options: LABEL_COLORS,
	default: 'gray_01',
	description: 'Yellow and pink may be refused',
});

export const parentField = parentFieldOf('getLabels', parentOfNew('labels'), 'The label above this one. Default: none.');

/** A label cannot be moved to the top (API document, Labels). */
export const newParentField = parentFieldOf('getLabels', idOrName('labels'), 'The label above this one. Default: no change.');
