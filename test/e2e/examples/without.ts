import type { Example } from '../../../scripts/demo/workflow';

interface Connection {
	node: string;
}

/** Deletes nodes as a user does who does not need them: what led to them or away from them is gone as well. */
export function without(workflow: Example, deleted: readonly string[]): Example {
	const kept = Object.entries(workflow.connections as Record<string, { main: Connection[][] }>).filter(([name]) => !deleted.includes(name));
	return {
		...workflow,
		nodes: workflow.nodes.filter(({ name }) => !deleted.includes(name)),
		connections: Object.fromEntries(kept.map(([name, { main }]) => [name, { main: main.map((output) => output.filter(({ node }) => !deleted.includes(node))) }])),
	};
}
