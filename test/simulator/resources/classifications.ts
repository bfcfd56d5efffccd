/** Ticket classifications (sections "Inbox-scoped lists" and "Ticket classifications (write)"). */
import { badRequest, notFound } from '../refusal';
import { noContent, ok, pageOf } from '../respond';
import type { Context, Route } from '../router';
import type { Classification } from '../store/types';
import { boolean, integer, nullable, text } from '../validate';
import { checkedParent } from './treeRules';

type Fields = Partial<Pick<Classification, 'name' | 'parent_id' | 'archived'>>;

function create(context: Context) {
	const { classifications, inbox } = context.inbox();
	const { name, ...given } = context.body as Fields;
	if (!name) throw badRequest('name is missing');
	const parent_id = checkedParent(context, classifications, undefined, given.parent_id);
	if (parent_id && classifications.get(parent_id)?.archived) {
		throw badRequest('An archived classification cannot be the parent');
	}
	const created = context.store.addClassification(inbox.message_box_id, { name, parent_id });
	return ok({ case_category_id: created.id });
}

function update(context: Context) {
	const { classifications } = context.inbox();
	const entry = classifications.get(context.id('case_category_id'));
	if (!entry) throw notFound('Ticket classification');
	const fields = context.body as Fields;
	if (fields.name === '') throw badRequest('name is empty');
	const parent_id = checkedParent(context, classifications, entry, fields.parent_id);
	Object.assign(entry, fields, { parent_id: parent_id === undefined ? entry.parent_id : parent_id });
	return noContent();
}

export const classificationRoutes: Route[] = [
	{
		method: 'GET',
		path: ':message_box_id/case_categories',
		paging: { default: 30, max: 100 },
		handle: (context) => {
			const { classifications } = context.inbox();
			return pageOf(context, classifications.all(), (entry) => ({
				case_category_id: entry.id,
				name: classifications.fullName(entry),
				parent_id: entry.parent_id,
				archived: entry.archived,
			}));
		},
	},
	{
		method: 'POST',
		path: ':message_box_id/case_categories',
		body: { name: text({ max: 255 }), parent_id: integer() },
		handle: create,
	},
	{
		method: 'PUT',
		path: ':message_box_id/case_categories/:case_category_id',
		body: { name: text({ max: 255 }), parent_id: nullable(integer()), archived: boolean() },
		handle: update,
	},
];
