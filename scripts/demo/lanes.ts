import type { Example, ExampleNode } from './workflow';

/** Where a node is among those that it is connected with. */
export interface Spot {
	name: string;
	/** how many nodes are before it on the longest way */
	column: number;
	/** from top to bottom, 0 first */
	lane: number;
}

type Outputs = Record<string, { main?: Array<Array<{ node: string }>> }>;

/**
 * Says which nodes come one after the other, and which beside each other. A connection back, of a loop, counts for nothing.
 *
 * @param nodes without notes; models and tools below a node are left out
 * @returns the parts of the workflow that are not connected with each other, in the order of their first nodes
 */
export function lanesOf({ connections }: Example, nodes: ExampleNode[]): Spot[][] {
	const outputs = connections as Outputs;
	const next = (name: string) => (outputs[name]?.main ?? []).flatMap((targets) => targets.map(({ node }) => node));
	const isSub = (name: string) => Object.keys(outputs[name] ?? {}).some((kind) => kind !== 'main');
	const targets = new Set(nodes.flatMap(({ name }) => next(name)));
	const first = nodes.filter(({ name }) => !targets.has(name) && !isSub(name)).map(({ name }) => name);
	const columns = new Map<string, number>();
	const measure = (name: string, column: number, before: readonly string[]) => {
		if (before.includes(name) || (columns.get(name) ?? -1) >= column) return;
		columns.set(name, column);
		for (const target of next(name)) measure(target, column + 1, [...before, name]);
	};
	for (const name of first) measure(name, 0, []);
	const parts: Spot[][] = [];
	for (const start of first) {
		const seen = new Set<string>();
		const visit = (name: string) => {
			if (seen.has(name)) return;
			seen.add(name);
			next(name).forEach(visit);
		};
		visit(start);
		const part = parts.find((spots) => spots.some(({ name }) => seen.has(name))) ?? parts[parts.push([]) - 1]!;
		addLanes(part, start, columns, next);
	}
	return parts;
}

/** Gives each node the lane of the one before it where that is free, and else the next one below. */
function addLanes(part: Spot[], start: string, columns: Map<string, number>, next: (name: string) => string[]): void {
	const add = (name: string, wanted: number) => {
		if (part.some((spot) => spot.name === name)) return;
		const column = columns.get(name)!;
		let lane = wanted;
		while (part.some((spot) => spot.column === column && spot.lane === lane)) lane += 1;
		part.push({ name, column, lane });
		for (const target of next(name)) add(target, lane);
	};
	add(start, part.length === 0 ? 0 : Math.max(...part.map(({ lane }) => lane)) + 1);
}
