import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { resources } from '../../nodes/SupportInbox/resources';
import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import { operationsTable, tableInReadme } from '../../scripts/operations-table';
import { stories } from '../e2e/operations';
import { entryOf } from '../faults/entries';
import { hasEndpoint } from '../simulator';

const ROOT = join(__dirname, '../..');
const SOURCE = 'nodes/SupportInbox/resources';
const SCHEMAS = 'nodes/SupportInbox/__schema__/v1.0.0';

/** @returns what an operation still needs: a file to write, or a line and the file it goes into */
function missingOf(resource: string, operation: Operation): string[] {
	const [name, file] = [`${resource}.${operation.value}`, `${resource}/${operation.value}`];
	const tried = Object.values(stories).some(({ trials }) => `${resource}:${operation.value}` in trials);
	const { method, path } = operation;
	// The file's name is the stored value, which never changes once released.
	const files = [`${SOURCE}/${file}.ts`, `test/resources/${file}.test.ts`].filter((one) => !existsSync(join(ROOT, one)));
	return [
		...files.map((one) => `write ${one}`),
		...(hasEndpoint(method, path) ? [] : [`add ${method} ${path} to test/contract/openapi.yaml and to a file of test/simulator/resources/, as the API document has it`]),
		...(entryOf(name, operation) ? [] : [`add '${name}' to test/faults/entries.ts: how it is run, and what it does at the service`]),
		...(tried ? [] : [`add '${resource}:${operation.value}' to a story in test/e2e/operations/: its trial in a real n8n`]),
		...(existsSync(join(ROOT, SCHEMAS, `${file}.json`)) ? [] : [`UPDATE_SCHEMAS=1 npm test -- test/schemas   (writes ${SCHEMAS}/${file}.json)`]),
	];
}

const listed = resources.flatMap(({ operations }) => operations);

/** @returns operations that are written and that no resource has */
async function unlisted(): Promise<string[]> {
	const files = readdirSync(join(ROOT, SOURCE), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.flatMap(({ name }) => readdirSync(join(ROOT, SOURCE, name)).map((file) => join(name, file)));
	const operations = await Promise.all(files.map(operationsIn));
	return files
		.filter((_file, index) => operations[index].some((operation) => !listed.includes(operation)))
		.map((file) => `add ${file} to the operations of its resource in ${SOURCE}/index.ts`);
}

async function operationsIn(file: string): Promise<Operation[]> {
	const exported = Object.values((await import(join(ROOT, SOURCE, file))) as Record<string, unknown>);
	return exported.filter((value): value is Operation => typeof value === 'object' && value !== null && 'action' in value && 'method' in value);
}

it('every operation has all that belongs to it', async () => {
	const missing = resources.flatMap(({ value, operations }) => operations.flatMap((operation) => missingOf(value, operation)));
	const table = tableInReadme() === operationsTable() ? [] : ['npx tsx scripts/operations-table.ts --write   (the table in README.md)'];
	expect([...(await unlisted()), ...missing, ...table]).toEqual([]);
});
