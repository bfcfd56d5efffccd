/**
 * The points that the API document leaves open, with named readings for each. docs/api-assumptions.md says for each what the
 * node does, and `npm run probe` asks a real service.
 */

/** One open point. */
interface OpenPoint {
	/** the simulator takes the first reading: as clients of the service show it, else the nearest to the document */
	values: readonly [string, ...string[]];
	/** what the document says or does not say about it */
	open: string;
}

/**
 * The simulator follows each of these readings, because the node acts by them. A test chooses them with `startSimulator` or
 * `simulator.setReadings`; test/harness/readings.ts runs a test in all of them.
 */
export const READINGS = {
	contactKeyOfAnother: {
		values: ['accepted', 'refused'],
		open: 'A customer code or address of another record is refused on create; for update nothing is said.',
	},
	contactUpdateOmission: {
		values: ['keep', 'clear'],
		open: '"Effect of omitting a field on update: not shown."',
	},
	contactEmptyText: {
		values: ['empty', 'null'],
		open: '"Unset optional values are returned as null"; how an empty text comes back is not said.',
	},
	emailKeyCase: {
		values: ['sensitive', 'insensitive'],
		open: 'Whether an address finds a record, or is taken already, when its letters differ in case is not said.',
	},
	customItemNames: {
		values: ['custom_item', 'custom_'],
		open: 'The example shows custom_item1, the table custom_01; "which one is returned: not shown".',
	},
	memoPendingReason: {
		values: ['keeps', 'removes'],
		open: 'A memo has no `pending_reason_id`; whether one with status ongoing takes the reason of a ticket on hold away is not said.',
	},
	labelUpdate: {
		values: ['keeps', 'replaces'],
		open: 'Whether an update of a label or classification keeps a color, parent or `archived` that it leaves out is not said.',
	},
	reasonAfterReturn: {
		values: ['goes', 'stays'],
		open: 'A ticket that returns from snooze becomes open; whether its pending reason goes is not said.',
	},
	emptyComments: {
		values: ['written', 'leftOut'],
		open: '`assign_comment` and `snooze_comment` make comments; whether an assignee or a snooze without one makes an empty comment is not said.',
	},
	messageCriteria: {
		values: ['sameMessage', 'anyMessage'],
		open: 'Whether one message must fulfil channel, state, id and period together is not said.',
	},
	searchOrder: {
		values: ['created', 'updated'],
		open: '"Newest first": by which time is not said.',
	},
	lastUpdatedMoves: {
		values: ['messagesAndEdits', 'messages', 'edits', 'never'],
		open: 'What moves `last_updated_at` of a ticket is not said.',
	},
	lastUpdatedByComments: {
		values: ['moves', 'stays'],
		open: 'Whether a comment moves `last_updated_at` of its ticket, as edits may, is not said.',
	},
	transcriptMethod: {
		values: ['GET', 'POST', 'both'],
		open: '"The documented method is GET while the sample request uses POST; which method the service accepts: not shown."',
	},
	attachmentAnswer: {
		values: ['file', 'address', 'redirect'],
		open: 'The document shows the file; clients of the service have seen JSON with an address of the file.',
	},
	limitPer: {
		values: ['token', 'tenant'],
		open: '"60 requests per minute": for whom is not said.',
	},
	/** `some`: new fields at once; a ticket of an unknown channel and state only if this is chosen at the start */
	laterAdditions: {
		values: ['none', 'some'],
		open: 'The list of changes shows that channels, states and fields were added; that answers hold unknown ones is not said.',
	},
	timeOffset: {
		values: ['Z', '+09:00', '-05:00'],
		open: '"Timestamps are strings in ISO 8601 form": the offset is not said.',
	},
	timePrecision: {
		values: ['s', 'ms'],
		open: '"Timestamps are strings in ISO 8601 form": how finely is not said.',
	},
} as const satisfies Record<string, OpenPoint>;

/**
 * The simulator follows the first of these readings only, the strictest that no client contradicts: the node does the same by
 * the others, or passes on what the service answers.
 */
