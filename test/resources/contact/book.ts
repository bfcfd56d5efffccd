import type { INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../../simulator';

/** The parameters of a contact operation in address book 11. */
export function contact(operation: string, parameters: INodeParameters = {}): INodeParameters {
	return {
		resource: 'contact',
		operation,
		customerGroupId: { __rl: true, mode: 'id', value: '11' },
		...parameters,
	};
}

const FIRST = ['lastName', 'firstName', 'tel', 'companyName'];

/** The values of a contact where the editor stores them: a few beside the key, the others in the collection. */
export function fields(collection: string, values: object, first: readonly string[] = FIRST): INodeParameters {
	const entries = Object.entries(values);
	const isFirst = ([name]: [string, unknown]) => first.includes(name);
	return {
		...Object.fromEntries(entries.filter(isFirst)),
		[collection]: Object.fromEntries(entries.filter((entry) => !isFirst(entry))),
	};
}

/** The same of a new contact, which has no lists that something could be added to. */
export const newFields = (values: object) => fields('createContactFields', values, [...FIRST, 'emails', 'tels']);

/** Rows of an e-mail or phone field as the editor stores them. */
export function rows(entry: 'email' | 'tel', ...texts: string[]): INodeParameters {
	return { values: texts.map((text) => ({ [entry]: text })) };
}

/** Custom items as the editor stores them. */
export function items(...given: Array<[number: unknown, value: unknown]>): INodeParameters {
	return { values: given.map(([number, value]) => ({ number, value }) as INodeParameters) };
}

/** The address book that the tests write to. */
export function bookOf({ store }: Simulator) {
	return store.addressBook(11).contacts;
}

/** What a contact that has no values yet gets sent back with an update. */
export const SENT_BACK = { gender_cd: 9, emails: [], archived_emails: [], tels: [], archived_tels: [], badge_ids: [] };

/** Paths of address book 11 below `/api/v2/`, with the key encoded as it must leave. */
export const byCode = (encoded: string) => `customer_groups/11/customers/system_id1/${encoded}`;
export const byEmail = (encoded: string) => `customer_groups/11/customers/email/${encoded}`;
export const CREATE = 'customer_groups/11/customers/create';
