import { filled, idOrName, orNone, recordName } from '../../fields/rules';
import { bodyField } from '../../fields/sent';
import { dropdown } from '../../loadOptions/dropdown';

const MAX_NAME = 255;

export const nameField = bodyField('name', recordName(MAX_NAME), {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	description: 'Its own name, without its parents',
});

/**
 * An archived classification cannot be the parent on create. An expression without a value is refused, because the new
 * classification would be on the first level.
 */
export const parentField = bodyField('parent_id', filled(idOrName('classifications')), dropdown({
	displayName: 'Parent Name or ID',
	name: 'parentId',
	loads: 'getClassifications',
	of: 'messageBoxId',
	description: 'The classification above this one; on the first level if not added',
}));

export const parentOrNoneField = bodyField('parent_id', orNone(idOrName('classifications')), dropdown({
	displayName: 'Parent Name or ID',
	name: 'parentId',
	loads: 'getClassificationsOrNone',
	of: 'messageBoxId',
	description: 'The classification above this one, or none for the first level',
}));
