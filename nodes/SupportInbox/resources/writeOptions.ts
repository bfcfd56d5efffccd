import { runSize } from '../adapter/runAttempt';
import { byDisplayName } from '../fields/collections';
import { filled, integer } from '../fields/rules';
import { type Field, settingField, switchField } from '../fields/sent';
import type { Validate, Item, RunConstraintsOf } from '../transport/engine/item';
import { reject } from '../transport/errors/reject';
import type { Operation } from './operation';

/** Cannot be left empty, because an empty value would mean no limit. @param ifAbsent what holds where it is not added */
function failAboveField(ifAbsent: number, counted: string): Field {
	return settingField(filled(integer(1)), {
		displayName: 'Fail Above',
		name: 'failAbove',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description: `Fail before the first write if the run has more ${counted}${ifAbsent < Infinity ? `. Default: ${ifAbsent}.` : ''}`,
	});
}

/**
 * Adds the field Fail Above to the collection of an operation that writes, sends or deletes, and a check that rejects a run with more
 * items,
 * or with more recipients of mails, also with Continue On Fail. Each round of a loop and each call of an agent's tool is a run of its own.
 */
export function withFailAbove(operation: Operation): Operation {
	const { validate, fields, failAbove = Infinity, recipients, runConstraints } = operation;
	if (!isWrite(operation)) return operation;
	const collection = fields.find(({ type }) => type === 'collection')!;
	const mostOf = ({ settings }: Item) => Number(settings.failAbove ?? failAbove);
	const rejectAbove = (item: Item, count: number, counted: string) => {
		if (count <= mostOf(item)) return;
		const instead = `If that many are meant, set Fail Above under ${collection.displayName} to a higher number; n8n's Retry of the execution then runs the items.`;
		reject(item, `The run has ${count} ${counted}, and Fail Above is ${mostOf(item)}`, `Nothing was sent. ${instead}`);
	};
	const limited: Validate = async (item) => {
		rejectAbove(item, runSize(item.context, item.context.getNode()), 'items');
		rejectAbove(item, recipients?.(item) ?? 0, 'recipients');
		await validate?.(item);
	};
	const withRecipients: RunConstraintsOf = (item) => {
		const others = runConstraints?.(item) ?? [];
		if (recipients === undefined) return others;
		const rejectRun = (count: number) => rejectAbove(item, count, 'recipients');
		return [...others, { names: ['recipients'], amount: Math.max(1, recipients(item)), max: mostOf(item), reject: rejectRun }];
	};
	const field = failAboveField(failAbove, recipients === undefined ? 'items' : 'items or people');
	const ofRun = (runConstraints ?? recipients) === undefined ? undefined : withRecipients;
	return withOption({ ...operation, validate: limited, runConstraints: ofRun }, field);
}

const dryRunField = switchField('Dry Run', 'dryRun', 'Whether to only show what would be written: nothing is sent or changed');

/** Adds the switch Dry Run to an operation that writes. The dry run of the credential holds as well. */
export function withDryRun(operation: Operation): Operation {
	return isWrite(operation) ? withOption(operation, dryRunField) : operation;
}

function isWrite({ method, semantics }: Operation): boolean {
	return method !== 'GET' && semantics !== 'safe';
}

/** @returns the operation with one more field in its collection of optional fields, at its place in the alphabet */
function withOption(operation: Operation, field: Field): Operation {
	const collection = operation.fields.find(({ type }) => type === 'collection')!;
	const options = byDisplayName([...(collection.options as Field[]), field]);
	return { ...operation, fields: operation.fields.map((each) => (each === collection ? { ...each, options } : each)) };
}
