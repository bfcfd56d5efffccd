/**
 * The table of operations in README.md, made from the node's own description.
 *
 *     npx tsx scripts/operations-table.ts            prints it
 *     npx tsx scripts/operations-table.ts --write    puts it between the marks in README.md
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../nodes/SupportInbox/resources';
import type { Operation, Resource } from '../nodes/SupportInbox/resources/operation';

const README = join(__dirname, '..', 'README.md');
const BETWEEN_MARKS = /(?<=<!-- operations -->\n).*?(?=<!-- \/operations -->)/s;

/** @returns one row for each operation, with a line break at the end; the resource is in its first row */
export function operationsTable(): string {
	const rows = resources.flatMap((resource) =>
		resource.operations.map((operation, index) =>
			[index === 0 ? `**${resource.name}**` : '', operation.name, effectOf(resource, operation), operation.description].join(' | '),
		),
	);
	return [...['Resource | Operation | Effect | What it does', '--- | --- | --- | ---', ...rows].map((row) => `| ${row} |`.replace('|  |', '| |')), ''].join('\n');
}

/** @returns what running the operation does at the service: who gives it to an assistant has to know */
export function effectOf({ value }: Resource, { method, semantics }: Operation): string {
	if (value === 'email') return '**sends to a customer**';
	if (method === 'DELETE') return '**deletes**';
	return method === 'GET' || semantics === 'safe' ? 'reads' : 'writes';
}

/** @returns what stands between the marks in README.md; undefined when the marks are missing */
export function tableInReadme(): string | undefined {
	return BETWEEN_MARKS.exec(readFileSync(README, 'utf8'))?.[0];
}

if (require.main === module) {
	const table = operationsTable();
	if (process.argv.includes('--write')) {
		writeFileSync(README, readFileSync(README, 'utf8').replace(BETWEEN_MARKS, () => table));
	} else {
		process.stdout.write(table);
	}
}
