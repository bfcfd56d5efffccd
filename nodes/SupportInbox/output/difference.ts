import type { IDataObject } from 'n8n-workflow';
import { isSame } from '../store/snapshot';

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
	const changed = Object.keys(sent).filter((name) => present[name] === undefined || !isSame(present[name], sent[name]));
	const entries = (of: IDataObject) => Object.fromEntries(changed.filter((name) => of[name] !== undefined).map((name) => [name, of[name]]));
	return { before: entries(present), after: entries(sent) };
}
