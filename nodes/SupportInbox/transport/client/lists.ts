import type { IDataObject } from 'n8n-workflow';

/**
 * A list of the service.
 * - `key`: the field that identifies a row; `noun`: what a row is called in a sentence.
 * - `maxPerPage`: how many rows a page may have; undefined for a list without pages, as clients of the service show it for inboxes and
 *   address books (docs/api-assumptions.md).
 * - `separator`: for rows with parents, the text between the names of a path (API document, Label and Ticket classification).
 */
export interface ServiceList {
	path: string;
	key: string;
	noun: string;
	maxPerPage?: number;
	separator?: string;
}

/**
 * The lists of the API document (Endpoints and Limits); a list comes before the lists that depend on it. `{name}` in a path
 * stands for an id. Dropdowns, the lookup of names and Get Many are made from these entries.
 */
export const DOCUMENTED = {
	inboxes: { noun: 'inbox', path: '/api/v2/message_boxes', key: 'message_box_id' },
	addressBooks: { noun: 'address book', path: '/api/v2/customer_groups', key: 'customer_group_id' },
	badges: { noun: 'badge', path: '/api/v2/customer_groups/{customerGroupId}/badges', key: 'badge_id', maxPerPage: 100 },
	classifications: {
		noun: 'classification',
		path: '/api/v2/{messageBoxId}/case_categories',
		key: 'case_category_id',
		maxPerPage: 100,
		separator: ' > ',
	},
	labels: { noun: 'label', path: '/api/v2/{messageBoxId}/labels', key: 'label_id', maxPerPage: 100, separator: '/' },
	mailAccounts: { noun: 'mail account', path: '/api/v2/{messageBoxId}/mail_accounts', key: 'mail_account_id', maxPerPage: 100 },
	pendingReasons: { noun: 'pending reason', path: '/api/v2/{messageBoxId}/pending_reasons', key: 'pending_reason_id' },
	users: { noun: 'user', path: '/api/v2/users', key: 'mention_name', maxPerPage: 100 },
	templates: { noun: 'template', path: '/api/v2/{messageBoxId}/templates', key: 'template_id', maxPerPage: 30 },
} as const satisfies Record<string, ServiceList>;

/** One of the service's lists, by its name here. */
export type ListName = keyof typeof DOCUMENTED;

type ListOf<L extends ServiceList> = L['path'] extends `${string}{${string}` ? (id: number) => ServiceList : () => ServiceList;

/** The same lists with the id of one inbox or address book in the path, for dropdowns and the lookup of names. */
export const LISTS = Object.fromEntries(
	Object.entries(DOCUMENTED).map(([name, list]) => [name, (id?: number) => ({ ...list, path: list.path.replace(/\{\w+\}/, String(id)) })]),
) as unknown as { [Name in ListName]: ListOf<(typeof DOCUMENTED)[Name]> };

/** @returns the slot in a list's path for the id of its inbox or address book; undefined for a list of the tenant */
export function ownerSlotOf(list: ListName): 'messageBoxId' | 'customerGroupId' | undefined {
	return /\{(\w+)\}/.exec(DOCUMENTED[list].path)?.[1] as ReturnType<typeof ownerSlotOf>;
}

/** @returns the name of a list's row, for a user the last and first name; where it has none, `#` and its id, or the mention name */
export function nameOf({ name, template_name, last_name, first_name, ...row }: IDataObject): string {
	const given = [name, template_name, last_name, first_name].filter((part) => part !== '' && ['string', 'number'].includes(typeof part));
	if (given.length > 0) return given.join(' ');
	const [key] = Object.values(DOCUMENTED).map((list) => list.key).filter((id) => id in row);
	return key === 'mention_name' ? String(row[key]) : `#${String(row[key])}`;
}
