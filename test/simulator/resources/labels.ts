/** Labels (sections "Inbox-scoped lists" and "Labels (write)"). */
import { LABEL_COLORS } from '../enums';
import { badRequest, notFound } from '../refusal';
import { noContent, ok, pageOf } from '../respond';
import type { Context, Route } from '../router';
import type { Label } from '../store/types';
import { integer, oneOf, text } from '../validate';
import { checkNeeded } from './ticketRules';
import { checkedParent } from './treeRules';

type Fields = Partial<Pick<Label, 'name' | 'color'> & { parent_id: number }>;

const FIELDS = { name: text({ max: 255 }), color: oneOf(LABEL_COLORS), parent_id: integer() };

function create(context: Context) {
	const { labels, inbox } = context.inbox();
	const { name, color, parent_id } = context.body as Fields;
	if (!name) throw badRequest('name is missing');
	checkNeeded(context, 'otherFields', ['color']);
	const created = context.store.addLabel(inbox.message_box_id, {
		name,
		color,
		parent_id: checkedParent(context, labels, undefined, parent_id),
	});
	return ok({ label_id: created.id });
}

function update(context: Context) {
	const { labels } = context.inbox();
	const label = labels.get(context.id('label_id'));
	if (!label) throw notFound('Label');
	const fields = context.body as Fields;
	if (fields.name === '') throw badRequest('name is empty');
	const parent_id = checkedParent(context, labels, label, fields.parent_id) ?? label.parent_id;
	Object.assign(label, { ...fields, parent_id });
	return noContent();
}

export const labelRoutes: Route[] = [
	{
		method: 'GET',
		path: ':message_box_id/labels',
		paging: { default: 30, max: 100 },
		handle: (context) => {
			const { labels } = context.inbox();
			return pageOf(context, labels.all(), (label) => ({
				label_id: label.id,
				name: labels.fullName(label),
				color: label.color,
				parent_id: label.parent_id,
			}));
		},
	},
	{ method: 'POST', path: ':message_box_id/labels', body: FIELDS, handle: create },
	{ method: 'PUT', path: ':message_box_id/labels/:label_id', body: FIELDS, handle: update },
];
