import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

/** @returns the rows as choices by their name, in the service's order; the value is their id */
export function choicesOf(rows: readonly IDataObject[], id: string): INodePropertyOptions[] {
	return rows.map((row) => ({ name: String(row.name), value: row[id] as number }));
}
