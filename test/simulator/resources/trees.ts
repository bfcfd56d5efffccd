/** Labels and ticket classifications, the trees of an inbox (sections "Inbox-scoped lists", "Labels (write)", "Ticket classifications (write)"). */
import type { Context, Handlers } from '../context';
import { badRequest, notFound } from '../refusal';
import { filled, type Classification, type Label } from '../store/Directory';
import type { Tree, TreeEntry } from '../store/tree';
import { pageOf, refuseUnknown } from './rules';

type Fields = Partial<Pick<Label, 'name' | 'color'> & Pick<Classification, 'parent_id' | 'archived'>>;

interface Kind {
	tree: 'labels' | 'classifications';
	/** name of the id */
	id: 'label_id' | 'case_category_id';
	/** the noun for the "not found" message */
	name: string;
	/** the values of omitted fields after an update that replaces the entry; the name stays */
	unset: Fields;
}

const LABELS: Kind = { tree: 'labels', id: 'label_id', name: 'Label', unset: { color: 'gray_01', parent_id: null } };
const CLASSIFICATIONS: Kind = { tree: 'classifications', id: 'case_category_id', name: 'Ticket classification', unset: { parent_id: null, archived: false } };

const entriesOf = (context: Context, { tree }: Kind): Tree<TreeEntry> => context.inbox()[tree];

/**
 * @returns own name and parent in the body, undefined where it lacks them
 * @throws Refusal where there is no such parent, or it lies below the entry itself
 */
function placeOf(context: Context, kind: Kind, entry?: number): Pick<Fields, 'name' | 'parent_id'> {
	const entries = entriesOf(context, kind);
	const { name, parent_id } = context.body as Fields;
	if (name === '') throw badRequest('name is empty');
	if (typeof parent_id === 'number' && !entries.has(parent_id)) refuseUnknown('parent_id');
	if (entry !== undefined && typeof parent_id === 'number' && entries.isWithin(parent_id, entry)) throw badRequest('the parent lies below the entry');
	return { name, parent_id };
}

const list = (kind: Kind) => (context: Context) => {
	const entries = entriesOf(context, kind);
	return pageOf(context, entries.all()).map((entry) => ({ ...entry, [kind.id]: entry.id, name: entries.fullName(entry) }));
};

const create = (kind: Kind) => (context: Context) => {
	const { inbox, classifications } = context.inbox();
	const { name, parent_id } = placeOf(context, kind);
	if (!name) throw badRequest('name is missing');
	const input = { name, color: (context.body as Fields).color, parent_id };
	if (kind === LABELS) return { label_id: context.store.addLabel(inbox.message_box_id, input).id };
	if (classifications.get(input.parent_id ?? 0)?.archived) throw badRequest('An archived classification cannot be the parent');
	return { case_category_id: context.store.addClassification(inbox.message_box_id, input).id };
};

const update = (kind: Kind) => (context: Context) => {
	const entry = entriesOf(context, kind).get(context.id(kind.id));
	if (!entry) throw notFound(kind.name);
	const { color, archived } = context.body as Fields;
	const written = filled({}, { color, archived, ...placeOf(context, kind, entry.id) });
	Object.assign(entry, context.readings.labelUpdate === 'replaces' ? kind.unset : {}, written);
};

export const trees: Handlers = {
	listLabels: list(LABELS),
	createLabel: create(LABELS),
	updateLabel: update(LABELS),
	listCaseCategories: list(CLASSIFICATIONS),
	createCaseCategory: create(CLASSIFICATIONS),
	updateCaseCategory: update(CLASSIFICATIONS),
};
