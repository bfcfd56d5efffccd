import { badRequest } from '../refusal';
import type { Tree } from '../store/tree';
import type { TreeEntry } from '../store/types';

/**
 * Checks a new parent: it must exist and must not lie below the entry itself.
 * @param entry the entry that moves; undefined for a new one
 * @throws Refusal 400
 */
export function checkMove<Entry extends TreeEntry>(
	tree: Tree<Entry>,
	entry: Entry | undefined,
	parentId: number | null | undefined,
): void {
	if (parentId === undefined || parentId === null) return;
	if (!tree.has(parentId)) throw badRequest('parent_id is unknown');
	if (entry && tree.isWithin(parentId, entry.id)) throw badRequest('parent_id lies below the entry');
}
