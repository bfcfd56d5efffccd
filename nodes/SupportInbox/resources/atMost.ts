import { optionsOf } from '../fields/collections';
import { filled, integer } from '../fields/rules';
import { type Field, settingField } from '../fields/sent';
import { runSize } from '../transport/engine/nodeRun';
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

/** The names of the collections in which a writing operation may have its optional fields. */
const COLLECTIONS = ['additionalFields', 'updateFields'];

/**
 * Adds the field At Most to an operation that writes, sends or deletes, and a check that refuses a run with more items, also
 * with Continue On Fail. Each round of a loop and each call of an agent's tool is a run of its own.
 */
export function withAtMost(operation: Operation): Operation {
	const { method, semantics, check, fields, atMost = Infinity } = operation;
	if (method === 'GET' || semantics === 'safe') return operation;
	const collection = fields.find(({ name }) => COLLECTIONS.includes(name));
	const place = collection?.displayName ?? 'Options';
	const limited: Check = async (item) => {
		const most = Number(item.settings.atMost ?? atMost);
		const count = runSize(item.context, item.context.getNode());
		if (count > most) {
			refuse(item, `The run has ${count} items, and At Most is ${most}`, `Nothing was sent. If that many are meant, set At Most under ${place} to a higher number; n8n's Retry of the execution then runs the items.`);
		}
		await check?.(item);
	};
	const field = atMostField(atMost);
	return { ...operation, check: limited, fields: collection === undefined ? [...fields, optionsOf([field])] : fields.map((each) => (each === collection ? withOption(each, field) : each)) };
}

function withOption(collection: Field, field: Field): Field {
	const options = [...(collection.options as Field[]), field];
	return { ...collection, options: options.sort((one, other) => one.displayName.localeCompare(other.displayName, 'en')) };
}
