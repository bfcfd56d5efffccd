const DAY_MS = 86_400_000;

/** A record as kintone shows it: field code -> type and value. */
export type Shown = Record<string, { type: string; value: string }>;

type Test = (record: Shown) => boolean;

const OPTIONS = / order by \$id asc limit (\d+)$/;
const COMPARISON = /^(\$?\w+) (=|!=|>=|>) (?:"([^"]*)"|(\d+)|FROM_TODAY\((-?\d+), DAYS\))$/;

/**
 * Answers a query as kintone does, for the part of its language that the examples use: comparisons, `and`, `or`, one level of
 * parentheses, ascending by number, with a limit.
 *
 * @throws where the query is not of this form, or names a field that the app does not have
 */
export function matches(query: string, records: Shown[]): Shown[] {
	const limit = Number(OPTIONS.exec(query)?.[1]);
	if (!(limit >= 1 && limit <= 500)) throw new Error(`No limit, or one above 500: ${query}`);
	const test = condition(query.replace(OPTIONS, ''));
	return records.filter(test).slice(0, limit);
}

function condition(written: string): Test {
	const inner: Test[] = [];
	const flat = written.replace(/\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g, (whole: string, content: string) => {
		if (/^-?\d+, DAYS$/.test(content)) return whole;
		return `#${inner.push(alternatives(content)) - 1}`;
	});
	return alternatives(flat, inner);
}

/** In kintone `and` binds closer than `or`. */
function alternatives(written: string, inner: Test[] = []): Test {
	const tests = written.split(' or ').map((all) => all.split(' and ').map((one) => (one.startsWith('#') ? inner[Number(one.slice(1))]! : comparison(one))));
	return (record) => tests.some((all) => all.every((test) => test(record)));
}

function comparison(written: string): Test {
	const [, code = '', operator = '', quoted, number, days] = COMPARISON.exec(written) ?? [];
	if (code === '') throw new Error(`Not a comparison: ${written}`);
	const today = new Date().setUTCHours(0, 0, 0, 0);
	const other = days === undefined ? (quoted ?? number ?? '') : new Date(today + Number(days) * DAY_MS).toISOString();
	return (record) => {
		const field = record[code];
		if (field === undefined) throw new Error(`The field (code: ${code}) is not found.`);
		const isOrdered = ['__ID__', 'NUMBER', 'UPDATED_TIME'].includes(field.type);
		if (operator.startsWith('>') && !isOrdered) throw new Error(`${code} takes no ${operator}`);
		if (operator === '=' || operator === '!=') return (field.value === other) === (operator === '=');
		const difference = field.type === 'UPDATED_TIME' ? Date.parse(field.value) - Date.parse(other) : Number(field.value) - Number(other);
		return operator === '>' ? difference > 0 : difference >= 0;
	};
}
