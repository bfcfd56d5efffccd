/** Extreme answers that the document still allows: every nullable field is null, or no field is null and no list is empty. */
import { isObject, type JsonSchema } from '../contract/contract';

export type Extreme = 'everythingNull' | 'everythingFilled';

/** The values for empty fields; they exist in the demo data, so that their names can be found. */
const EXAMPLES: Record<string, unknown> = {
	assignee: 'user01',
	default_assignee: 'user01',
	commenter: 'user01',
	color_cd: 'red',
	gender_cd: 9,
	pending_reason_id: 201,
	parent_id: 3001,
	label_ids: [3001],
	case_category_ids: [5001],
	badge_ids: [801],
	message_box_ids: [101],
	last_page_loaded_at: '2026-01-01T00:00:00Z',
	commented_at: '2026-01-01T00:00:00Z',
	sent_at: '2026-01-01T00:00:00Z',
	comment_type: 'comment',
	snooze_term: 'no_term',
	action_cd: 'conversation',
	conversation_type: 'text',
	email: 'filled@example.com',
	from: 'filled@example.com',
	to: 'filled@example.com',
	cc: 'filled@example.com',
	bcc: 'filled@example.com',
	reply_to: 'filled@example.com',
};

/**
 * @param value the body of a successful answer
 * @param asked values of the path: these stay in the record
 * @returns the extreme form of the body
 */
export function atExtreme(value: unknown, schema: JsonSchema, asked: string[], extreme: Extreme): unknown {
	return extreme === 'everythingNull' ? nulled(schema, value, asked) : filled('', schema, value);
}

function nulled(schema: JsonSchema, value: unknown, asked: string[]): unknown {
	const isAskedFor = asked.some((one) => JSON.stringify(value).includes(JSON.stringify(one)));
	if ([schema.type].flat().includes('null') && !isAskedFor) return null;
	return deeper(schema, value, (_name, inner, one) => nulled(inner, one, asked));
}

function filled(name: string, schema: JsonSchema, value: unknown): unknown {
	const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0 && name !== '');
	const whole = isEmpty || value === undefined ? exampleOf(name, schema) : value;
	return deeper(schema, whole, filled);
}

function exampleOf(name: string, schema: JsonSchema): unknown {
	if (name in EXAMPLES) return EXAMPLES[name];
	const [type] = [schema.type].flat();
	if (type === 'array') return [exampleOf('', schema.items ?? {})];
	if (type === 'object') return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([field, one]) => [field, exampleOf(field, one)]));
	if (type === 'integer') return 987_654;
	return type === 'boolean' ? true : `Filled ${name}`;
}

function deeper(schema: JsonSchema, value: unknown, change: (name: string, schema: JsonSchema, value: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((one) => change('', schema.items ?? {}, one));
	if (!isObject(value)) return value;
	const patterns = Object.entries(schema.patternProperties ?? {});
	const schemaOf = (name: string) => schema.properties?.[name] ?? patterns.find(([pattern]) => new RegExp(pattern).test(name))?.[1] ?? {};
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(name, schemaOf(name), one)]));
}
