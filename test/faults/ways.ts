import type { INodeParameters, INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { leavesOf } from '../description/leaves';
import { partnersOf, sampleOf } from '../description/samples';
import { set } from '../description/set';
import type { Simulator } from '../simulator';
import { BOOK, book, parametersOf } from './entries';
import type { Row } from './run';

/** A way to run an operation: its entry in the fault table with another field set. */
export interface Way {
	name: string;
	/** the type of the field that is set */
	kind?: string;
	parameters: (sim: Simulator) => INodeParameters;
}

/** @returns the entry's own way, and it with each field of the operation, one at a time; lists of rows in each of their modes */
export function waysOf({ name, operation, entry }: Row): Way[] {
	const withField = leavesOf(operation.fields).flatMap(({ path, field }) =>
		samplesOf(path, field).map((sample) => ({
			name: `${path} ${JSON.stringify(sample)}`,
			kind: field.type,
			parameters: (sim: Simulator) => set(set(entry.parameters(sim), partnersOf(name, path)), { [path]: sample }),
		})),
	);
	return [{ name: 'as it is', parameters: entry.parameters }, ...withField, ...(BESIDES[name] ?? [])];
}

function samplesOf(path: string, field: INodeProperties): Array<INodeParameters[string]> {
	const sample = sampleOf(path, field);
	const [group] = field.type === 'fixedCollection' ? (field.options as INodePropertyCollection[]) : [];
	const mode = group?.values.find(({ name }) => name === 'mode');
	if (mode === undefined) return [sample];
	const { [group.name]: values } = sample as Record<string, INodeParameters>;
	return (mode.options as INodePropertyOptions[]).map(({ value }) => ({ [group.name]: { ...values, mode: value as string } }));
}

/** @returns the entry's own way without some of its additional fields */
function without(sim: Simulator, name: string, fields: string[]): INodeParameters {
	const parameters = parametersOf(name, sim);
	const collection = Object.keys(parameters).find((key) => key.endsWith('Fields'))!;
	const kept = Object.entries(parameters[collection] as INodeParameters).filter(([field]) => !fields.includes(field));
	return { ...parameters, [collection]: Object.fromEntries(kept) };
}

/** Ways that take more than one field, or fewer. */
const BESIDES: Record<string, Way[]> = {
	'memo.create': [{ name: 'with the status and title of its ticket', parameters: (sim) => without(sim, 'memo.create', ['statusCd', 'subject']) }],
	'email.reply': [{ name: 'with what follows from its message', parameters: (sim) => without(sim, 'email.reply', ['to', 'subject', 'statusCd']) }],
	'contact.upsert': [
		{
			name: 'an address for the contact with the code',
			parameters: (sim) => {
				sim.store.addContact(BOOK, { system_id1: 'K1', emails: [{ email: 'a@example.com' }], archived_emails: [{ email: 'b@example.com' }] });
				return { ...book, findBy: 'email', email: 'c@example.com', upsertContactFields: { systemId1: 'K1' } };
			},
		},
	],
};
