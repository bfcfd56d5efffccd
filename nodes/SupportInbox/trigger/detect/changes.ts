import type { TicketSummary } from '../api';
import { hashOfTitle } from '../memory/encoding/shapes';
import type { ChangeField, ForgottenTitle, Snapshot } from '../memory/model';
import { CHANGE_FIELDS } from '../memory/model';

/** What a field was and is; `from` is null for a title whose text was let go to save room. */
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
 * @returns the net difference between two looks at a ticket, null when there is none
 */
export function differences(before: Snapshot, after: Snapshot, fields: readonly ChangeField[]): Changes | null {
	const changes: Changes = {};
	for (const field of fields.length > 0 ? fields : CHANGE_FIELDS) {
		if (isSame(before[field], after[field])) continue;
		changes[field] = { from: shown(before[field]), to: shown(after[field]) };
	}
	return Object.keys(changes).length > 0 ? changes : null;
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
