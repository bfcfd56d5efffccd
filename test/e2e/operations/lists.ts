import { resources } from '../../../nodes/SupportInbox/resources';
import { byId } from '../workflows';
import type { Story, Trial } from './trial';

const page = (perPage: number) => ({ per_page: String(perPage), page: '1' });

/** What the tenant has, and what hangs on an inbox or address book. */
export const lists: Story = {
	trials: {
		'addressBook:getAll': {
			parameters: { returnAll: true },
			sends: [{ method: 'GET', path: '/api/v2/customer_groups' }],
			returns: [{ customer_group_id: 11, name: 'Customers' }, { customer_group_id: 12 }],
		},
		'inbox:getAll': {
			parameters: { returnAll: true },
			sends: [{ method: 'GET', path: '/api/v2/message_boxes' }],
			returns: [{ message_box_id: 101, name: 'Support' }, { name: 'Sales' }, { name: 'Returns' }],
		},
		'badge:getAll': {
			parameters: { customerGroupId: byId(12), limit: 2 },
			sends: [{ method: 'GET', path: '/api/v2/customer_groups/12/badges', query: page(2) }],
			returns: [{ name: 'Partner level 1' }, { name: 'Partner level 2' }],
		},
		'pendingReason:getAll': {
			parameters: { messageBoxId: byId(103), limit: 1 },
			sends: [{ method: 'GET', path: '/api/v2/103/pending_reasons' }],
			returns: [{ name: 'Waiting for the customer', is_snoozed: expect.any(Boolean) }],
		},
		'user:getAll': {
			parameters: { limit: 2, simplify: true },
			sends: [{ method: 'GET', path: '/api/v2/users', query: page(2) }],
			returns: [{ mention_name: 'user01', is_tenant_admin: true }, { mention_name: 'user02' }],
		},
	},
};

/** @returns trials of the lists that no story has: the one request that leaves, and one item */
export function otherLists(stories: Story[]): Story {
	const tried = stories.flatMap(({ trials }) => Object.keys(trials));
	const all = resources.flatMap(({ value, operations }) => operations.map((operation) => [`${value}:${operation.value}`, operation] as const));
	const others = all.filter(([key, { fields }]) => !tried.includes(key) && fields.some(({ name }) => name === 'limit'));
	const trialOf = (path: string): Trial => ({
		parameters: { messageBoxId: byId(103), customerGroupId: byId(12), limit: 1 },
		sends: [{ method: 'GET', path: path.replace('{messageBoxId}', '103').replace('{customerGroupId}', '12'), query: expect.anything() }],
		returns: [{}],
	});
	return { trials: Object.fromEntries(others.map(([key, { path }]) => [key, trialOf(path)])) };
}
