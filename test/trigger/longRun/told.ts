/** A ticket's fields of which Ticket Changed tells (docs/trigger.md, "What you get"). */
export const CHANGE_FIELDS = [
	'status_cd',
	'assignee',
	'color_cd',
	'label_ids',
	'case_category_ids',
	'pending_reason_id',
	'title',
] as const;
export type ChangeField = (typeof CHANGE_FIELDS)[number];

/** What a workflow gets, as far as the ledger looks at it. */
export type Told = Record<ChangeField, unknown> & {
	event: string;
	ticket_id: number;
	message_box_id: number;
	created_at: string;
	last_updated_at: string;
	messages?: unknown[];
	message?: { message_id: number; action_cd: string; created_at: string; sent_at: string };
	changes?: Partial<Record<ChangeField, { from: unknown; to: unknown }>>;
};

export function describe({ event, ticket_id, message, changes }: Told): string {
	return `${event} ${ticket_id} ${message?.message_id ?? ''} ${changes === undefined ? '' : text(changes)}`.trim();
}

export function same(a: unknown, b: unknown): boolean {
	return text(a) === text(b);
}

export function text(value: unknown): string {
	return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
}
