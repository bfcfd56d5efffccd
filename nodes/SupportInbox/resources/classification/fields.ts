import { idOrName, orNone } from '../../fields/rules';
import { parentFieldOf, parentOfNew } from '../named';

/** An archived classification cannot be the parent on create. */
export const parentField = parentFieldOf(
	'getClassifications',
	parentOfNew('classifications'),
	'The classification above this one. Default: none.',
);

export const parentOrNoneField = parentFieldOf(
	'getClassificationsOrNone',
	orNone(idOrName('classifications')),
	'The classification above this one, or none for the first level',
);
