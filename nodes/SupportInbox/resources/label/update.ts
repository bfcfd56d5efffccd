import { updateFieldsOf } from '../../fields/collections';
import { isListedColor } from '../../fields/enumerations';
import { idOrName } from '../../fields/rules';
import { pathField } from '../../fields/sent';
import { inboxField } from '../../fields/shared/locators';
import { dropdown } from '../../loadOptions/dropdown';
import { success } from '../../output/success';
import { isId, nothing } from '../../transport/client/answer';
import { rejectEmpty } from '../../transport/errors/reject';
import { nameField } from '../named';
import type { Operation } from '../operation';
import { readModifyWrite } from '../readModifyWrite';
import { colorField, newParentField } from './fields';

const labelField = pathField(idOrName('labels'), dropdown({
	displayName: 'Label Name or ID',
	name: 'labelId',
	loads: 'getLabels',
	of: 'messageBoxId',
	description: 'The label to change',
}));

/** API document, Labels (write): unlike a classification, a label cannot be moved to the top again. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update label',
	description: 'Change the name, color or parent of a label',
	method: 'PUT',
	path: '/api/v2/{messageBoxId}/labels/{labelId}',
	answer: nothing,
	validate: (item) => rejectEmpty(item, item.body),
	plan: readModifyWrite({ list: 'labels', slot: 'labelId', values: { color: isListedColor, parent_id: isId } }),
	fields: [
		inboxField,
		labelField,
		updateFieldsOf('updateLabelFields', [colorField, nameField, newParentField]),
	],
	output: [success('messageBoxId', 'labelId')],
};
