const DAY_MS = 86_400_000;

/** A record as kintone shows it: field code -> type and value. */
export type Shown = Record<string, { type: string; value: string }>;

const QUERY = /^(.+) order by \$id asc limit (\d+)$/;
const ALTERNATIVES = /^\((.+ or .+)\)$/;
const COMPARISON = /^(\$?\w+) (=|>=|>) (?:"([^"]*)"|(\d+)|FROM_TODAY\((-?\d+), DAYS\))$/;
const ORDERED = ['__ID__', 'NUMBER', 'UPDATED_TIME'];

/**
 * Answers a query as kintone does, for the part of its language that the examples use: comparisons, and alternatives in
 * parentheses, with `and` between them; ascending by number, with a limit.
 *
 * @throws where the query is not of this form, or names a field that the app does not have
 */
export function matches(query: string, records: Shown[]): Shown[] {
	const [, condition = '', limit] = QUERY.exec(query) ?? [];
	if (!(Number(limit) >= 1 && Number(limit) <= 500)) throw new Error(`No limit, or one above 500: ${query}`);
	const all = condition.split(' and ').map((one) => (ALTERNATIVES.exec(one)?.[1]?.split(' or ') ?? [one]).map(comparison));
	return records.filter((record) => all.every((tests) => tests.some((test) => test(record)))).slice(0, Number(limit));
}

function comparison(written: string): (record: Shown) => boolean {
	const [, code = '', operator, quoted, number, days] = COMPARISON.exec(written) ?? [];
	if (code === '') throw new Error(`Not a comparison: ${written}`);
	const today = new Date().setUTCHours(0, 0, 0, 0);
	const other = days === undefined ? (quoted ?? number ?? '') : new Date(today + Number(days) * DAY_MS).toISOString();
	return (record) => {
		const field = record[code];
		if (field === undefined) throw new Error(`The field (code: ${code}) is not found.`);
		if (operator === '=') return field.value === other;
		if (!ORDERED.includes(field.type)) throw new Error(`${code} takes no ${operator}`);
		const ofType = field.type === 'UPDATED_TIME' ? Date.parse : Number;
		return operator === '>' ? ofType(field.value) > ofType(other) : ofType(field.value) >= ofType(other);
	};
}
