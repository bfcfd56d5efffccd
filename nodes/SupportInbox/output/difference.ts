import type { IDataObject } from 'n8n-workflow';

/** The change of a write: `before` has the old values, which can be restored; `after` also has values that the record does not show. */
export interface Difference {
	before: IDataObject;
	after: IDataObject;
}

/**
 * @param present the record as it was read
 * @param sent what is written, in the API's names
 * @returns the written fields whose values differ from the record
 */
export function difference(present: IDataObject, sent: IDataObject): Difference {
	const changed = Object.keys(sent).filter((name) => present[name] === undefined || canonical(present[name]) !== canonical(sent[name]));
	const entries = (of: IDataObject) => Object.fromEntries(changed.filter((name) => of[name] !== undefined).map((name) => [name, of[name]]));
	return { before: entries(present), after: entries(sent) };
}

/** Makes equal sets equal texts: the ids of a set come in any order. */
function canonical(value: unknown): string {
	return JSON.stringify(Array.isArray(value) && value.every((one) => typeof one === 'number') ? [...(value as number[])].sort((a, b) => a - b) : value);
}
