/** Labels and ticket classifications, the trees of an inbox (sections "Inbox-scoped lists", "Labels (write)", "Ticket classifications (write)"). */
import type { Context, Handlers } from '../context';
import { badRequest, notFound } from '../refusal';
import type { Tree } from '../store/tree';
import type { Classification, Label, TreeEntry } from '../store/types';
import { checkNeeded, knownId, pageOf } from './rules';

type Fields = Partial<Pick<Label, 'name' | 'color'> & Pick<Classification, 'parent_id' | 'archived'>>;

interface Kind {
	tree: 'labels' | 'classifications';
	/** name of the id */
	id: 'label_id' | 'case_category_id';
	/** what one is called when it is not found */
	name: string;
}

const LABELS: Kind = { tree: 'labels', id: 'label_id', name: 'Label' };
const CLASSIFICATIONS: Kind = { tree: 'classifications', id: 'case_category_id', name: 'Ticket classification' };

const entriesOf = (context: Context, { tree }: Kind): Tree<TreeEntry> => context.inbox()[tree];

/** @returns the new parent, which exists and does not lie below the entry itself; undefined when none is given, or one that is ignored */
function checkedParent(context: Context, kind: Kind, entry?: number) {
	const entries = entriesOf(context, kind);
	const known = knownId(context, 'parent_id', (context.body as Fields).parent_id, (id) => entries.has(id));
	if (entry !== undefined && typeof known === 'number' && entries.isWithin(known, entry)) throw badRequest('parent_id lies below the entry');
	return known;
}

const list = (kind: Kind) => (context: Context) => {
	const entries = entriesOf(context, kind);
	return pageOf(context, entries.all()).map((entry) => ({ ...entry, [kind.id]: entry.id, name: entries.fullName(entry) }));
};

const create = (kind: Kind) => (context: Context) => {
	const { inbox, classifications } = context.inbox();
	const { name, color } = context.body as Fields;
	if (!name) throw badRequest('name is missing');
	if (kind === LABELS) checkNeeded(context, 'otherFields', ['color']);
	const input = { name, color, parent_id: checkedParent(context, kind) };
	if (kind === LABELS) return { label_id: context.store.addLabel(inbox.message_box_id, input).id };
	if (classifications.get(input.parent_id ?? 0)?.archived) throw badRequest('An archived classification cannot be the parent');
	return { case_category_id: context.store.addClassification(inbox.message_box_id, input).id };
};

const update = (kind: Kind) => (context: Context) => {
	const entry = entriesOf(context, kind).get(context.id(kind.id));
	if (!entry) throw notFound(kind.name);
	const fields = context.body as Fields;
	if (fields.name === '') throw badRequest('name is empty');
	const parent_id = checkedParent(context, kind, entry.id);
	Object.assign(entry, fields, { parent_id: parent_id === undefined ? entry.parent_id : parent_id });
};

export const trees: Handlers = {
	listLabels: list(LABELS),
	createLabel: create(LABELS),
	updateLabel: update(LABELS),
	listCaseCategories: list(CLASSIFICATIONS),
	createCaseCategory: create(CLASSIFICATIONS),
	updateCaseCategory: update(CLASSIFICATIONS),
};
