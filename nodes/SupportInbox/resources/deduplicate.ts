import type { IDataObject } from 'n8n-workflow';
import { filled, integer } from '../fields/rules';
import { type Field, settingField, switchField } from '../fields/sent';
import { DAY } from '../store/time';
import type { DeduplicateWithin, RunConstraintsOf } from '../transport/engine/item';
import { reject } from '../transport/errors/reject';
import { dedupeKey } from '../transport/writes/comparison';

const MAX_DAYS = 99;

/**
 * The field Deduplicate. An expression without a value is rejected, because "off" might send a mail twice.
 *
 * @param equal the beginning of a sentence: what is equal, by what, and what happens to it
 */
export function deduplicateField(equal: string): Field {
	return settingField(filled(integer(0, MAX_DAYS)), {
		displayName: 'Deduplicate (Days)',
		name: 'deduplicateDays',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_DAYS },
		default: 3,
		description: `Days in which ${equal} once. 0: off.`,
	});
}

export const deduplicateWithinMs: DeduplicateWithin = ({ settings }) => Number(settings.deduplicateDays ?? 0) * DAY;

/** @returns the fields that say what a write has done besides; none where it was sent before, since that write may have done otherwise */
export function ifSentNow({ deduplicated }: IDataObject, fields: IDataObject): IDataObject {
	return deduplicated === undefined ? fields : {};
}

export const allowEqualItemsField = switchField('Allow Equal Items', 'allowEqualItems', 'Whether to write equal items of a run');

/** Two equal items of a run are rejected: a form that was sent twice, a row that is there twice. */
export const equalItems: RunConstraintsOf = (item) => {
	if (item.settings.allowEqualItems === true || deduplicateWithinMs(item) > 0) return [];
	const { settings } = item;
	return [
		{
			names: [dedupeKey(item, settings.templateId, settings.templateValues)],
			reject: (items) =>
				reject(
					item,
					`${items} items of the run are equal`,
					'None of them was sent. Leave out what is double, with Remove Duplicates before this node, or add Deduplicate under Additional Fields. If each of them is meant, add Allow Equal Items.',
				),
		},
	];
};
