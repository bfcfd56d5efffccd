import type { IDataObject } from 'n8n-workflow';

/** @returns a record without the named fields */
export function omit<T extends object, K extends keyof T>(record: T, ...names: readonly K[]): Omit<T, K> {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;
}

/** @returns the named fields of a record, in the order of the names */
export function pick(record: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
}

/** @returns the rows of a list in a record; none where there is no list */
export function rowsOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? (value as IDataObject[]) : [];
}
