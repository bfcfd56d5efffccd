import type { IDataObject } from 'n8n-workflow';
import type { Outline } from '../fields/shared/simplify';
import type { Item, Plan } from '../transport/engine/item';
import { pick } from './pick';

/** The plan with its records in the form that the user chose (fields/shared/simplify.ts). */
export function inChosenForm(plan: Plan, outline: Outline): Plan {
	return async (item) => (await plan(item)).map((one) => ({ ...one, json: formed(item, one.json, outline) }));
}

/**
 * @param record as the service sent it
 * @param shortened values that replace or extend its own in every form but the raw one
 * @returns the record in the form that the user chose; fields that it lacks are left out
 */
export function formed(
	item: Pick<Item, 'settings'>,
	record: IDataObject,
	{ ids, short }: Outline,
	shortened: IDataObject = {},
): IDataObject {
	if (isRaw(item)) return record;
	const { output, outputFields = [] } = item.settings as { output?: string; outputFields?: string[] };
	return pick({ ...record, ...shortened }, output === 'selectedFields' ? [...ids, ...outputFields] : short);
}

/** @returns whether the records stay as the service sent them: with Simplify off, and as a tool with Output: Raw */
export function isRaw({ settings }: Pick<Item, 'settings'>): boolean {
	const { simplify, output } = settings;
	return simplify === false || output === 'raw';
}

interface PollParameters {
	getNodeParameter(name: string, fallback: unknown): unknown;
}

/** @returns whether Simplify of the trigger is on */
export function isSimplified(context: PollParameters): boolean {
	return isOn(context, 'simplify', true);
}

/** @returns whether a switch of the trigger is on: it is, unless its value is false */
export function isOn(context: PollParameters, name: string, isDefault: boolean): boolean {
	return String(context.getNodeParameter(name, isDefault)) !== 'false';
}
