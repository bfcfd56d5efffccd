/** Rules that several endpoints share. */
import type { Context } from '../context';
import type { TicketStatus } from '../enums';
import { badRequest, Refusal } from '../refusal';
import type { PendingReason } from '../store/Directory';

/** @returns the requested page of a list; none after the last one */
export function pageOf<T>({ page: { perPage, page } }: Context, all: T[]): T[] {
	return all.slice((page - 1) * perPage, page * perPage);
}

/** @throws Refusal for an unknown id in the body without which the request cannot be carried out */
export function refuseUnknown({ readings }: Context, field: string): never {
	throw new Refusal(readings.unknownIds === 'notFound' ? 404 : 400, `${field} is missing or unknown`);
}

/** @returns the known ids @throws Refusal when there are unknown ids and the service does not ignore them */
export function knownIds<Ids extends number[] | undefined>(context: Context, field: string, ids: Ids, isKnown: (id: number) => boolean): Ids {
	if (!ids || ids.every(isKnown)) return ids;
	if (context.readings.unknownIds !== 'ignored') refuseUnknown(context, field);
	return ids.filter(isKnown) as Ids;
}

/** The same for a single id; undefined for an ignored id. */
export function knownId<Id extends number | null | undefined>(context: Context, field: string, id: Id, isKnown: (id: number) => boolean): Id | undefined {
	return typeof id === 'number' && knownIds(context, field, [id], isKnown).length === 0 ? undefined : id;
}

/** The same for the mention name of a user. */
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
	const { pendingReasons } = context.inbox();
	const find = (wanted: number) => pendingReasons.find((one) => one.pending_reason_id === wanted);
	const known = knownId(context, 'pending_reason_id', id, (one) => find(one) !== undefined);
	if (known === undefined || known === null) return undefined;
	if (status !== 'ongoing') throw badRequest('A pending reason needs the status ongoing');
	return find(known);
}
