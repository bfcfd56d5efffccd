import { runSize } from '../adapter/attempt';
import { filled, integer } from '../fields/rules';
import { type Field, settingField } from '../fields/sent';
import type { Check, GivenItem, SubjectsOf } from '../transport/engine/requestPolicy';
import { refuse } from '../transport/errors/refuse';
import type { Operation } from './operation';

/** Cannot be left empty, because an empty value would mean no limit. @param ifAbsent what holds where it is not added */
function atMostField(ifAbsent: number, counted: string): Field {
	return settingField(filled(integer(1)), {
		displayName: 'At Most',
		name: 'atMost',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description: `Refuse a run with more ${counted}${ifAbsent < Infinity ? `; ${ifAbsent} if not added` : ''}`,
	});
}

/**
 * Adds the field At Most to the collection of an operation that writes, sends or deletes, and a check that refuses a run with more items,
 * or with more recipients of mails, also with Continue On Fail. Each round of a loop and each call of an agent's tool is a run of its own.
 */
export function withAtMost(operation: Operation): Operation {
	const { method, semantics, check, fields, atMost = Infinity, recipients, subjectsOf } = operation;
	if (method === 'GET' || semantics === 'safe') return operation;
	const collection = fields.find(({ type }) => type === 'collection')!;
	const mostOf = ({ settings }: GivenItem) => Number(settings.atMost ?? atMost);
	const refuseAbove = (item: GivenItem, count: number, counted: string) => {
		if (count <= mostOf(item)) return;
		const instead = `If that many are meant, set At Most under ${collection.displayName} to a higher number; n8n's Retry of the execution then runs the items.`;
		refuse(item, `The run has ${count} ${counted}, and At Most is ${mostOf(item)}`, `Nothing was sent. ${instead}`);
	};
	const limited: Check = async (item) => {
		refuseAbove(item, runSize(item.context, item.context.getNode()), 'items');
		refuseAbove(item, recipients?.(item) ?? 0, 'recipients');
		await check?.(item);
	};
	const withRecipients: SubjectsOf = (item) => {
		const others = subjectsOf?.(item) ?? [];
		if (recipients === undefined) return others;
		const refuseRun = (count: number) => refuseAbove(item, count, 'recipients');
		return [...others, { names: ['recipients'], amount: Math.max(1, recipients(item)), most: mostOf(item), refuse: refuseRun }];
	};
	const field = atMostField(atMost, recipients === undefined ? 'items' : 'items or people');
	const options = [...(collection.options as Field[]), field].sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));
	const withField = fields.map((each) => (each === collection ? { ...each, options } : each));
	return { ...operation, check: limited, subjectsOf: (subjectsOf ?? recipients) === undefined ? undefined : withRecipients, fields: withField };
}
