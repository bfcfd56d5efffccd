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

/** Names that every object of JavaScript has anyway, so that code which looks for one finds it. */
const OWN_NAMES = JSON.parse('{"toString":1,"valueOf":1,"__proto__":{"ticket_id":1},"constructor":"x","hasOwnProperty":null}') as object;

/** Stand for what has no value that can be written as JSON. */
const WRITTEN = { infinite: '<infinite>', lists: '<lists>', objects: '<objects>' };
const DEEP = 20_000;

/** @returns the JSON of an answer with what {@link WRITTEN} stands for */
export function written(json: string): string {
	return json
		.replaceAll(`"${WRITTEN.infinite}"`, '1e999')
		.replaceAll(`"${WRITTEN.lists}"`, () => `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`)
		.replaceAll(`"${WRITTEN.objects}"`, () => `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`);
}

/** What takes the place of a value; `added` leaves it and adds names. */
export const VALUES: Record<string, (value: unknown) => unknown> = {
	null: () => null,
	missing: () => undefined,
	'a number': () => 7,
	'a text': () => 'x',
	'an empty text': () => '',
	'true': () => true,
	'a list': () => [],
	'[null]': () => [null],
	'an object': () => ({ a: 1 }),
	'own names': () => OWN_NAMES,
	'a list of own names': () => [OWN_NAMES],
	'2^53 + 1': () => 2 ** 53,
	'a far date': () => '+275760-09-13T00:00:00.000Z',
	'a date long ago': () => '-271821-04-20T00:00:00.000Z',
	'a name of JavaScript': () => 'constructor',
	'an entity that is none': () => '&toString; &valueOf;',
	'half a character': () => 'a\ud83d',
	'an infinite number': () => WRITTEN.infinite,
	'lists in lists': () => WRITTEN.lists,
	'objects in objects': () => WRITTEN.objects,
};

/** Only of objects: a field of such a name beside the others. */
const ADDED = 'names beside it';

/** Every mutation of the answers of an operation of the contract. */
export function mutationsOf({ id, answer }: ContractOperation): Mutation[] {
	if (answer === undefined) return [];
	return pathsIn(answer).flatMap(({ path, isObject }) => [...Object.keys(VALUES), ...(isObject ? [ADDED] : [])].map((value) => ({ operation: id, path, value })));
}

function pathsIn(schema: JsonSchema, path: Path = []): Array<{ path: Path; isObject: boolean }> {
	const types = [schema.type ?? []].flat();
	const own = { path, isObject: types.includes('object') };
	const fields = Object.entries({ ...schema.properties, ...(schema.patternProperties && { custom_item1: {} }) });
	return [own, ...fields.flatMap(([name, inner]) => pathsIn(inner, [...path, name])), ...(schema.items ? pathsIn(schema.items, [...path, '[]']) : [])];
}

/** @returns the answer with the mutation: of lists, in every second entry from the first on */
export function mutated(answer: unknown, { path: [name, ...deeper], value }: Pick<Mutation, 'path' | 'value'>): unknown {
	if (name === undefined) return value === ADDED ? { ...(answer as object), ...OWN_NAMES } : VALUES[value](answer);
	const inner = (one: unknown) => mutated(one, { path: deeper, value });
	if (name === '[]') return Array.isArray(answer) ? answer.map((one, place) => (place % 2 === 0 ? (inner(one) ?? null) : (one as unknown))) : answer;
	return typeof answer === 'object' && answer !== null ? { ...answer, [name]: inner((answer as Record<string, unknown>)[name]) } : answer;
}

/** The operations of the contract that have an answer which can be mutated, by their ids. */
export const ANSWERED = new Map(OPERATIONS.filter(({ answer }) => answer !== undefined).map((operation) => [operation.id, operation]));
