import type { IDataObject, PostReceiveAction } from 'n8n-workflow';

/** The short form of a record: the fields to keep, the useful first, or a function that makes it. */
export type Short = readonly string[] | ((record: IDataObject) => IDataObject);

/**
 * Shortens each item when Simplify is on (fields/simplify.ts); the raw record otherwise.
 *
 * @param short at most ten fields; one that a record lacks is left out of it
 */
export function simplify(short: Short): PostReceiveAction {
	const shorten = typeof short === 'function' ? short : (record: IDataObject) => pick(record, short);
	return async function (items) {
		if (!isSimplified(this)) return items;
		return items.map((item) => ({ ...item, json: shorten(item.json) }));
	};
}

/** @returns whether Simplify is on; an AI tool may give it as text */
export function isSimplified(context: { getNodeParameter(name: string, fallback: unknown): unknown }): boolean {
	return String(context.getNodeParameter('simplify', true)) !== 'false';
}

/** @returns the named fields of a record, in the order of the names */
export function pick(record: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
}
