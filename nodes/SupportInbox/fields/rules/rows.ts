import { UserError } from 'n8n-workflow';

import { isBlank, quote } from './rule';

/**
 * @param value rows as the editor stores them; a whole list by expression has another shape
 * @returns the rows, each with its values by their names
 * @throws UserError for what is no rows
 */
export function rowsIn(value: unknown): Array<Record<string, unknown>> {
	if (isBlank(value)) return [];
	const given = typeof value === 'object' && !Array.isArray(value) ? ((value as { values?: unknown }).values ?? []) : undefined;
	if (Array.isArray(given) && given.every((row) => typeof row === 'object' && row !== null)) return given;
	throw new UserError(`${quote(value)} is not a list of rows. Add a row for each and give its value by expression.`);
}
