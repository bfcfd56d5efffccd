import { type IDataObject, type INodePropertyOptions, UserError } from 'n8n-workflow';
import { type Rule, byName, checkedValue, idOrName, isBlank, oneOf, quote, several } from '../../../fields/rules';
import { type Field, changeField } from '../../../fields/sent';
import { dropdowns } from '../../../loadOptions/dropdown';
import type { ListName } from '../../../transport/client/lists';
import type { Item } from '../../../transport/engine/item';

const MODES = ['add', 'remove', 'removeAll', 'replace'] as const;

/** How the labels or classifications of a ticket are to change; `ids` is empty for removeAll only. */
export interface SetChange {
	mode: (typeof MODES)[number];
	ids: number[];
}

/** A set that the service replaces as a whole: its name in the API and to the user. */
interface TicketSet {
	displayName: string;
	name: string;
	property: 'label_ids' | 'case_category_ids';
	list: ListName;
	one: string;
	idsName: string;
	loads: 'getLabels' | 'getClassificationsForMode';
}

/** Makes a group of two fields, the mode and the ids. Until the user adds the group, the ticket's set does not change. */
function setField({ displayName, name, property, list, one, idsName, loads }: TicketSet): Field {
	const noun = displayName.toLowerCase();
	return changeField(property, setChange(list, one, idsName), {
		displayName,
		name,
		type: 'fixedCollection',
		placeholder: `Change ${displayName}`,
		default: {},
		description: `How the ${noun} of the ticket change`,
		builderHint: { propertyHint: `Use the mode add: replace takes all other ${noun} from the ticket.` },
		options: [
			{
				displayName,
				name: 'values',
				values: [
					{
						displayName: 'Mode',
						name: 'mode',
						type: 'options',
						options: modes(noun),
						default: 'add',
						description: `What to do with the present ${noun}`,
					},
					dropdowns({
						displayName: `${one} Names or IDs`,
						name: idsName,
						loads,
						of: 'messageBoxId',
						beside: 'mode',
						required: true,
						displayOptions: { hide: { mode: ['removeAll'] } },
						description: `The ${noun} to add, to remove, or to keep as the only ones`,
					}),
				],
			},
		],
	});
}

function modes(noun: string): INodePropertyOptions[] {
	return [
		{ name: 'Add', value: 'add', description: `Keep the ticket's ${noun} and add the chosen ones` },
		{ name: 'Remove', value: 'remove', description: `Take the chosen ones from the ticket's ${noun}` },
		{ name: 'Remove All', value: 'removeAll', description: `Take all ${noun} from the ticket` },
		{ name: 'Replace', value: 'replace', description: `Give the ticket exactly the chosen ${noun}, and take all others from it` },
	];
}

/** API document, Ticket update: `label_ids`. */
export const labelsField = setField({
	displayName: 'Labels',
	name: 'labels',
	property: 'label_ids',
	list: 'labels',
	one: 'Label',
	idsName: 'labelIds',
	loads: 'getLabels',
});

/** API document, Ticket update: `case_category_ids`. */
export const classificationsField = setField({
	displayName: 'Classifications',
	name: 'classifications',
	property: 'case_category_ids',
	list: 'classifications',
	one: 'Classification',
	idsName: 'caseCategoryIds',
	loads: 'getClassificationsForMode',
});

function setChange(list: ListName, one: string, idsName: string): Rule {
	const rule = several(idOrName(list));
	const anyMode = byName(modes(''), false, oneOf(MODES));
	return (value, circumstances): SetChange | undefined => {
		const group = groupIn(value);
		if (group === undefined) return undefined;
		// The group has two fields, so the error names this one.
		const mode = checkedValue({ rule: anyMode, label: 'Mode', required: true }, group.mode, circumstances) as SetChange['mode'];
		const ids = rule(group[idsName], circumstances) as number[] | undefined;
		if (mode === 'removeAll' && ids !== undefined) {
			throw new UserError(
				`Remove All takes away more than the ${one.toLowerCase()}s that are chosen beside it. To take only these, choose Remove. To take all, choose none.`,
			);
		}
		if (mode === 'removeAll' || ids !== undefined) return { mode, ids: ids ?? [] };
		throw new UserError(`No ${one.toLowerCase()} is chosen. Choose at least one. To take all from the ticket choose the mode Remove All.`);
	};
}

/** The group as the editor stores it, or undefined where it was not added. */
function groupIn(value: unknown): Record<string, unknown> | undefined {
	if (isBlank(value)) return undefined;
	const { values } = value as { values?: unknown };
	if (values === undefined && JSON.stringify(value) === '{}') return undefined;
	if (typeof values === 'object' && values !== null) return values as Record<string, unknown>;
	throw new UserError(`${quote(value)} cannot be used here. Switch this field back to Fixed, and enter the mode and the IDs in their own fields, each by expression if you like.`);
}

/** @returns the sets whose new values depend on the present ones, by their names in the API */
export function partialSets({ changes }: Pick<Item, 'changes'>): Array<[property: string, change: SetChange]> {
	return Object.entries(changes as Record<string, SetChange>).filter(([, { mode }]) => mode === 'add' || mode === 'remove');
}

/** @returns the new sets of a ticket, by their names in the API; `ticket` has those that they depend on */
export function newSets({ changes }: Pick<Item, 'changes'>, ticket: IDataObject): IDataObject {
	const entries = Object.entries(changes as Record<string, SetChange>);
	return Object.fromEntries(entries.map(([property, change]) => [property, newSet(change, ticket[property] as number[])]));
}

function newSet({ mode, ids }: SetChange, present: number[] = []): number[] {
	switch (mode) {
		case 'add':
			return [...new Set([...present, ...ids])];
		case 'remove':
			return present.filter((id) => !ids.includes(id));
		case 'removeAll':
			return [];
		case 'replace':
			return ids;
	}
}

/** @returns whether the ids were added to, or removed from, the present set */
export function isDone({ mode, ids }: SetChange, present: readonly number[]): boolean {
	return ids.every((id) => present.includes(id) === (mode === 'add'));
}
