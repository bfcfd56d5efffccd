import { resources } from '../../nodes/SupportInbox/resources';
import { operationsAt, SCHEMAS, type JsonSchema } from '../contract/contract';

/** The part of JSON Schema that n8n's editor shows before the first run. */
export type Schema = Pick<JsonSchema, 'type' | 'required'> & { properties?: Record<string, Schema>; items?: Schema; version?: number };

/** The objects of the API document that the output of a resource shows fields of, beside the answers of its own operations. */
const ALSO_SHOWN: Record<string, string[]> = {
	attachment: ['Attachment', 'MessageCreated'],
	chatTranscript: ['MessageCreated'],
	memo: ['Ticket'],
	email: ['Ticket', 'Message'],
	trigger: ['Ticket', 'Message'],
};

function shownBy(resource: string): JsonSchema[] {
	const operations = resources.find(({ value }) => value === resource)?.operations ?? [];
	const answers = operations.flatMap(({ method, path }) => operationsAt(method, path)).flatMap(({ answer }) => answer?.items ?? answer ?? []);
	return [...answers, ...(ALSO_SHOWN[resource] ?? []).map((name) => SCHEMAS[name])];
}

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const texts = { type: 'array', items: text };
const names = { from_name: textOrNull, to_name: textOrNull, from_names: texts, to_names: texts };

/** A ticket in `other_tickets`. */
const OTHER_TICKET: JsonSchema = { type: 'object', properties: { ticket_id: integer, message_box_id: integer, status_cd: text, age_hours: integer } };

/** What an event has besides the fields of its ticket and message. */
const EVENT: JsonSchema = { type: 'object', properties: { comment: SCHEMAS.Comment } };

/** Before and after of each field of a ticket. */
const changes: JsonSchema = {
	type: 'object',
	properties: Object.fromEntries(
		Object.entries(SCHEMAS.Ticket.properties!).map(([name, field]) => [name, { type: 'object', properties: { from: field, to: field, ...names } }]),
	),
};

/** Fields that this package adds, or gives another form than the service, by their place: the last names of a path. */
const OWN: Record<string, JsonSchema> = {
	success: boolean,
	deleted: boolean,
	created: boolean,
	updated: boolean,
	snooze_may_be_reset: boolean,
	approval_may_be_reset: boolean,
	pending_reason_may_be_reset: boolean,
	fields_not_sent: texts,
	matched_by: text,
	before: { type: 'object' },
	after: { type: 'object' },
	deduplicated: boolean,
	archived: boolean,
	cc: textOrNull,
	skipped: boolean,
	reason: text,
	event: text,
	changes,
	channel: text,
	waiting_since: text,
	// Whatever field of the ticket it is.
	'ticket changes': { type: 'object' },
	'ticket waiting_since': textOrNull,
	first_received_at: textOrNull,
	first_reply_at: textOrNull,
	first_reply_minutes: { type: ['integer', 'null'] },
	count: integer,
	at_least: boolean,
	received_count: integer,
	sent_count: integer,
	draft_count: integer,
	drafts_sent_unchanged: integer,
	draft_similarity: { type: ['number', 'null'] },
	last_received_at: textOrNull,
	last_sent_at: textOrNull,
	closed_detected_at: text,
	ticket_url: textOrNull,
	mime_type: text,
	omitted_message_count: integer,
	text: textOrNull,
	from_name: textOrNull,
	from_email: textOrNull,
	reply_to_email: textOrNull,
	subject: text,
	'email to': text,
	'email cc': textOrNull,
	'contact email': text,
	'contact emails': { type: ['array', 'null'], items: text },
	'contact tels': { type: ['array', 'null'], items: text },
	// A ticket without a received message.
	'trigger message_id': { type: ['integer', 'null'] },
	other_tickets: { type: ['array', 'null'], items: OTHER_TICKET },
};

/** @returns the type of a field: by its place, by the objects that the output shows, by the form of its name */
function typeOf(resource: string, name: string, objects: JsonSchema[]): JsonSchema | undefined {
	const own = OWN[`${resource} ${name}`] ?? OWN[name];
	const shown = objects.map(({ properties }) => properties?.[name]).filter((one) => one !== undefined);
	if (own) return own;
	if (shown.length > 0) return joined(shown);
	if (name.endsWith('_id')) return integer;
	if (name.endsWith('_name')) return textOrNull;
	return name.endsWith('_names') ? texts : undefined;
}

/** @returns one schema for the same field of several objects: with the fields of each */
function joined(schemas: JsonSchema[]): JsonSchema {
	const [first] = schemas;
	const items = schemas.map((one) => one.items).filter((one) => one !== undefined);
	const properties = Object.assign({}, ...schemas.map((one) => one.properties)) as Record<string, JsonSchema>;
	return {
		...first,
		...(items.length > 0 && { items: joined(items) }),
		...(first.properties && { properties, required: first.required?.filter((name) => schemas.every((one) => one.required?.includes(name))) }),
	};
}

/**
 * The schema of an operation's output. Which fields there are, the outputs say; of what type each is, the description of
 * the document's objects in test/contract and, for what this package adds, the table above.
 *
 * @param resource of the operation, or `trigger`
 * @param outputs items of all its ways, at both edges of what the service may answer
 * @throws Error for a field of which nothing is described
 */
export function describedSchema(resource: string, outputs: readonly object[]): Schema {
	const objects = shownBy(resource);
	return objectSchema(resource, resource === 'trigger' ? [...objects, EVENT] : objects, outputs);
}

function objectSchema(resource: string, objects: JsonSchema[], outputs: readonly object[]): Schema {
	const names = [...new Set(outputs.flatMap((output) => Object.keys(output)))];
	const properties = names.map((name): [string, Schema] => {
		const values = outputs.filter((output) => name in output).map((output) => (output as Record<string, unknown>)[name]);
		return [name, fieldSchema(resource, name, objects, values)];
	});
	return {
		type: 'object',
		properties: Object.fromEntries(properties),
		required: names.filter((name) => outputs.every((output) => name in output)),
	};
}

function fieldSchema(resource: string, name: string, objects: JsonSchema[], values: unknown[]): Schema {
	const described = typeOf(resource, name, objects);
	if (!described) throw new Error(`Add ${name} of ${resource} to test/schemas/described.ts: nothing says of what type it is`);
	return valueSchema(resource, described, values);
}

function valueSchema(resource: string, described: JsonSchema, values: unknown[]): Schema {
	const { type, items } = described;
	if (items) return { type, items: valueSchema(resource, items, values.filter(Array.isArray).flat()) };
	if (described.properties) return objectSchema(resource, [described], values.filter((one) => typeof one === 'object') as object[]);
	return { type };
}
