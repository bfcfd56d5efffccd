import { badRequest } from '../refusal';
import type { Context } from '../context';
import type { Tree } from '../store/tree';
import type { TreeEntry } from '../store/types';
import { knownId } from './ticketRules';

/**
 * Checks a new parent: it must exist and must not lie below the entry itself.
 * @param entry the entry that moves; undefined for a new one
 * @returns the parent; undefined when none is given, or one that is ignored
 * @throws Refusal
 */
export function checkedParent<Entry extends TreeEntry, Id extends number | null | undefined>(
	context: Context,
	tree: Tree<Entry>,
	entry: Entry | undefined,
	parentId: Id,
): Id | undefined {
	const known = knownId(context, 'parent_id', parentId, (id) => tree.has(id));
	if (entry && typeof known === 'number' && tree.isWithin(known, entry.id)) throw badRequest('parent_id lies below the entry');
	return known;
}
