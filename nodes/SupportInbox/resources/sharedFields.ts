import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import type { Field } from '../fields/sent';

/** An operation and the fields that it has, in the order in which they are shown. */
interface OperationFields {
	resource: string;
	operation: string;
	fields: readonly Field[];
}

/** A field that becomes one property, and the operations that have it. */
interface SharedField {
	field: Field;
	places: OperationFields[];
	/** The fields that are directly before it in some operation. */
	before: Set<SharedField>;
}

/**
 * Makes one property of a field that several operations share. Fewer properties save time: for every item n8n's engine goes
 * through all of them, twice, and evaluates the value of each name. A collection is shared only if all of its fields are equal,
 * because n8n's assistants receive every field of a collection, also fields that are not shown for the operation.
 *
 * @returns the fields in the order of each operation, each with the resources and operations that it is shown for
 */
export function sharedFields(places: readonly OperationFields[]): INodeProperties[] {
	const entries = new Map<string, SharedField>();
	for (const place of places) {
		let last: SharedField | undefined;
		for (const field of place.fields) {
			const key = JSON.stringify(field);
			const entry = entries.get(key) ?? { field, places: [], before: new Set() };
			entries.set(key, entry);
			entry.places.push(place);
			if (last !== undefined) entry.before.add(last);
			last = entry;
		}
	}
	return inPanelOrder([...entries.values()]).flatMap((entry) => stamped(entry, places));
}

/** @returns the entries in an order that fits every operation */
function inPanelOrder(entries: readonly SharedField[]): SharedField[] {
	const ordered = new Set<SharedField>();
	const isNext = (entry: SharedField) => !ordered.has(entry) && [...entry.before].every((other) => ordered.has(other));
	for (let next = entries.find(isNext); next !== undefined; next = entries.find(isNext)) ordered.add(next);
	return [...ordered];
}

/**
 * n8n checks the conditions on resource and operation separately, so a property is shown for every listed operation of every
 * listed resource. Resources share a property only if all of these operations have the field.
 */
function stamped(entry: SharedField, all: readonly OperationFields[]): INodeProperties[] {
	const { field } = entry;
	if (entry.places.length === all.length) return [field];
	const groups: Group[] = [];
	for (const resource of new Set(entry.places.map((place) => place.resource))) {
		const own = all.filter((place) => place.resource === resource);
		const having = own.filter((place) => entry.places.includes(place)).map(({ operation }) => operation);
		const lacking = own.filter((place) => !entry.places.includes(place)).map(({ operation }) => operation);
		const group = groups.find((one) => !sharesAny(one.lacking, having) && !sharesAny(one.having, lacking));
		if (group === undefined) groups.push({ resources: [resource], having: new Set(having), lacking: new Set(lacking) });
		else {
			group.resources.push(resource);
			having.forEach((operation) => group.having.add(operation));
			lacking.forEach((operation) => group.lacking.add(operation));
		}
	}
	return groups.flatMap(({ resources, having }) =>
		updateDisplayOptions({ show: { resource: resources, operation: [...having] } }, [field]),
	);
}

/** Resources that share a property: the names of their operations with the field, and of those without it. */
interface Group {
	resources: string[];
	having: Set<string>;
	lacking: Set<string>;
}

function sharesAny(names: ReadonlySet<string>, others: readonly string[]): boolean {
	return others.some((name) => names.has(name));
}
