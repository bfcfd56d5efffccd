import type { IDataObject, INodeProperties, INodePropertyCollection, INodeTypeDescription } from 'n8n-workflow';

/** @returns the node type of a node in a workflow @throws when n8n does not have it in that version */
export function typeOf({ type, typeVersion }: IDataObject, types: INodeTypeDescription[]): INodeTypeDescription {
	const found = types.find(({ name, version }) => name === type && [version].flat().includes(Number(typeVersion)));
	if (!found) throw new Error(`n8n has no ${String(type)} of version ${String(typeVersion)}`);
	return found;
}

/** @returns the paths of the parameters that no property of this name takes, collections and their values included */
export function unknownParameters(properties: INodeProperties[], parameters: IDataObject, path = ''): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const known = properties.filter((property) => property.name === name);
		if (!known.length) return [`${path}${name}`];
		const groups = known.filter(({ type }) => type === 'collection' || type === 'fixedCollection');
		// `columns` is a table of the Data Table's create and what a row takes, a resource mapper.
		if (groups.length < known.length) return [];
		const options = groups.flatMap((group) => group.options ?? []);
		if (groups[0]?.type === 'collection') return unknownParameters(options as INodeProperties[], value as IDataObject, `${path}${name}.`);
		return Object.entries(value as IDataObject).flatMap(([group, rows]) => {
			const values = (options as INodePropertyCollection[]).filter((option) => option.name === group).flatMap((option) => option.values);
			return [rows].flat().flatMap((row) => unknownParameters(values, row as IDataObject, `${path}${name}.${group}.`));
		});
	});
}
