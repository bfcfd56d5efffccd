import type { IDataObject } from 'n8n-workflow';
import { filled, integer } from '../fields/rules';
import { type Field, settingField } from '../fields/sent';
import { DAY } from '../ledger/time';
import type { OnceWithin } from '../transport/engine/requestPolicy';

const MAX_DAYS = 99;

/**
 * The field Send Once. An expression without a value is refused, because "off" might send a mail twice.
 *
 * @param equal the beginning of a sentence: what is equal, by what, and what happens to it
 */
export function sendOnceField(equal: string): Field {
	return settingField(filled(integer(0, MAX_DAYS)), {
		displayName: 'Send Once (Days)',
		name: 'sendOnce',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_DAYS },
		default: 3,
		description: `Days in which ${equal} once, also in a run; others get its IDs. 0: off. Not safe with two workers at once.`,
	});
}

export const onceWithin: OnceWithin = ({ settings }) => Number(settings.sendOnce ?? 0) * DAY;

/** @returns the fields that say what a write has done besides; none where it was sent before, since that write may have done otherwise */
export function ifSentNow({ already_sent }: IDataObject, fields: IDataObject): IDataObject {
	return already_sent === undefined ? fields : {};
}
