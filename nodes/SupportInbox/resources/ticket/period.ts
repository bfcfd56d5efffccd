import type { INodeProperties } from 'n8n-workflow';

import { checkedValue } from '../../fields/checkedValue';
import type { Rule } from '../../fields/rules';
import { day, integer, oneOf } from '../../fields/rules';
import type { Field } from '../../fields/sent';
import { settingField } from '../../fields/sent';

const MAX_WITHIN = 99;

/** A period in the document's words (API document, Ticket search): its last day and its length, e.g. `7days`. */
export interface Period {
	date: string;
	within: string;
}

const fields: INodeProperties[] = [
	{
		displayName: 'Last Day',
		name: 'date',
		type: 'dateTime',
		default: '',
		description: 'The last day of the period, which belongs to it. Its time of day does not matter: the day is meant in the time zone of your Support Inbox.',
	},
	{
		displayName: 'Length',
		name: 'within',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_WITHIN },
		default: 7,
		description: `How many days or months before its last day the period begins (1 to ${MAX_WITHIN})`,
	},
	{
		displayName: 'Length Unit',
		name: 'unit',
		type: 'options',
		options: [
			{ name: 'Days', value: 'days' },
			{ name: 'Months', value: 'months' },
		],
		default: 'days',
		description: 'The unit of the length',
	},
];

const period: Rule = (value, circumstances): Period | undefined => {
	const { values } = (value ?? {}) as { values?: Record<string, unknown> };
	if (values === undefined) return undefined;
	const [date, within, unit] = [day, integer(1, MAX_WITHIN), oneOf(['days', 'months'])].map((rule, index) => {
		const { displayName: label, name } = fields[index];
		return checkedValue({ rule, label, required: true }, values[name], circumstances);
	});
	return { date: String(date), within: `${String(within)}${String(unit)}` };
};

/** The last day and the length only mean something together. */
export const periodField: Field = settingField(period, {
	displayName: 'Period',
	name: 'period',
	type: 'fixedCollection',
	placeholder: 'Set Period',
	default: {},
	description: 'Only tickets that have a message sent in this period. Instead of Has Message Since and Until.',
	options: [{ displayName: 'Period', name: 'values', values: fields }],
});
