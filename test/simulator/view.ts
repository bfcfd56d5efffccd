import type { JsonSchema } from '../contract/contract';
import type { Calendar } from './time';

type View = (stored: unknown, calendar: Calendar) => unknown;

const views = new Map<JsonSchema, View>();

/** @returns a stored record as an answer shows it: the fields of the contract, times as text */
export function shown(schema: JsonSchema, stored: unknown, calendar: Calendar): unknown {
	const view = views.get(schema) ?? viewOf(schema);
	views.set(schema, view);
	return view(stored, calendar);
}

function viewOf({ format, items, properties, patternProperties }: JsonSchema): View {
	if (format === 'date-time') return (at, calendar) => (at === null ? null : calendar.format(at as number));
	if (items) {
		const row = viewOf(items);
		return (rows, calendar) => (rows as unknown[]).map((one) => row(one, calendar));
	}
	if (!properties) return (value) => value;
	const fields = Object.entries(properties).map(([name, one]) => [name, viewOf(one)] as const);
	return (stored, calendar) => {
		const record = stored as Record<string, unknown>;
		// Fields that the contract names by a pattern are copied unchanged.
		const view: Record<string, unknown> = patternProperties ? { ...record } : {};
		for (const [name, field] of fields) view[name] = field(record[name], calendar);
		return view;
	};
}
