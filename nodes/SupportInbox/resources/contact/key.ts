import type { IDataObject } from 'n8n-workflow';
import { emailAddress, exactKey, oneOf } from '../../fields/rules';
import { type Field, pathField, settingField } from '../../fields/sent';
import type { Item } from '../../transport/engine/item';

/** API document, Address-book records. */
export const CONTACTS = '/api/v2/customer_groups/{customerGroupId}/customers';

/** The path of a record by its customer code. With Find By Email the path below is used. */
export const CONTACT = `${CONTACTS}/system_id1/{systemId1}`;
const CONTACT_BY_EMAIL = `${CONTACTS}/email/{email}`;

export const MAX_CODE = 255;

/** The fields to find a record by. The choice cannot be an expression, because the engine takes the request's path from it. */
export const keyFields: Field[] = [
	settingField(oneOf(['systemId1', 'email']), {
		displayName: 'Find By',
		name: 'findBy',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Customer Code', value: 'systemId1', description: 'The code of the customer in your own system' },
			{
				name: 'Email',
				value: 'email',
				description: 'One of the e-mail addresses of the contact',
				routing: { request: { url: CONTACT_BY_EMAIL } },
			},
		],
		default: 'email',
		description: 'How the contact is found',
	}),
	pathField(exactKey(MAX_CODE), {
		displayName: 'Customer Code',
		name: 'systemId1',
		type: 'string',
		default: '',
		placeholder: 'e.g. C-1042',
		displayOptions: { show: { findBy: ['systemId1'] } },
		description: 'Exactly as in the address book',
	}),
	pathField(emailAddress, {
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. nathan@example.com',
		displayOptions: { show: { findBy: ['email'] } },
		description: 'One of its addresses',
	}),
];

/** A key of a record: `by` is the API's word in the path (API document, Address-book records). */
export interface ContactKey {
	by: 'system_id1' | 'email';
	value: string;
}

/** @returns the user's key, in the form that its rule returned */
export function keyOf({ values: { email, systemId1 } }: Item): ContactKey {
	return email === undefined ? { by: 'system_id1', value: String(systemId1) } : { by: 'email', value: String(email) };
}

/** @returns the output of a write: success, the address book and the key that the user gave */
export function outcomeOf(item: Item): IDataObject {
	const { by, value } = keyOf(item);
	return { success: true, customer_group_id: Number(item.values.customerGroupId), [by]: value };
}

/** @returns the path of the contacts of the item's address book */
export function bookPathOf({ values }: Pick<Item, 'values'>): string {
	return `/api/v2/customer_groups/${values.customerGroupId}/customers`;
}

/** @returns the path of the contact with the key */
export function pathOf(item: Pick<Item, 'values'>, { by, value }: ContactKey): string {
	return `${bookPathOf(item)}/${by}/${encodeURIComponent(value)}`;
}
