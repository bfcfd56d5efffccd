/** Labels (sections "Inbox-scoped lists" and "Labels (write)"). */
import { badRequest, notFound } from '../refusal';
import { noContent, ok, pageOf } from '../respond';
import type { Context, Handlers } from '../context';
import type { Label } from '../store/types';
import { checkNeeded } from './ticketRules';
import { checkedParent } from './treeRules';

type Fields = Partial<Pick<Label, 'name' | 'color'> & { parent_id: number }>;

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

function list(context: Context) {
	const { labels } = context.inbox();
	return pageOf(context, labels.all(), (label) => ({
		label_id: label.id,
		name: labels.fullName(label),
		color: label.color,
		parent_id: label.parent_id,
	}));
}

export const labels: Handlers = { listLabels: list, createLabel: create, updateLabel: update };
