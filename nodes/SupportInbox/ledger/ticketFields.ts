/** The TypeScript type of each kind of value. */
interface ValueOf {
	id: number;
	ids: number[];
	idOrNone: number | null;
	text: string;
	textOrNone: string | null;
	time: string;
}

/**
 * - `type`: what the field holds.
 * - `watched`: what people call the field. Ticket Changed watches the fields that have it, and offers them by this name.
 */
interface TicketField {
	type: keyof ValueOf;
	watched?: string;
}

/**
 * The fields of a ticket (API document, Ticket: summary), the most useful first. Types, comparisons, the stored memory,
 * choices and output are all derived from this list.
 */
export const TICKET_FIELDS = {
	ticket_id: { type: 'id' },
	title: { type: 'text', watched: 'Title' },
	status_cd: { type: 'text', watched: 'Status' },
	assignee: { type: 'textOrNone', watched: 'Assignee' },
	pending_reason_id: { type: 'idOrNone', watched: 'Pending Reason' },
	label_ids: { type: 'ids', watched: 'Labels' },
	case_category_ids: { type: 'ids', watched: 'Classifications' },
	created_at: { type: 'time' },
	last_updated_at: { type: 'time' },
	color_cd: { type: 'textOrNone', watched: 'Color' },
} as const satisfies Record<string, TicketField>;

type TicketFields = typeof TICKET_FIELDS;

/** A ticket as the search returns it. Times are ISO 8601. */
export type TicketSummary = { -readonly [Name in keyof TicketFields]: ValueOf[TicketFields[Name]['type']] };

/** A field that Ticket Changed watches. */
export type WatchedField = { [Name in keyof TicketFields]: TicketFields[Name] extends { watched: string } ? Name : never }[keyof TicketFields];

/** The field's entry in the list, in its general type. */
export const describedField = (name: WatchedField): TicketField => TICKET_FIELDS[name];

export const WATCHED = (Object.keys(TICKET_FIELDS) as Array<keyof TicketFields>).filter((name): name is WatchedField => 'watched' in TICKET_FIELDS[name]);

/** @returns the value that an empty field has */
export function emptyValueOf(name: WatchedField): unknown {
	const { type } = TICKET_FIELDS[name];
	if (type === 'ids') return [];
	return type === 'text' ? '' : null;
}
