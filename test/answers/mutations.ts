/** What can be wrong with the answers of the contract: each field of each, replaced by what the document does not show there. */
import { OPERATIONS, type ContractOperation, type JsonSchema } from '../contract/contract';

/** A field by its name in each object above it; `[]` stands for the entries of a list. */
type Path = readonly string[];

export interface Mutation {
	operation: string;
	path: Path;
	/** what is in its place */
	value: string;
}

/** Stands for a number that no value of JavaScript is written as. */
const INFINITE = '<infinite>';

/** @returns the JSON of an answer with what {@link INFINITE} stands for */
export function written(json: string): string {
	return json.replaceAll(`"${INFINITE}"`, '1e999');
}

/** What takes the place of a value. */
const VALUES: Record<string, (value: unknown) => unknown> = {
	null: () => null,
	missing: () => undefined,
	'a number': () => 7,
	'a text': () => 'x',
	'an empty text': () => '',
	'true': () => true,
	'a list': () => [],
	'[null]': () => [null],
	'an object': () => ({ a: 1 }),
	'2^53 + 1': () => 2 ** 53,
	'a far date': () => '+275760-09-13T00:00:00.000Z',
	'a date long ago': () => '-271821-04-20T00:00:00.000Z',
	'a name of JavaScript': () => 'constructor',
	'an entity that is none': () => '&toString; &valueOf;',
	'half a character': () => 'a\ud83d',
	'an infinite number': () => INFINITE,
};

/** Every mutation of the answers of an operation of the contract. */
export function mutationsOf({ id, answer }: ContractOperation): Mutation[] {
	if (answer === undefined) return [];
	return pathsIn(answer).flatMap((path) => Object.keys(VALUES).map((value) => ({ operation: id, path, value })));
}

function pathsIn(schema: JsonSchema, path: Path = []): Path[] {
	const fields = Object.entries({ ...schema.properties, ...(schema.patternProperties && { custom_item1: {} }) });
	return [path, ...fields.flatMap(([name, inner]) => pathsIn(inner, [...path, name])), ...(schema.items ? pathsIn(schema.items, [...path, '[]']) : [])];
}

/** @returns the answer with the mutation: of lists, in every second entry from the first on */
export function mutated(answer: unknown, { path: [name, ...deeper], value }: Pick<Mutation, 'path' | 'value'>): unknown {
	if (name === undefined) return VALUES[value](answer);
	const inner = (one: unknown) => mutated(one, { path: deeper, value });
	if (name === '[]') return Array.isArray(answer) ? answer.map((one, place) => (place % 2 === 0 ? (inner(one) ?? null) : (one as unknown))) : answer;
	return typeof answer === 'object' && answer !== null ? { ...answer, [name]: inner((answer as Record<string, unknown>)[name]) } : answer;
}

/** The operations of the contract that have an answer which can be mutated, by their ids. */
export const ANSWERED = new Map(OPERATIONS.filter(({ answer }) => answer !== undefined).map((operation) => [operation.id, operation]));
