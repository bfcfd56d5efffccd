/** The data tables of the examples in the demo. */
import { CHANNEL } from '../../test/e2e/examples/slackApi';
import { exampleNames, isUnchosen, readExample, type ExampleNode, type ToReplace } from './workflow';

export interface Column {
	name: string;
	type: 'string' | 'number';
}

export type Row = Record<string, string | number>;

/** What its user writes into a table that the workflow only reads, for the simulator's demo data; by the node that reads it. */
const ROWS: Record<string, Row[]> = {
	'Read the team': ['user01', 'user02', 'user03'].map((mention_name) => ({ mention_name })),
	'Find the channel': [101, 102, 103].map((message_box_id) => ({ message_box_id, channel: CHANNEL })),
};

/** @returns the rows that the table of a row of the page begins with */
export function rowsOfUser({ nodes: [reader] }: ToReplace): Row[] {
	return ROWS[reader!] ?? [];
}

/**
 * @param nodes that share a table
 * @param row what their page says of it
 * @returns its columns: those of the user's rows, those that the nodes write, and those of the other example that it is the table of; none when none is known
 */
export function columnsFor(nodes: ExampleNode[], row: ToReplace): Column[] {
	if (!nodes.length) return [];
	const [, owner] = /the data table of [*[]([^*\]]+)/.exec(row.what) ?? [];
	const others = exampleNames().map(readExample).filter(({ name }) => name === owner).flatMap((example) => example.nodes);
	const written = [...others.filter(({ parameters }) => isUnchosen(parameters.dataTableId)), ...nodes].flatMap(({ parameters }) => columnsOf(parameters.columns));
	const given = Object.entries(rowsOfUser(row)[0] ?? {}).map(([name, value]) => ({ name, type: typeof value as Column['type'] }));
	return [...given, ...written].filter(({ name }, place, all) => all.findIndex((other) => other.name === name) === place);
}

function columnsOf(columns: unknown): Column[] {
	const { schema = [] } = (columns ?? {}) as { schema?: Array<{ id: string; type: Column['type'] }> };
	return schema.map(({ id, type }) => ({ name: id, type }));
}
