import { optionsOf } from '../../fields/collections';
import { oneOf } from '../../fields/rules';
import { settingField } from '../../fields/sent';
import { addressBookField } from '../../fields/shared/locators';
import { type Outline, formFields } from '../../fields/shared/simplify';
import { formed, isRaw } from '../../output/simplify';
import { isId, record } from '../../transport/client/answer';
import type { Plan } from '../../transport/engine/item';
import { sendRequest } from '../../transport/engine/sendItem';
import { hasStatus } from '../../transport/errors/failure';
import type { Operation } from '../operation';
import { CONTACT, keyFields } from './key';
import { shortLists, withItemNames } from './output';
import { WRITABLE } from './wholeContact';

const IDS = ['customer_id', 'system_id1'];
const SHORT = [...IDS, 'last_name', 'first_name', 'company_name', 'emails', 'tels', 'badge_ids', 'default_assignee'];
const OUTLINE: Outline = { ids: IDS, short: SHORT, others: Object.keys(WRITABLE).filter((name) => !SHORT.includes(name)) };

const ifNotFoundField = settingField(oneOf(['error', 'nothing']), {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [
		{ name: 'Error', value: 'error', description: 'The node fails' },
		{ name: 'Return Nothing', value: 'nothing', description: 'The node returns no item' },
	],
	default: 'nothing',
	description: 'What happens if no such contact exists. Default: Error.',
});

/** The service answers 404 if no record matches, and also if there is no such address book (API document, Errors). */
const getContact: Plan = async (item) => {
	const { items } = await sendRequest(item).catch((error) => {
		const isWanted = item.settings.ifNotFound === 'nothing' && hasStatus(error, 404) && error.failure.ofGateway !== true;
		if (!isWanted) throw error;
		return { items: [] };
	});
	const place = isRaw(item) ? {} : { customer_group_id: Number(item.values.customerGroupId) };
	return items.map((one) => {
		const contact = withItemNames(one.json);
		return { ...one, json: { ...formed(item, contact, OUTLINE, shortLists(contact)), ...place } };
	});
};

/** API document, Address-book records. */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get contact',
	description: 'Read one contact, found by its customer code or an e-mail address',
	method: 'GET',
	path: CONTACT,
	answer: record({ customer_id: isId }),
	plan: getContact,
	fields: [
		addressBookField,
		...keyFields,
		...formFields(OUTLINE, { outputFields: 'contactOutputFields' }),
		optionsOf('getContactOptions', [ifNotFoundField]),
	],
};
