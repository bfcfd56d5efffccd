/** Rules that several endpoints share. */
import type { ContractOperation } from '../../contract/contract';
import { listNamedBy, type List } from '../../contract/lists';
import type { Context } from '../context';
import type { TicketStatus } from '../enums';
import { badRequest, Refusal } from '../refusal';
import { treeOf, type PendingReason } from '../store/Directory';
import type { Tree, TreeEntry } from '../store/tree';

/** @returns the requested page of a list; none after the last one */
export function pageOf<T>({ page: { perPage, page } }: Context, all: T[]): T[] {
	return all.slice((page - 1) * perPage, page * perPage);
}

/** @throws Refusal for an unknown id in the body without which the request cannot be carried out */
export function refuseUnknown({ readings }: Context, field: string): never {
	throw new Refusal(readings.unknownIds === 'notFound' ? 404 : 400, `${field} is missing or unknown`);
}

/**
 * The body of a write, whose ids of rows (labels, mail accounts, and of whatever list the contract has) are known.
 * @returns it without unknown ids, if the service ignores them and can do without the field @throws Refusal otherwise
 */
export function withKnownRows(context: Context, operation: ContractOperation): Context['body'] {
	if (operation.segments.at(-1) === 'search') return context.body;
	const known = ([field, value]: [string, unknown]): Array<[string, unknown]> => {
		const list = listNamedBy(field, operation);
		if (!list || value === null) return [[field, value]];
		const ids = [value].flat() as number[];
		const there = ids.filter((id) => hasRow(context, list, id));
		if (there.length === ids.length) return [[field, value]];
		if (context.readings.unknownIds !== 'ignored' || operation.body?.required?.includes(field)) refuseUnknown(context, field);
		return Array.isArray(value) ? [[field, there]] : [];
	};
	return Object.fromEntries(Object.entries(context.body).flatMap(known));
}

function hasRow(context: Context, list: List, id: number): boolean {
	const contents = list.owner === 'message_box_id' ? context.inbox() : context.addressBook();
	const { [treeOf(list) ?? list.name]: rows } = contents as unknown as Record<string, Tree<TreeEntry> | Array<Record<string, unknown>>>;
	return Array.isArray(rows) ? rows.some((row) => row[list.key] === id) : rows.has(id);
}

/** @returns the id of an entry of a tree, null where that is none; undefined for an ignored id @throws Refusal for an unknown one */
export function knownParent(context: Context, entries: Tree<TreeEntry>, id: number | null | undefined): number | null | undefined {
	if (typeof id !== 'number' || entries.has(id)) return id;
	return context.readings.unknownIds === 'ignored' ? undefined : refuseUnknown(context, 'parent_id');
}

/** @returns the mention name of a user; undefined for an ignored one @throws Refusal for an unknown one */
export function knownUser<Name extends string | null | undefined>(context: Context, field: string, mentionName: Name): Name | undefined {
	if (typeof mentionName !== 'string' || context.store.users.has(mentionName)) return mentionName;
	return context.readings.unknownIds === 'ignored' ? undefined : refuseUnknown(context, field);
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
