import type { INodeProperties } from 'n8n-workflow';

import { dropdown, dropdowns } from '../../fields/dropdown';
import type { Rule } from '../../fields/rules';
import { ids, oneOf, pathText, text, textIfAny, textOr } from '../../fields/rules';
import { bodyField } from '../../fields/sent';
import { clearField } from './clear';
import { MAX_CODE } from './key';
import { rowFields } from './rows';
import { textFields } from './texts';

const GENDERS = [
	{ name: 'Female', value: 2 },
	{ name: 'Male', value: 1 },
	{ name: 'Unknown', value: 9 },
];

const gender: Rule = (value, circumstances) => {
	const word = oneOf(GENDERS.map((choice) => String(choice.value)))(value, circumstances);
	return word === undefined ? undefined : Number(word);
};

/** An empty choice sends nothing: to take all badges away is a choice of its own. */
const someIds: Rule = (value, circumstances) => {
	const given = ids(value, circumstances) as number[] | undefined;
	return given === undefined || given.length === 0 ? undefined : given;
};

const genderField = bodyField('gender_cd', gender, {
	displayName: 'Gender',
	name: 'genderCd',
	type: 'options',
	options: GENDERS,
	default: 9,
	description: 'Gender of the contact; a new contact without one is taken as unknown',
});

const badgesField = bodyField('badge_ids', someIds, dropdowns({
	displayName: 'Badge Names or IDs',
	name: 'badgeIds',
	loads: 'getBadges',
	of: 'customerGroupId',
	description: 'Badges of the contact, which replace all that it has; with none chosen, none is sent',
}));

const codeField: INodeProperties = {
	displayName: 'Customer Code',
	name: 'systemId1',
	type: 'string',
	default: '',
};

/** The writable fields of a new record, by display name (API document, Address-book record). */
export const newRecordFields: INodeProperties[] = byName([
	...textFields(textIfAny, 'When empty, it is not sent.'),
	...rowFields,
	genderField,
	badgesField,
	bodyField('system_id1', textIfAny(MAX_CODE), {
		...codeField,
		description: `The code of the customer in your own system (at most ${MAX_CODE} characters). No two contacts can have the same.`,
	}),
	bodyField('default_assignee', textIfAny(), dropdown({
		displayName: 'Default Assignee Name or ID',
		name: 'defaultAssignee',
		loads: 'getUsers',
		description: 'The user who gets the tickets of this contact',
	})),
]);

/** The fields that change a record that may be there, by display name: an empty text is sent as such. */
const changedFields: INodeProperties[] = [
	...textFields(text, 'When added and left empty, the text is removed from the contact.'),
	...rowFields,
	clearField,
	genderField,
	badgesField,
	bodyField('default_assignee', textOr(null), dropdown({
		displayName: 'Default Assignee Name or ID',
		name: 'defaultAssignee',
		loads: 'getUsersOrNoDefault',
		description: 'The user who gets the tickets of this contact, or nobody',
	})),
];

/** For an update, which can give the record another code. */
export const changedRecordFields: INodeProperties[] = byName([
	...changedFields,
	bodyField('system_id1', text(MAX_CODE), {
		...codeField,
		displayName: 'New Customer Code',
		description: `The code that the contact shall have from now on (at most ${MAX_CODE} characters). When added and left empty, the code is removed.`,
	}),
]);

/** For an upsert, where the customer code is either what the record is found by or a field to set. */
export const upsertedRecordFields: INodeProperties[] = byName([
	...changedFields,
	bodyField('system_id1', pathText(MAX_CODE), {
		...codeField,
		displayOptions: { show: { '/findBy': ['email'] } },
		description: `The code of the customer in your own system (at most ${MAX_CODE} characters). A contact that has this code already is taken for the one that is meant.`,
	}),
]);

function byName(fields: INodeProperties[]): INodeProperties[] {
	return fields.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en', { numeric: true }));
}
