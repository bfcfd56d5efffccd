/**
 * The greatest and the smallest of any number of values: a call such as `Math.max(...values)` takes about 120,000 of them, and
 * an answer may have more rows.
 *
 * @returns -Infinity and Infinity where there is no value
 */
export const greatest = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), -Infinity);
export const smallest = (values: readonly number[]): number => values.reduce((one, other) => Math.min(one, other), Infinity);
