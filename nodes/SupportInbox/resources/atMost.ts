import { runSize } from '../adapter/attempt';
import { filled, integer } from '../fields/rules';
import { type Field, settingField } from '../fields/sent';
import type { Check } from '../transport/engine/requestPolicy';
import { refuse } from '../transport/errors/refuse';
import type { Operation } from './operation';

/** Cannot be left empty, because an empty value would mean no limit. @param ifAbsent what holds where it is not added */
function atMostField(ifAbsent: number): Field {
	return settingField(filled(integer(1)), {
		displayName: 'At Most',
		name: 'atMost',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description: `Refuse a run with more items${ifAbsent < Infinity ? `; ${ifAbsent} if not added` : ''}`,
	});
}

/**
 * Adds the field At Most to the collection of an operation that writes, sends or deletes, and a check that refuses a run with more items, also
 * with Continue On Fail. Each round of a loop and each call of an agent's tool is a run of its own.
 */
export function withAtMost(operation: Operation): Operation {
	const { method, semantics, check, fields, atMost = Infinity } = operation;
	if (method === 'GET' || semantics === 'safe') return operation;
	const collection = fields.find(({ type }) => type === 'collection')!;
	const limited: Check = async (item) => {
		const most = Number(item.settings.atMost ?? atMost);
		const count = runSize(item.context, item.context.getNode());
		if (count > most) {
			refuse(item, `The run has ${count} items, and At Most is ${most}`, `Nothing was sent. If that many are meant, set At Most under ${collection.displayName} to a higher number; n8n's Retry of the execution then runs the items.`);
		}
		await check?.(item);
	};
	const options = [...(collection.options as Field[]), atMostField(atMost)].sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));
	return { ...operation, check: limited, fields: fields.map((each) => (each === collection ? { ...each, options } : each)) };
}
