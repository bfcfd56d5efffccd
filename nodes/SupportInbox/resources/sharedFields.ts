import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Field } from '../fields/sent';

/** An operation and the fields that it has, in the order in which they are shown. */
interface OperationFields {
	resource: string;
	operation: string;
	fields: readonly Field[];
}

/** What becomes one property: a field, and the places where it stands. */
interface SharedField {
	field: Field;
	places: OperationFields[];
	/** those that stand before it somewhere */
	before: Set<SharedField>;
}

/**
 * Makes one property of a field that several operations share: for every item n8n's engine goes through all properties,
 * twice, and for each property it evaluates the value of that name. A collection is shared only where all of its fields
 * are: n8n's assistants receive every field of a collection, also those that are not shown for the operation.
 *
 * @returns the fields in the order in which each operation has them, stamped with what they are shown for
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

/** @returns the entries, none before one that stands before it somewhere */
function inPanelOrder(entries: readonly SharedField[]): SharedField[] {
	const ordered = new Set<SharedField>();
	const isNext = (entry: SharedField) => !ordered.has(entry) && [...entry.before].every((other) => ordered.has(other));
	for (let next = entries.find(isNext); next !== undefined; next = entries.find(isNext)) ordered.add(next);
	return [...ordered];
}

/**
 * Conditions on resource and operation are met one by one, so a property is shown for every operation of that name that
 * its resources have. Resources share it where all of those have the field.
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

/** Resources that share a property: names of operations that have the field, and of those that do not. */
interface Group {
	resources: string[];
	having: Set<string>;
	lacking: Set<string>;
}

function sharesAny(names: ReadonlySet<string>, others: readonly string[]): boolean {
	return others.some((name) => names.has(name));
}
