/** Rules that several endpoints share. */
import type { ContractOperation } from '../../contract/contract';
import { listNamedBy, type List } from '../../contract/lists';
import type { Context } from '../context';
import type { TicketStatus } from '../enums';
import { badRequest } from '../refusal';
import { treeOf, type PendingReason } from '../store/Directory';
import type { Tree, TreeEntry } from '../store/tree';

/** @returns the requested page of a list; none after the last one */
export function pageOf<T>({ page: { perPage, page } }: Context, all: T[]): T[] {
	return all.slice((page - 1) * perPage, page * perPage);
}

/** @throws Refusal for an unknown id in the body */
export function refuseUnknown(field: string): never {
	throw badRequest(`${field} is missing or unknown`);
}

/** @throws Refusal for a write with an unknown id of a row: of a label, a mail account, or of whatever list the contract has */
export function checkRows(context: Context, operation: ContractOperation): void {
	if (operation.segments.at(-1) === 'search') return;
	for (const [field, value] of Object.entries(context.body)) {
		const list = listNamedBy(field, operation);
		if (!list || value === null) continue;
		const ids = [value].flat() as number[];
		if (!ids.every((id) => hasRow(context, list, id))) refuseUnknown(field);
	}
}

function hasRow(context: Context, list: List, id: number): boolean {
	const contents = list.owner === 'message_box_id' ? context.inbox() : context.addressBook();
	const { [treeOf(list) ?? list.name]: rows } = contents as unknown as Record<string, Tree<TreeEntry> | Array<Record<string, unknown>>>;
	return Array.isArray(rows) ? rows.some((row) => row[list.key] === id) : rows.has(id);
}

/** @throws Refusal if a field of the body names a user that there is not */
export function checkUser({ body, store }: Context, field: string): void {
	const { [field]: mentionName } = body;
	if (typeof mentionName === 'string' && !store.users.has(mentionName)) refuseUnknown(field);
}

/**
 * Document, ticket update rule 1: a pending reason can be set when the status is `ongoing`.
 * @param status the ticket's status after the request
 * @returns the reason, or undefined when there is none
 * @throws Refusal 400
 */
export function pendingReason(context: Context, id: number | null | undefined, status: TicketStatus): PendingReason | undefined {
	if (id === undefined || id === null) return undefined;
	if (status !== 'ongoing') throw badRequest('A pending reason needs the status ongoing');
	return context.inbox().pendingReasons.find(({ pending_reason_id }) => pending_reason_id === id);
}
