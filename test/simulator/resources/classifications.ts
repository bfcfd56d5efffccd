/** Ticket classifications (sections "Inbox-scoped lists" and "Ticket classifications (write)"). */
import { badRequest, notFound } from '../refusal';
import { noContent, ok, pageOf } from '../respond';
import type { Context, Handlers } from '../context';
import type { Classification } from '../store/types';
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

function list(context: Context) {
	const { classifications } = context.inbox();
	return pageOf(context, classifications.all(), (entry) => ({
		case_category_id: entry.id,
		name: classifications.fullName(entry),
		parent_id: entry.parent_id,
		archived: entry.archived,
	}));
}

export const classifications: Handlers = { listCaseCategories: list, createCaseCategory: create, updateCaseCategory: update };
