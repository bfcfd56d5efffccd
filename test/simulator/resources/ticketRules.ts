/** Rules about tickets that several endpoints share. */
import type { TicketStatus } from '../enums';
import { badRequest } from '../refusal';
import type { InboxContents } from '../store/Directory';
import type { Store } from '../store/Store';
import type { Tree } from '../store/tree';
import type { PendingReason, TreeEntry } from '../store/types';

/** @throws Refusal 400 when a mention name is given that no user has */
export function checkUser(store: Store, field: string, mentionName: string | null | undefined): void {
	if (mentionName !== undefined && mentionName !== null && !store.users.has(mentionName)) {
		throw badRequest(`${field} is unknown`);
	}
}

/** @throws Refusal 400 when an id is given that the inbox does not have */
export function checkEntries<Entry extends TreeEntry>(
	tree: Tree<Entry>,
	field: string,
	ids: number[] | undefined,
): void {
	if (ids?.some((id) => !tree.has(id))) throw badRequest(`${field} holds an unknown id`);
}

/**
 * Document, ticket update rule 1: a pending reason can be set when the status is `ongoing`.
 * @param status the ticket's status after the request
 * @returns the reason, or undefined when none is given
 * @throws Refusal 400
 */
export function pendingReason(
	{ pendingReasons }: InboxContents,
	id: number | null | undefined,
	status: TicketStatus,
): PendingReason | undefined {
	if (id === undefined || id === null) return undefined;
	const reason = pendingReasons.find((one) => one.pending_reason_id === id);
	if (!reason) throw badRequest('pending_reason_id is unknown');
	if (status !== 'ongoing') throw badRequest('A pending reason needs the status ongoing');
	return reason;
}
