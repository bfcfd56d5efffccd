import type { IDataObject } from 'n8n-workflow';
import { CODED } from '../fields/enumerations';
import { isObject } from '../transport/client/answer';

/** A field that the service adds may have the name of a property of every object. */
const NAMES = new Map(Object.entries(CODED));

/** The fields that contain other records (API document, Ticket; the trigger adds the message or comment of an event to its ticket). */
const WITHIN = ['messages', 'comments', 'message', 'comment', 'shown'];

/** @returns whether the field contains a code with a name */
export const isCoded = (field: string): boolean => NAMES.has(field);

/**
 * @param record a ticket, an event or a message
 * @returns the record with a name right after each code, also in its messages and their comments; null where there is no code
 */
export function withCodeNames(record: IDataObject): IDataObject {
	const entries = Object.entries(record).flatMap(([field, value]): Array<[string, unknown]> => {
		const coded = NAMES.get(field);
		if (coded !== undefined) return [[field, value], [coded.name, codeName(field, value)]];
		if (!WITHIN.includes(field)) return [[field, value]];
		return [[field, Array.isArray(value) ? value.map(withCodeNamesIn) : withCodeNamesIn(value)]];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/**
 * @param field the field that contains the code, such as `status_cd`
 * @returns the name of the code in n8n's fields; a code that the service has added later is returned as it is
 */
export function codeName(field: string, code: unknown): string | null {
	if (typeof code !== 'string') return null;
	return NAMES.get(field)?.choices.find(({ value }) => value === code)?.name ?? code;
}

function withCodeNamesIn(value: unknown): unknown {
	return isObject(value) ? withCodeNames(value as IDataObject) : value;
}
