import type { IDataObject } from 'n8n-workflow';
import { updateFieldsOf } from '../../fields/collections';
import { flag, idOrName } from '../../fields/rules';
import { bodyField, pathField } from '../../fields/sent';
import { inboxField } from '../../fields/shared/locators';
import { dropdown } from '../../loadOptions/dropdown';
import { success } from '../../output/success';
import { type FieldCheck, isId, nothing } from '../../transport/client/answer';
import { rejectEmpty } from '../../transport/errors/reject';
import { nameField } from '../named';
import type { Operation } from '../operation';
import { readModifyWrite } from '../readModifyWrite';
import { parentOrNoneField } from './fields';

const classificationField = pathField(idOrName('classifications'), dropdown({
	displayName: 'Classification Name or ID',
	name: 'caseCategoryId',
	loads: 'getClassificationsAndArchived',
	of: 'messageBoxId',
	description: 'The classification to change',
}));

const archivedField = bodyField('archived', flag, {
	displayName: 'Archived',
	name: 'archived',
	type: 'boolean',
	default: true,
	description: 'Whether it is archived. Then it cannot be a parent of new ones; the API document says no more.',
});

const isFlag: FieldCheck = (value) => typeof value === 'boolean';

/** The service rejects an archived parent on create (API document, Ticket classifications (write)), and maybe also on update. */
const isUsableParent = (value: unknown, rows: ReadonlyMap<unknown, IDataObject>) => isId(value) && rows.get(value)?.archived !== true;

/** API document, Ticket classifications (write). */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update classification',
	description: 'Change the name or parent of a ticket classification, archive it or bring it back',
	method: 'PUT',
	path: '/api/v2/{messageBoxId}/case_categories/{caseCategoryId}',
	answer: nothing,
	validate: (item) => rejectEmpty(item, item.body),
	plan: readModifyWrite({ list: 'classifications', slot: 'caseCategoryId', values: { archived: isFlag, parent_id: isUsableParent } }),
	fields: [inboxField, classificationField, updateFieldsOf('updateClassificationFields', [archivedField, nameField, parentOrNoneField])],
	output: [success('messageBoxId', 'caseCategoryId')],
};
