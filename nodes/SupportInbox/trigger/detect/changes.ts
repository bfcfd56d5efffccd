import type { TicketSummary } from '../api';
import { hashOfTitle } from '../memory/encoding/shapes';
import type { ChangeField, ForgottenTitle, MessageMemory, Snapshot, TicketMemory } from '../memory/model';
import { CHANGE_FIELDS } from '../memory/model';

/** What a field was and is; `from` is null for a title of which only the hash was kept, to save room. */
export type Changes = Partial<Record<ChangeField, { from: unknown; to: unknown }>>;

/** @returns what is remembered of how a ticket looks */
export function snapshotOf(ticket: TicketSummary): Snapshot {
	return {
		status_cd: ticket.status_cd,
		assignee: ticket.assignee ?? null,
		color_cd: ticket.color_cd ?? null,
		label_ids: [...(ticket.label_ids ?? [])],
		case_category_ids: [...(ticket.case_category_ids ?? [])],
		pending_reason_id: ticket.pending_reason_id ?? null,
		title: ticket.title ?? '',
	};
}

/**
 * @param fields the fields that matter; empty: all
 * @returns the net difference between two snapshots of a ticket, null when there is none
 */
export function differences(before: Snapshot, after: Snapshot, fields: readonly ChangeField[]): Changes | null {
	const changes: Changes = {};
	for (const field of fields.length > 0 ? fields : CHANGE_FIELDS) {
		if (isSame(before[field], after[field])) continue;
		changes[field] = { from: shown(before[field]), to: shown(after[field]) };
	}
	return Object.keys(changes).length > 0 ? changes : null;
}

/** Whether a ticket looks as it did, also in the order of its ids. */
export function looksAsBefore(before: Snapshot, now: TicketSummary | Snapshot): boolean {
	return (
		before.status_cd === now.status_cd &&
		before.assignee === (now.assignee ?? null) &&
		before.color_cd === (now.color_cd ?? null) &&
		before.pending_reason_id === (now.pending_reason_id ?? null) &&
		isSameList(before.label_ids, now.label_ids ?? []) &&
		isSameList(before.case_category_ids, now.case_category_ids ?? []) &&
		isSame(before.title, now.title ?? '')
	);
}

/** Whether the same is remembered of a ticket. A title of which only the hash was kept is the same as its text. */
export function isAsBefore(before: TicketMemory, { created, updated, settled, snapshot, messages }: TicketMemory): boolean {
	return (
		before.created === created &&
		before.updated === updated &&
		before.settled === settled &&
		before.snapshot !== null &&
		snapshot !== null &&
		looksAsBefore(before.snapshot, snapshot) &&
		isSameMessages(before.messages, messages)
	);
}

function isSameMessages(before: MessageMemory | null, now: MessageMemory | null): boolean {
	if (before === null || now === null || before === now) return before === now;
	const { from, readAt, latestFutureSentAt, done } = before;
	return from === now.from && readAt === now.readAt && latestFutureSentAt === now.latestFutureSentAt && isSameList(done, now.done);
}

function isSameList(before: readonly number[], now: readonly number[]): boolean {
	return before.length === now.length && before.every((id, place) => id === now[place]);
}

type Value = Snapshot[ChangeField];

/** Ids are sets: their order says nothing. */
function isSame(before: Value, after: Value): boolean {
	if (Array.isArray(before) && Array.isArray(after)) {
		return before.length === after.length && new Set([...before, ...after]).size === before.length;
	}
	if (isForgotten(before) || isForgotten(after)) return hashOf(before) === hashOf(after);
	return before === after;
}

function shown(value: Value): Exclude<Value, ForgottenTitle> {
	return isForgotten(value) ? null : value;
}

function isForgotten(value: Value): value is ForgottenTitle {
	return typeof value === 'object' && value !== null && 'titleHash' in value;
}

function hashOf(value: Value): string {
	return isForgotten(value) ? value.titleHash : hashOfTitle(String(value));
}
