import { flag, oneOf, someOf } from '../rules';
import { type Field, settingField, shownFor, storedAs } from '../sent';

/**
 * The fields of a record.
 * - `ids`: the fields that are needed to find the record again; always part of Selected Fields.
 * - `short`: the fields with Simplify, the useful ones first: at most ten, besides nested ones.
 * - `others`: all other fields of the service.
 */
export interface Outline {
	ids: readonly string[];
	short: readonly string[];
	others: readonly string[];
}

export const simplifyField = settingField(flag, {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

const outputField = settingField(oneOf(['raw', 'selectedFields', 'simplified']), {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields as the service gives them' },
		{ name: 'Selected Fields', value: 'selectedFields', description: 'Its IDs and the fields that you choose, as short as in Simplified' },
		{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
	],
	default: 'simplified',
	description: 'What the agent gets',
});

/** The stored names of these fields. Where their choices, or the operations that show them, differ, their names do. */
interface FormNames {
	simplify?: string;
	output?: string;
	outputFields: string;
}

/**
 * The fields for the form of a record with more than ten fields or long texts; output/simplify.ts makes the forms. As the tool
 * of an agent, the node has Output in place of Simplify, as n8n's guidelines ask.
 *
 * @param outline the fields of the record, to choose from
 */
export function formFields(
	{ ids, short, others }: Outline,
	{ simplify = 'simplify', output = 'output', outputFields }: FormNames,
): Field[] {
	const names = [...short, ...others].filter((name) => !ids.includes(name)).sort();
	return [
		shownFor({ '@tool': [false] }, storedAs(simplify, simplifyField)),
		shownFor({ '@tool': [true] }, storedAs(output, outputField)),
		shownFor({ '@tool': [true], [output]: ['selectedFields'] }, storedAs(outputFields, settingField(someOf(names), {
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			options: names.map((value) => ({ name: displayNameOf(value), value })),
			default: [],
			description: 'Besides the IDs',
		}))),
	];
}

const WORD_FORMS: Record<string, string> = {
	cd: 'Code',
	html: 'HTML',
	id: 'ID',
	ids: 'IDs',
	otp: 'OTP',
	tels: 'Phone Numbers',
	url: 'URL',
};

/** @returns the display name of a field of the service: `custom_item1` is Custom Field 1 */
function displayNameOf(name: string): string {
	const words = name.replace(/(?<!\d)(?=\d+$)/, '_').split('_');
	return words.map((word) => WORD_FORMS[word] ?? word[0].toUpperCase() + word.slice(1)).join(' ');
}
