import { filled, idOrName, orNone } from '../../fields/rules';
import { parentFieldOf } from '../named';

/**
 * An archived classification cannot be the parent on create. An expression without a value is refused, because the new
 * classification would be on the first level.
 */
export const parentField = parentFieldOf('getClassifications', filled(idOrName('classifications')), 'The classification above this one; on the first level if not added');

export const parentOrNoneField = parentFieldOf('getClassificationsOrNone', orNone(idOrName('classifications')), 'The classification above this one, or none for the first level');
