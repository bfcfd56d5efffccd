import { jsonAnswer, type Answer } from '../messages';
import { isObject } from '../../contract/contract';
import type { Fault } from './Fault';

/** @returns the real answer of success with fields left out or replaced; any other answer as it is */
export function partial({ omit = [], replace = {}, rows }: Fault, real: Answer): Answer {
	if (real.status !== 200 || !real.headers['Content-Type']?.startsWith('application/json')) return real;
	const change = (value: unknown): unknown => {
		const rest = omit.reduce((left, path) => without(left, path.split('.')), value);
		return isObject(rest) ? { ...rest, ...replace } : rest;
	};
	const whole: unknown = JSON.parse(real.body.toString());
	const changed = Array.isArray(whole)
		? whole.map((row, place) => (rows === undefined || rows.includes(place) ? change(row) : row))
		: change(whole);
	return { ...jsonAnswer(200, changed), headers: real.headers };
}

function without(value: unknown, [name, ...deeper]: string[]): unknown {
	if (Array.isArray(value)) return value.map((element) => without(element, [name, ...deeper]));
	if (!isObject(value) || !Object.hasOwn(value, name)) return value;
	const { [name]: field, ...rest } = value;
	return deeper.length === 0 ? rest : { ...value, [name]: without(field, deeper) };
}
