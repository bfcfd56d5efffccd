import { type Rule, assignee, exactKey, idOrName, oneOf, several } from '../../fields/rules';
import { type Field, bodyField, settingField, switchField } from '../../fields/sent';
import { dropdown, dropdowns } from '../../loadOptions/dropdown';
import type { FieldCheck } from '../../transport/client/answer';
import { clearButCodeField, clearField } from './change';
import { MAX_CODE } from './key';
import { customFieldsField, oneMoreFields, replacedRowFields, replacing, rowFields, textFields } from './recordFields';

const GENDERS = [
	{ name: 'Female', value: 2 },
	{ name: 'Male', value: 1 },
	{ name: 'Unknown', value: 9 },
];

/** Whether the service takes the value as a gender (API document, Address-book record). */
export const isGender: FieldCheck = (value) => GENDERS.some((gender) => gender.value === value);

const gender: Rule = (value, circumstances) => {
	const word = oneOf(GENDERS)(value, circumstances);
	return word === undefined ? undefined : Number(word);
};

const genderField = bodyField('gender_cd', gender, {
	displayName: 'Gender',
	name: 'genderCd',
	type: 'options',
	options: GENDERS,
	default: 9,
	description: 'Default for a new contact: Unknown',
});

const badges = several(idOrName('badges'));
const badgesChoice = {
	displayName: 'Badge Names or IDs',
	name: 'badgeIds',
	loads: 'getBadges',
	of: 'customerGroupId',
	description: 'Badges that the contact gets',
} as const;
const badgesField = bodyField('badge_ids', badges, dropdowns(badgesChoice));

const defaultAssigneeField = bodyField('default_assignee', assignee, dropdown({
	displayName: 'Default Assignee Name or ID',
	name: 'defaultAssignee',
	loads: 'getUsers',
	description: 'Who gets its tickets',
}));

const codeField = bodyField('system_id1', exactKey(MAX_CODE), {
	displayName: 'Customer Code',
	name: 'systemId1',
	type: 'string',
	default: '',
	description: 'The code of the customer in your own system',
});

const all: Field[] = [...textFields, ...rowFields, customFieldsField, genderField, badgesField, defaultAssigneeField];

/** The fields of most contacts, in the order in which people write them down (API document, Address-book record). */
export const firstFields: Field[] = ['lastName', 'firstName', 'emails', 'tels', 'companyName'].map((name) =>
	all.find((field) => field.name === name)!,
);

const furtherFields = all.filter((field) => !firstFields.includes(field));

/** For a contact that may exist already: entries are added to its lists, and replace them only in fields with that name. */
const ofPresent: Field[] = [
	...textFields,
	...oneMoreFields,
	customFieldsField,
	genderField,
	settingField(badges, dropdowns(badgesChoice)),
	defaultAssigneeField,
];
export const firstChangedFields: Field[] = ['lastName', 'firstName', 'tel', 'companyName'].map((name) =>
	ofPresent.find((field) => field.name === name)!,
);
const furtherOfPresent: Field[] = [
	...ofPresent.filter((field) => !firstChangedFields.includes(field)),
	...replacedRowFields,
	bodyField('badge_ids', badges, dropdowns(replacing(badgesChoice))),
];

/** The other fields of a new contact. */
export const furtherNewFields: Field[] = [...furtherFields, codeField];

/** The other fields that an update can change, with the customer code. */
export const furtherChangedFields: Field[] = [
	...furtherOfPresent,
	clearField,
	{
		...codeField,
		displayName: 'New Customer Code',
		description: 'The code that the contact gets',
	},
];

/** For Create or Update, where the customer code is either the key or a field to set. */
export const furtherUpsertedFields: Field[] = [
	...furtherOfPresent,
	clearButCodeField,
	codeField,
	switchField('Replace Customer Code', 'replaceCustomerCode', 'Whether a contact found by e-mail gets the code although it has another one'),
];
