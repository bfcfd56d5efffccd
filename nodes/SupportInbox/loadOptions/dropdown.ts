import type { INodeProperties } from 'n8n-workflow';
import type * as loadOptions from './index';

/**
 * The description of a dropdown.
 * - `loads`: the load options method that fills it.
 * - `of`: the locator whose choice the list depends on; `beside`: a field next to it that the list also depends on.
 * - `description`: without a period; a note on expressions may be added.
 */
type Dropdown = Omit<INodeProperties, 'type' | 'default' | 'typeOptions' | 'description'> & Partial<Pick<INodeProperties, 'default'>> & {
	description: string;
	loads: keyof typeof loadOptions;
	of?: 'messageBoxId' | 'customerGroupId';
	beside?: string;
};

/** A choice of one row from a list of the service; an expression may return its id or name. */
export const dropdown = (field: Dropdown): INodeProperties => choiceOf('one', { type: 'options', default: '' }, field);

/** A choice of several rows from a list of the service; an expression may return their ids or names. */
export const dropdowns = (field: Dropdown): INodeProperties => choiceOf('several', { type: 'multiOptions', default: [] }, field);

function choiceOf(
	count: 'one' | 'several',
	kind: Pick<INodeProperties, 'type' | 'default'>,
	{ loads, of, beside, description, ...field }: Dropdown,
): INodeProperties {
	const given = noticeFor(loads)?.[count];
	return {
		...kind,
		...field,
		typeOptions: { loadOptionsMethod: loads, ...dependsOn(of, beside) },
		description: given === undefined ? description : `${description}. Expressions take ${given}.`,
	};
}

/** A resource locator's choice is in its `value`; n8n finds a field in the same group by `&`. */
function dependsOn(locator?: string, beside?: string) {
	const paths = [...(locator === undefined ? [] : [`${locator}.value`]), ...(beside === undefined ? [] : [`&${beside}`])];
	return paths.length === 0 ? {} : { loadOptionsDependsOn: paths };
}

/** The values that an expression may return in place of a choice, where these are not those in the name of the field: "Name or ID". */
function noticeFor(loads: Dropdown['loads']): { one: string; several: string } | undefined {
	if (loads.startsWith('getUsers')) return { one: 'a name', several: 'names' };
	if (loads === 'getTemplateCategories') return { one: 'its name', several: 'names' };
	if (loads === 'getTemplatesOrNone') return { one: 'an ID', several: 'IDs' };
	return undefined;
}
