import { type INodeParameters, type INodeProperties, type INodePropertyCollection, UserError } from 'n8n-workflow';
import { type Circumstances, type Rule, checkedValue, dateTime, integer, isBlank, oneOf, shifted } from '../rules';
import { ruleOf } from '../sent';

/** A field of a way to enter a time, with its rule. */
type WayValue = readonly [rule: Rule, field: INodeProperties];

/**
 * One of several ways to enter a time, such as a number of days or a date. Each is a section of its own, because n8n drops the
 * values of hidden fields.
 * - `means`: turns its checked values into the time; undefined where they are not enough for one.
 */
export interface Way<T> {
	displayName: string;
	name: string;
	values: readonly WayValue[];
	means: (values: Readonly<Record<string, unknown>>, circumstances: Circumstances) => T | undefined;
}

/** The largest number of units: tickets and messages of the service are at most some years old. */
const MAX_NUMBER = 9999;
const UNITS = ['days', 'hours', 'minutes', 'months', 'weeks'];

/** @returns a field for a date and time */
export function timeValue(displayName: string, name: string): WayValue {
	return [dateTime, { displayName, name, type: 'dateTime', default: '' }];
}

/** @returns the fields for a number, by its name on screen, and its unit, such as 7 days */
export function distanceValues(displayName: string, max = MAX_NUMBER, units: readonly string[] = UNITS): WayValue[] {
	return [
		[integer(1, max), { displayName, name: 'number', type: 'number', typeOptions: { minValue: 1, maxValue: max }, default: 7 }],
		[
			oneOf(units),
			{
				displayName: 'Unit',
				name: 'unit',
				type: 'options',
				options: units.map((value) => ({ name: `${value[0].toUpperCase()}${value.slice(1)}`, value })),
				default: 'days',
			},
		],
	];
}

/**
 * A way to enter a time by its distance from now.
 *
 * @param direction -1: before now, 1: after it
 * @param as turns the time into the value of the way
 * @param number the name of its number on screen
 */
export function distanceWay<T>(displayName: string, name: string, direction: 1 | -1, as: (time: string) => T, number = 'Number'): Way<T> {
	return {
		displayName,
		name,
		values: distanceValues(number),
		means: ({ number, unit }, circumstances) =>
			number === undefined || unit === undefined ? undefined : as(shifted(direction * Number(number), String(unit), circumstances)),
	};
}

/** @returns the part of a field's description that offers the ways */
export function offered(ways: ReadonlyArray<Way<unknown>>): {
	type: 'fixedCollection';
	options: INodePropertyCollection[];
	default: INodeParameters;
} {
	return {
		type: 'fixedCollection',
		default: {},
		options: ways.map(({ displayName, name, values }) => ({ displayName, name, values: values.map(([, field]) => field) })),
	};
}

/**
 * @param value the ways that were chosen, as the editor stores them
 * @returns the value of each way, without empty ones where these are allowed
 * @throws UserError for a value that is empty or wrong, and for a way of which only a part is filled
 */
export function entries<T>(ways: ReadonlyArray<Way<T>>, value: unknown, circumstances: Circumstances): T[] {
	const chosen = (value ?? {}) as Record<string, Record<string, unknown> | undefined>;
	// n8n empties a group that has another form. It is rejected here where an empty value is ignored: no model has emptied it.
	if (circumstances.mayBeEmpty === true && !isBlank(value) && Object.keys(chosen).length === 0) {
		throw new UserError('Nothing is entered in it. n8n passes on no expression for all of it, so give each of its fields its own.');
	}
	return ways.flatMap(({ name, values, means }) => {
		const given = chosen[name];
		if (given === undefined) return [];
		const checked = (required: boolean) =>
			values.map(([rule, field]) => ({
				field,
				value: checkedValue({ rule: ruleOf(field, rule), label: field.displayName, required }, given[field.name], circumstances),
			}));
		const all = checked(circumstances.mayBeEmpty !== true);
		const meant = means(Object.fromEntries(all.map(({ field, value: one }) => [field.name, one])), circumstances);
		// A unit always has a value, so that it says nothing by itself.
		if (meant === undefined && all.some(({ field, value: one }) => field.type !== 'options' && one !== undefined)) checked(true);
		return meant ?? [];
	});
}

/**
 * The ways to enter one time, by its distance from now or as a date.
 *
 * @param direction -1: a time before now, 1: a time after it
 * @param rule the rule of the time
 */
export function oneTime(direction: 1 | -1, rule: Rule): { rule: Rule; field: ReturnType<typeof offered> } {
	const asIs = (time: string) => time;
	const [displayName, name] = direction === 1 ? ['After', 'after'] : ['Ago', 'ago'];
	const ways: Array<Way<string>> = [
		distanceWay(displayName, name, direction, asIs),
		{
			displayName: 'Date and Time',
			name: 'at',
			values: [timeValue('Date and Time', 'time')],
			means: ({ time }) => time as string | undefined,
		},
	];
	return {
		field: offered(ways),
		rule: (value, circumstances) => {
			const [time, ...others] = entries(ways, value, circumstances);
			if (others.length > 0) throw new UserError('Two times are set. Remove one of them.');
			return rule(time, circumstances);
		},
	};
}
