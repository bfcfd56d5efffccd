import type { IDataObject } from 'n8n-workflow';

/** What a write changes: `before` has what can be put back, `after` also what the record does not show. */
export interface Difference {
	before: IDataObject;
	after: IDataObject;
}

/**
 * @param shown the record as it was read
 * @param sent what is written, in the API's names
 * @returns of the fields that are written those that are not as they were
 */
export function difference(shown: IDataObject, sent: IDataObject): Difference {
	const changed = Object.keys(sent).filter((name) => shown[name] === undefined || comparable(shown[name]) !== comparable(sent[name]));
	const entries = (of: IDataObject) => Object.fromEntries(changed.filter((name) => of[name] !== undefined).map((name) => [name, of[name]]));
	return { before: entries(shown), after: entries(sent) };
}

/** Ids of a set come in any order. */
function comparable(value: unknown): string {
	return JSON.stringify(Array.isArray(value) && value.every((one) => typeof one === 'number') ? [...(value as number[])].sort((a, b) => a - b) : value);
}