const READ_ONE_WAY = {
	contactEmailLookup: {
		values: ['activeAndArchived', 'active'],
		open: 'Whether a record is also found by an archived email address is not said.',
	},
	memoStatus: {
		values: ['closes', 'keeps'],
		open: '`status_cd` of a memo has the default closed; the table of states speaks of new tickets only.',
	},
	memoFields: {
		values: ['needed', 'optional'],
		open: '"Required marks of individual parameters: not shown": a memo without subject, operated_at, duration or body.',
	},
	mailFields: {
		values: ['needed', 'optional'],
		open: '"Required marks of individual parameters: not shown": a mail without one of its six fields, a reply without message_id.',
	},
	otherFields: {
		values: ['needed', 'optional'],
		open: '"Required marks of individual parameters: not shown": last_name of a contact, color of a label, category of a template search.',
	},
	limitsNotShown: {
		values: ['none', 'some'],
		open: '"Length limits of address1 and address2, and number limit of badge_ids: not shown."',
	},
	lengthUnit: {
		values: ['codePoints', 'utf16', 'bytes'],
		open: '"Max 255 chars": what counts as a character is not said.',
	},
	writtenName: {
		values: ['own', 'path'],
		open: 'Names of labels and classifications are "written as" paths; whether a name in a create or update is one is not said.',
	},
	earlierLabelColors: {
		values: ['refused', 'accepted'],
		open: '"An earlier revision listed yellow and pink"; whether they are still taken is not said.',
	},
	unknownIds: {
		values: ['badRequest', 'notFound', 'ignored'],
		open: 'Whether an unknown id in a body is a wrong parameter (400) or a missing resource (404), or is left out, is not said.',
	},
	dependentFields: {
		values: ['refused', 'ignored'],
		open: 'What snooze fields do without a reason that snoozes, a comment without assignee, a snooze time of the past is not said.',
	},
	snoozeOmission: {
		values: ['resets', 'keeps'],
		open: '"When neither is given, the default snooze time applies"; whether also to a ticket that is snoozed already is not said.',
	},
	snoozeTermAndTime: {
		values: ['refused', 'accepted'],
		open: '"Whether snooze_term and snooze_time may be given together: not shown."',
	},
	approvalRequiredOmission: {
		values: ['false', 'keep'],
		open: '`approval_required` has the default false; whether leaving it out of an update clears it is not said.',
	},
	hasAttachmentsFalse: {
		values: ['refused', 'any', 'without'],
		open: '"true selects tickets with attachments"; what false selects is not said.',
	},
	emptyFilterList: {
		values: ['refused', 'ignored', 'selectsNothing'],
		open: 'What an empty list in a ticket search selects is not said.',
	},
	dateDay: {
		values: ['included', 'excluded'],
		open: '"Up to `date`", whose time of day is ignored: whether messages of that day belong to the period is not said.',
	},
	farUntil: {
		values: ['refused', 'accepted'],
		open: 'Up to which year a search takes times is not said; 9999 in UTC may be 10000 where the tenant is.',
	},
	/** not a parameter of the document, but a public client sends it */
	lastUpdatedSince: {
		values: ['refused', 'ignored', 'known'],
		open: 'The ticket search has no `last_updated_since`; what it does with a parameter that the document does not have is not said.',
	},
	tenantZone: {
		values: ['+09:00', 'Z', '-05:00'],
		open: 'In which time zone "today 17:00" or the day of `date` lies is not said.',
	},
	tenantLists: {
		values: ['whole', 'wholeThenEmpty', 'wholeThenRefused', 'pages'],
		open: '"Pagination of the message_boxes and customer_groups lists: not shown."',
	},
	pastLastPage: {
		values: ['empty', 'badRequest', 'notFound'],
		open: 'What a page after the last one holds is not said.',
	},
	perPageAboveMax: {
		values: ['refused', 'capped'],
		open: '"Behavior when per_page exceeds its maximum: not shown."',
	},
	deletedUsers: {
		values: ['listed', 'leftOut'],
		open: '`deleted` is a user state; whether the list holds such users is not said.',
	},
} as const satisfies Record<string, OpenPoint>;

/** All open points, as the probe asks for them. */
export const OPEN_POINTS = { ...READINGS, ...READ_ONE_WAY };

export type PointName = keyof typeof OPEN_POINTS;

export const POINT_NAMES = Object.keys(OPEN_POINTS) as PointName[];

export type ReadingName = keyof typeof READINGS;

/** A value for each point of which the simulator follows several readings. */
export type Readings = { [Name in ReadingName]: (typeof READINGS)[Name]['values'][number] };

export const READING_NAMES = Object.keys(READINGS) as ReadingName[];

/** @returns all readings: the defaults, replaced by the given ones @throws for an unknown value of a reading */
export function readingsWith(given: Partial<Readings>): Readings {
	const chosen = READING_NAMES.map((name) => {
		const values: readonly string[] = READINGS[name].values;
		const value = given[name] ?? values[0];
		if (!values.includes(value)) throw new Error(`${name} is one of ${values.join(', ')}, not ${value}`);
		return [name, value];
	});
	return Object.fromEntries(chosen) as Readings;
}
